package import GamutBasics

/// A set of an asset catalog that has not been read yet.
package struct SetPlace: Sendable, Hashable {
  /// The folder of the set.
  package let path: Pathname
  let kind: AssetSet.Kind
  /// The names of the folders above the set that provide a namespace.
  let namespace: [String]

  init(path: Pathname, kind: AssetSet.Kind, namespace: [String]) {
    (self.path, self.kind, self.namespace) = (path, kind, namespace)
  }

  /// Creates the place of a set whose catalog is not walked; nil if the folder's name is not that of a set.
  package init?(_ path: Pathname) {
    guard let kind = AssetSet.Kind(folderName: path.fileName) else { return nil }
    self.init(path: path, kind: kind, namespace: AssetSet.namespace(of: path))
  }

  /// The size in bytes of the file that lists the slots; 0 if there is none.
  package var size: Int { FileStatus(of: AssetSet.contents(ofSetAt: path, kind))?.size ?? 0 }

  /// Reads the set. A file or folder that cannot be read becomes a fault of the set.
  package func read() -> AssetSet { AssetSet(reading: path, kind, namespace: namespace) }
}
