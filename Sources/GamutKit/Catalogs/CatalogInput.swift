public import GamutBasics
public import GamutCatalogs
import LibC

/// A set of an asset catalog to process.
public struct CatalogInput: Sendable, Hashable {
  /// The set.
  public var set: AssetSet
  /// The names of the images to process; nil for all.
  public var files: Set<String>?

  /// Returns the sets of images and colours of the given names, sorted by their paths: all of a catalog or of another
  /// folder, a set, or the set of a file, and of an image only its slots.
  ///
  /// - Parameters:
  ///   - names: the paths of folders, catalogs, sets and files.
  ///   - excludes: the patterns of paths to omit, as for ``Input/collect(_:excluding:)``.
  /// - Returns: the sets, the names that are neither a folder nor a file of a set, and the folders that cannot be read.
  public static func collect(_ names: [Pathname], excluding excludes: [Glob] = []) -> (
    inputs: [CatalogInput], others: [Pathname], unread: [(folder: Pathname, error: GamutError)]
  ) {
    var found: [Pathname: Set<String>?] = [:]
    var others: [Pathname] = []
    var unread: [(folder: Pathname, error: GamutError)] = []
    for given in names {
      // The current folder may be a set.
      let name = [".", ".."].contains(given.normalized.fileName) ? given.absolute : given
      func isExcluded(_ path: Pathname) -> Bool {
        excludes.contains { $0.matches(path.normalized) || $0.matches(path.rest(after: name)) }
      }
      switch FileStatus(of: name)?.kind {
      case .folder where name.isConvertibleSet: found[name.normalized] = .some(nil)
      case .folder:
        let images = Input.images(below: name, skipping: isExcluded) { path in
          guard path.isConvertibleSet else { return }
          if let status = FileStatus(of: path) {
            if status.kind == .folder { found[path.normalized] = .some(nil) }
          } else {
            unread.append((path, .unreadableFolder(number: errno)))
          }
        }
        for case .unusable(let path, let error) in images { unread.append((path, error)) }
      case .file where name.normalized.folderOfSet != nil:
        let folder = name.normalized.folderOfSet ?? name
        if name.hasPNGSuffix, found[folder] != .some(nil) {
          found[folder] = (found[folder] ?? [])?.union([name.fileName])
        } else if !name.hasPNGSuffix {
          found[folder] = .some(nil)
        }
      default: others.append(given)
      }
    }
    let inputs = found.sorted { $0.key < $1.key }.compactMap { path, files in
      AssetSet(reading: path).map { CatalogInput(set: $0, files: files) }
    }
    return (inputs, others, unread)
  }
}
