public import GamutBasics
import PNGCodec

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An asset catalog of Xcode (`Assets.xcassets`): its sets, in the order of their paths.
public struct AssetCatalog: Sendable, Hashable {
  /// The folder of the catalog.
  public var path: Pathname
  /// All sets, also those inside of others.
  public var sets: [AssetSet] = []
  /// Faults of folders outside the sets.
  public var faults: [CatalogFault] = []

  /// The levels of folders that are read.
  static let maximumDepth = 32

  /// Reads a catalog. What cannot be read is a fault of the catalog or of the set.
  ///
  /// - Parameter path: the folder of the catalog.
  public init(reading path: Pathname) {
    self.path = path
    read(path, namespace: [], depth: 0) { _ in true }
  }

  /// Reads the colour sets of a catalog only.
  package init(colorsIn path: Pathname) {
    self.path = path
    if path.fileName.hasSuffix(".colorset") {
      sets = [AssetSet(reading: path, .colorSet)]
    } else {
      read(path, namespace: [], depth: 0) { $0 == .colorSet }
    }
  }

  private mutating func read(
    _ folder: Pathname, namespace: [String], depth: Int, _ isWanted: (AssetSet.Kind) -> Bool
  ) {
    guard depth < Self.maximumDepth else {
      faults.append(CatalogFault(.broken, "\(folder.text.printable) is too deep."))
      return
    }
    guard let entries = FolderWalk.entries(of: folder) else {
      faults.append(CatalogFault(.broken, "\(folder.text.printable) cannot be read: \(systemWords(errno))."))
      return
    }
    for (name, type) in entries.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
      let path = folder.appending(name)
      guard name.first != UInt8(ascii: "."), AssetSet.isFolder(path, type: type) else { continue }
      let text = String(decoding: name, as: UTF8.self)
      let kind = AssetSet.Kind(folderName: text)
      if let kind {
        if isWanted(kind) { sets.append(AssetSet(reading: path, kind, namespace: namespace)) }
        guard kind.holdsSets else { continue }
      }
      let provides = AssetSet.providesNamespace(path)
      if provides == nil {
        faults.append(CatalogFault(.broken, "\(path.text.printable)/Contents.json is no valid JSON."))
      }
      let own = provides == true ? namespace + [kind == nil ? text : AssetSet.stem(path)] : namespace
      read(path, namespace: own, depth: depth + 1, isWanted)
    }
  }
}

extension AssetSet {
  /// Reads a set. What cannot be read is one of its faults.
  ///
  /// - Parameters:
  ///   - path: the folder of the set.
  ///   - kind: the kind of the set.
  ///   - namespace: the names of the folders above it that provide a namespace.
  public init(reading path: Pathname, _ kind: Kind, namespace: [String] = []) {
    let name = (namespace + [Self.stem(path)]).joined(separator: "/")
    let own = AssetSet(kind: kind, path: path, name: name).contents
    let contents = Self.bytes(of: own)
    // A document of Icon Composer without a folder of images has none.
    var files: Set<String>? = kind == .icon ? [] : nil
    let folder = kind == .icon ? path.appending(Array("Assets".utf8)) : path
    if let entries = FolderWalk.entries(of: folder) {
      files = []
      for (name, type) in entries where name.first != UInt8(ascii: ".") {
        let text = String(decoding: name, as: UTF8.self)
        if text != own.fileName, !Self.isFolder(folder.appending(name), type: type) {
          files?.insert(kind == .icon ? "Assets/" + text : text)
        }
      }
    }
    self.init(kind, at: path, named: name, contents: contents, files: files)
  }

  /// Reads a set of images; nil if the folder is none.
  package init?(imagesIn path: Pathname) {
    guard let kind = Kind(folderName: path.fileName), kind == .imageSet || kind == .appIconSet else { return nil }
    self.init(reading: path)
  }

  /// Reads a set, whose name begins with the namespaces of the folders between the catalog and it; nil if the folder has
  /// no kind of a set.
  public init?(reading path: Pathname) {
    guard let kind = Kind(folderName: path.fileName) else { return nil }
    var namespace: [String] = []
    if let catalog = path.enclosingCatalog {
      var folder = path.folder
      while folder != catalog {
        if Self.providesNamespace(folder) == true {
          namespace.insert(Kind(folderName: folder.fileName) == nil ? folder.fileName : Self.stem(folder), at: 0)
        }
        folder = folder.folder
      }
    }
    self.init(reading: path, kind, namespace: namespace)
  }

  /// The name of the folder of a set without its extension.
  fileprivate static func stem(_ path: Pathname) -> String {
    path.fileName.split(separator: ".", omittingEmptySubsequences: false).dropLast().joined(separator: ".")
  }

  /// Whether the names of the sets in a folder begin with its name; nil if its file is no JSON.
  fileprivate static func providesNamespace(_ folder: Pathname) -> Bool? {
    guard let bytes = bytes(of: folder.appending(Array("Contents.json".utf8))) else { return false }
    guard let root = try? JSONReader.read(bytes) else { return nil }
    return root["properties"]?["provides-namespace"]?.bool == true
  }

  /// Returns the contents of a regular file; nil if it cannot be read or is too large.
  private static func bytes(of path: Pathname) -> [UInt8]? {
    guard FileStatus(of: path)?.kind == .file, let file = try? OpenFile(path: path.bytes) else { return nil }
    var source = ByteSource(file)
    guard let bytes = try? source.readAll(atMost: sizeLimit) else { return nil }
    return bytes
  }

  fileprivate static func isFolder(_ path: Pathname, type: Int32) -> Bool {
    // Links to folders are not followed, so that no loop can arise.
    type == Int32(DT_DIR)
      || type == Int32(DT_UNKNOWN) && FileStatus(of: path, followingLink: false)?.kind == .folder
  }
}

extension Pathname {
  /// The asset catalog that the path is in; nil if it is in none.
  package var enclosingCatalog: Pathname? {
    var folder = self
    while let name = folder.name {
      if name.count > 9, name.suffix(9).elementsEqual(".xcassets".utf8) { return folder }
      let above = folder.folder
      if above == folder { return nil }
      folder = above
    }
    return nil
  }

  /// Whether this is the name of a set of images or colours, which can have slots for displays of sRGB.
  package var isConvertibleSet: Bool {
    guard let kind = AssetSet.Kind(folderName: absolute.fileName) else { return false }
    return [.imageSet, .appIconSet, .colorSet].contains(kind)
  }

  /// The folder of a file, if it is a set of images or colours.
  package var folderOfSet: Pathname? {
    let folder = bytes.contains(UInt8(ascii: "/")) ? folder : absolute.folder
    return folder.isConvertibleSet ? folder : nil
  }
}

extension AssetSet.Kind {
  /// Kinds that hold images, colours or data themselves.
  private static let single: Set<String> = [
    "appiconset", "arimageset", "arobject", "colorset", "cubetextureset", "dataset", "gcdashboardimage",
    "gcleaderboard", "icon", "iconset", "imageset", "imagestacklayer", "launchimage", "mipmapset",
    "solidimagestacklayer",
    "sticker", "stickersequence", "symbolset", "textureset",
  ]
  /// Kinds that hold other sets.
  private static let groups: Set<String> = [
    "arresourcegroup", "brandassets", "complicationset", "gcleaderboardset", "imagestack", "solidimagestack",
    "spriteatlas", "stickerpack", "stickersiconset",
  ]

  /// The kind of a folder with this name; nil if it is an ordinary folder.
  package init?(folderName name: String) {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    self.init(rawValue: name[name.index(after: dot)...].lowercased())
    guard Self.single.contains(rawValue) || holdsSets else { return nil }
  }

  /// The kind of the set whose slots a file lists: the kinds that are checked; nil for any other file.
  package init?(contents path: Pathname) {
    let isIcon = path.bytes.suffix(9).elementsEqual("icon.json".utf8)
    guard isIcon || path.bytes.suffix(13).elementsEqual("Contents.json".utf8),
      path.name.map({ $0.count == (isIcon ? 9 : 13) }) == true,
      let kind = Self(folderName: path.absolute.folder.fileName), (kind == .icon) == isIcon, kind.isChecked
    else { return nil }
    self = kind
  }

  /// Whether folders in it are sets, too.
  var holdsSets: Bool {
    Self.groups.contains(rawValue) || rawValue == "imagestacklayer" || rawValue == "solidimagestacklayer"
  }
}
