import GamutBasics
import GamutCatalogs
import LibC

/// The outermost asset catalogs of sets: open, and locked, so that runs that change them exclude each other.
struct LockedCatalogs: Sendable {
  /// Whether another run has changed a catalog after its sets were found.
  private(set) var hasWaited = false
  /// Whether a file system has no locks.
  private(set) var isUnlocked = false
  private var paths: [Pathname: Pathname] = [:]
  private var catalogs: [Pathname: Result<OpenFolder, WriteError>] = [:]

  /// The seconds that it waits for another run.
  private static let patience = 10

  init(_ sets: [Pathname], isLocking: Bool) {
    for set in sets {
      guard let path = try? set.resolved else { continue }
      paths[set] = path
      let root = path.outermostCatalog ?? path
      if catalogs[root] == nil { catalogs[root] = open(root, isLocking: isLocking) }
    }
  }

  private mutating func open(_ path: Pathname, isLocking: Bool) -> Result<OpenFolder, WriteError> {
    guard let folder = OpenFolder(path) else { return .failure(.io(.examine, number: errno)) }
    guard isLocking else { return .success(folder) }
    switch folder.lock(waiting: Self.patience) {
    case .done: break
    case .doneAfterWaiting: hasWaited = true
    case .isNotSupported: isUnlocked = true
    case .isHeld: return .failure(.catalogInUse)
    }
    return .success(folder)
  }

  /// Returns the catalog that a set is in, which is the set itself if it is in none, and the resolved path of the set.
  func place(of set: Pathname) throws(WriteError) -> (catalog: OpenFolder, path: Pathname) {
    guard let path = paths[set], let catalog = catalogs[path.outermostCatalog ?? path] else { throw .changed }
    return (try catalog.get(), path)
  }
}
