import GamutCatalogs
import GamutKit

/// Files with the same bytes in several sets of images of one catalog.
struct CatalogCopies: Sendable {
  /// The other sets of a file.
  struct Others: Sendable {
    /// The first of the files with the same bytes in another set.
    let first: Pathname
    /// The number of files with the same bytes in other sets.
    let count: Int
  }

  /// Files with the same bytes, in order.
  private struct Group: Sendable {
    /// The first file, and its folder.
    let first, folder: Pathname
    /// The first file in another folder.
    private(set) var firstElsewhere: Pathname?
    /// The number of files in each folder, by its absolute path, and in all.
    private(set) var counts: [Pathname: Int] = [:]
    let count: Int

    init(_ files: [File]) {
      (first, folder, count) = (files[0].path, files[0].absolute.folder, files.count)
      for file in files {
        let folder = file.absolute.folder
        if firstElsewhere == nil, folder != self.folder { firstElsewhere = file.path }
        counts[folder, default: 0] += 1
      }
    }
  }

  /// A file as the user calls it, and its absolute path.
  private struct File {
    let path, absolute: Pathname

    /// Whether its set is a part of another one, which has images of its own and cannot share them.
    var isOfPart: Bool { AssetSet.Kind(folderName: absolute.folder.folder.fileName)?.holdsSets == true }
  }

  private var groups: [Group] = []
  /// The index of the group of each absolute path.
  private var indices: [Pathname: Int] = [:]
  /// The files that were read whole in order to compare them, so that their rows need not read them again.
  private(set) var opened: [Pathname: OpenedInput] = [:]

  /// The memory for the copies in bytes, and the memory that each copy needs besides its contents.
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
        let files = paths.sorted().map { File(path: $0, absolute: $0.absolute) }.filter { !$0.isOfPart }
        return Dictionary(grouping: files) { file in
          let isIcon = file.absolute.folder.fileName.hasSuffix(".appiconset")
          return Key(catalog: file.absolute.enclosingCatalog, isIcon: isIcon)
        }.values
      }
      for files in copies where files.count > 1 {
        for file in files { indices[file.absolute] = groups.count }
        groups.append(Group(files))
      }
    }
  }

  /// Whether no file has a copy.
  var isEmpty: Bool { groups.isEmpty }

  /// Returns the files of other sets with the bytes of a file; nil if there are none.
  ///
  /// - Parameter path: an absolute path.
  func others(of path: Pathname) -> Others? {
    guard let index = indices[path] else { return nil }
    let (group, folder) = (groups[index], path.folder)
    guard let first = folder == group.folder ? group.firstElsewhere : group.first else { return nil }
    return Others(first: first, count: group.count - group.counts[folder, default: 0])
  }
}
