import GamutKit

/// The paths that a walk below a named folder leaves out: what git ignores there, and the folders that package managers
/// and builds fill, unless git tracks files in them.
struct IgnoredPaths {
  /// What git says about a folder and everything below it up to the next repository.
  private struct Rules {
    var ignored: Set<Pathname> = []
    /// The folders with tracked files among those that programs fill; nil if that is not yet known.
    var tracked: Set<Pathname>? = []
  }

  private static let filled = ["node_modules", "Pods", "Carthage", ".build", "build", "DerivedData"]
  private static let filledNames = Set(filled.map { Array($0.utf8) })

  /// The folders around the path of the walk that are named, or begin a repository, from the outermost one on. Without
  /// rules nothing is left out: git ignores the folder itself, which was named, or does not answer.
  private var folders: [(path: Pathname, rules: Rules?)] = []
  private(set) var unanswered: [(folder: Pathname, error: AuditError)] = []

  mutating func begin(_ folder: Pathname) {
    folders = []
    enter(folder)
  }

  /// Notes a folder that begins a repository, before what is in it.
  mutating func enter(_ folder: Pathname) {
    leave(for: folder)
    if let last = folders.last, last.rules == nil || last.path == folder { return }
    folders.append((folder, rules(for: folder)))
  }

  mutating func skip(_ path: Pathname) -> Bool {
    leave(for: path)
    guard let last = folders.indices.last, let rules = folders[last].rules else { return false }
    if !rules.ignored.isEmpty, rules.ignored.contains(path) { return true }
    guard !path.hasPNGSuffix, let name = path.name, Self.filledNames.contains(name),
      (try? FileStatus(of: path, followingLink: false))?.kind == .folder
    else { return false }
    let tracked = rules.tracked ?? trackedFolders(below: folders[last].path)
    folders[last].rules?.tracked = tracked
    return !tracked.contains(path)
  }

  private mutating func leave(for path: Pathname) {
    while folders.count > 1, let last = folders.last, !last.path.contains(path) { folders.removeLast() }
  }

  private mutating func rules(for folder: Pathname) -> Rules? {
    guard let place = try? folder.resolved else { return Rules() }
    do throws(AuditError) {
      guard try GitChanges.repositoryForGit(of: place) != nil else { return Rules() }
      let list = try GitChanges.git(
        in: place, ["ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z"], isAsked: false
      ) { .noRepository(folder, reply: $0) }
      let names = list.split(separator: 0).map { $0.last == UInt8(ascii: "/") ? $0.dropLast() : $0 }
      if names.contains([UInt8(ascii: ".")]) { return nil }
      return Rules(ignored: Set(names.map { folder.appending(Array($0)) }), tracked: nil)
    } catch {
      // An empty `.git` is none.
      if error.message.contains("not a git repository (or any") { return Rules() }
      // It lists nothing in a folder that is in an ignored one.
      let isIgnored = try? GitChanges.git(in: place, ["check-ignore", "--quiet", "."], isAsked: false) {
        .gitFailed(reply: $0)
      }
      if isIgnored == nil { unanswered.append((folder, error)) }
      return nil
    }
  }

  private func trackedFolders(below folder: Pathname) -> Set<Pathname> {
    guard let place = try? folder.resolved,
      let list = try? GitChanges.git(
        in: place, ["ls-files", "-z", "--"] + Self.filled.map { ":(glob)**/\($0)/**" }, isAsked: false,
        failure: { .gitFailed(reply: $0) })
    else { return [] }
    var tracked: Set<Pathname> = []
    for name in list.split(separator: 0) {
      var path = folder
      for part in name.split(separator: UInt8(ascii: "/")).dropLast() {
        path = path.appending(Array(part))
        if Self.filledNames.contains(Array(part)) { tracked.insert(path) }
      }
    }
    return tracked
  }
}
