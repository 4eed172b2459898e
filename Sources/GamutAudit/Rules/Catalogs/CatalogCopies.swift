import GamutCatalogs
import GamutKit

/// Files with the same bytes in several sets of images of one catalog.
struct CatalogCopies: Sendable {
  /// The other sets of a file.
  struct Others: Sendable {
    /// The first of the files with the same bytes in another set.
    let first: Pathname
    /// The number of all of them.
    let count: Int
  }

  private var groups: [Pathname: [Pathname]] = [:]
  /// The files that were read whole in order to compare them, so that their rows need not read them again.
  private(set) var opened: [Pathname: OpenedInput] = [:]

  /// The memory for them in bytes, and what each takes beside its contents.
  private static let room = 16 << 20, overhead = 256

  /// No files.
  init() {}

  /// - Parameter inputs: all files of the audit.
  init(_ inputs: [AuditInput]) {
    // Only files of one size are read.
    var sizes: [Int: [Pathname]] = [:]
    for index in inputs.indices {
      guard case .file(let path) = inputs[index].input, path.hasPNGSuffix, path.isNamedInSet else { continue }
      guard let status = FileStatus(of: path), status.kind == .file else { continue }
      sizes[status.size, default: []].append(path)
    }
    struct Key: Hashable {
      let catalog: Pathname?
      // An image that shows the icon of an app is a copy of it for a reason.
      let isIcon: Bool
    }
    var room = Self.room
    for (size, paths) in sizes where paths.count > 1 {
      var contents: [UInt64: [Pathname]] = [:]
      for path in paths {
        let isSmall = size > 0 && size + Self.overhead <= room
        let (input, content): (OpenedInput, UInt64)
        do throws(GamutError) {
          input = try OpenedInput(.file(path), keeping: isSmall ? .contents : .nothing)
          content = try input.checksum()
        } catch {
          error.noteUnanswered(about: path)
          continue
        }
        if isSmall, let size = input.heldSize {
          opened[path] = input
          room -= size + Self.overhead
        }
        contents[content, default: []].append(path)
      }
      // Most files have no copy.
      let copies = contents.values.filter { $0.count > 1 }.flatMap { paths in
        Dictionary(grouping: paths) { path in
          let absolute = path.absolute
          let isIcon = absolute.folder.fileName.hasSuffix(".appiconset")
          return Key(catalog: absolute.enclosingCatalog, isIcon: isIcon)
        }.values
      }
      for group in copies where group.count > 1 {
        let sorted = group.sorted()
        for path in group { groups[path.absolute] = sorted }
      }
    }
  }

  /// Whether no file has a copy.
  var isEmpty: Bool { groups.isEmpty }

  /// Returns the files of other sets with the bytes of a file; nil if there are none.
  func others(of path: Pathname) -> Others? {
    guard let group = groups[path] else { return nil }
    let others = group.filter { $0.absolute.folder != path.folder }
    return others.first.map { Others(first: $0, count: others.count) }
  }
}
