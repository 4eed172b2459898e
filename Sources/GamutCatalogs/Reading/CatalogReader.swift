public import GamutBasics
import LibC
import PNGCodec

/// An asset catalog of Xcode (`Assets.xcassets`): its sets, in the order of their paths.
public struct AssetCatalog: Sendable, Hashable {
  /// The folder of the catalog.
  public var path: Pathname
  /// All sets, including those inside other sets.
  public var sets: [AssetSet] = []
  /// Faults of folders outside the sets.
  public var faults: [CatalogFault] = []
  /// A folder or file that the system could not read.
  package private(set) var unread: UnansweredQuestion?

  static let maximumDepth = 32

  /// Reads a catalog. Files and folders that cannot be read become faults of the catalog or of the set.
  ///
  /// - Parameter path: the folder of the catalog.
  public init(reading path: Pathname) {
    self.path = path
    read(path, namespace: [], depth: 0) { catalog, place in
      catalog.add(place.read())
    }
  }

  /// Reads only the `Contents.json` files of the colour sets of a catalog, and does not compare them with their
  /// folders.
  package init(colorsIn path: Pathname) {
    self.path = path
    if path.fileName.hasSuffix(".colorset") {
      add(AssetSet(fileIn: path, .colorSet, namespace: []))
    } else {
      read(path, namespace: [], depth: 0) { catalog, place in
        if place.kind == .colorSet {
          catalog.add(AssetSet(fileIn: place.path, .colorSet, namespace: place.namespace))
        }
      }
    }
  }

  private init(at path: Pathname) { self.path = path }

  private mutating func add(_ set: AssetSet) {
    sets.append(set)
    unread = unread ?? set.unread
  }

  /// Returns the sets of a catalog without reading them, in the order of their paths.
  package static func places(in path: Pathname) throws(UnansweredQuestion) -> [SetPlace] {
    var places: [SetPlace] = []
    var catalog = AssetCatalog(at: path)
    catalog.read(path, namespace: [], depth: 0) { _, place in places.append(place) }
    if let unread = catalog.unread { throw unread }
    return places
  }

  private mutating func read(
    _ folder: Pathname, namespace: [String], depth: Int, _ found: (inout AssetCatalog, SetPlace) -> Void
  ) {
    guard depth < Self.maximumDepth else {
      faults.append(CatalogFault(.broken, "\(folder.text.printable) is too deep."))
      return
    }
    guard let entries = FolderWalk.entries(of: folder) else {
      let number = errno
      faults.append(CatalogFault(.broken, "\(folder.text.printable) cannot be read: \(systemWords(number))."))
      if !UnansweredQuestion.meansAbsence(number) { unread = unread ?? UnansweredQuestion(folder, number: number) }
      return
    }
    for (name, type) in entries.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
      let path = folder.appending(name)
      guard name.first != UInt8(ascii: "."), AssetSet.isFolder(path, type: type, &unread) else { continue }
      let kind = AssetSet.Kind(folderName: name)
      if let kind {
        found(&self, SetPlace(path: path, kind: kind, namespace: namespace))
        guard kind.holdsSets else { continue }
      }
      let provides = AssetSet.providesNamespace(path, &unread)
      if provides == nil {
        faults.append(CatalogFault(.broken, "\(path.text.printable)/Contents.json is not valid JSON."))
      }
      let own = provides == true ? namespace + [kind == nil ? path.fileName : AssetSet.stem(path)] : namespace
      read(path, namespace: own, depth: depth + 1, found)
    }
  }
}

extension AssetSet {
  /// Reads a set. A file or folder that cannot be read becomes a fault of the set.
  ///
  /// - Parameters:
  ///   - path: the folder of the set.
  ///   - kind: the kind of the set.
  ///   - namespace: the names of the folders above it that provide a namespace.
  public init(reading path: Pathname, _ kind: Kind, namespace: [String] = []) {
    self.init(fileIn: path, kind, namespace: namespace)
    compareWithFolder()
  }

  /// Reads the file that lists the slots of a set, and does not compare it with the folder.
  fileprivate init(fileIn path: Pathname, _ kind: Kind, namespace: [String]) {
    let name = namespace.isEmpty ? Self.stem(path) : (namespace + [Self.stem(path)]).joined(separator: "/")
    let own = AssetSet(kind: kind, path: path, name: name).contents
    var unread: UnansweredQuestion?
    self.init(kind, at: path, named: name, contents: Self.bytes(of: own, &unread), files: nil)
    self.unread = unread
  }

  /// Reads the file that lists the slots of a set; nil if the folder's name is not that of a set of one of some kinds.
  package init?(fileIn path: Pathname, of kinds: [Kind]? = nil) {
    guard let kind = Kind(folderName: path.fileName), kinds?.contains(kind) != false else { return nil }
    var unread: UnansweredQuestion?
    self.init(fileIn: path, kind, namespace: Self.namespace(of: path, &unread))
    self.unread = unread ?? self.unread
  }

  package mutating func compareWithFolder() {
    guard kind.isChecked, isRead else { return }
    // A document of Icon Composer without a folder of images has none.
    var files: Set<Pathname>? = kind == .icon ? [] : nil
    let folder = kind == .icon ? path.appending(Array("Assets".utf8)) : path
    let own = contents.name
    let entries = FolderWalk.entries(of: folder)
    if entries == nil, !UnansweredQuestion.meansAbsence(errno) {
      unread = unread ?? UnansweredQuestion(folder, number: errno)
    }
    if let entries {
      files = []
      for (name, type) in entries where name.first != UInt8(ascii: ".") {
        if name != own, !Self.isFolder(folder.appending(name), type: type, &unread) {
          files?.insert(kind == .icon ? Pathname("Assets").appending(name) : Pathname(bytes: name))
        }
      }
    }
    if let files { compare(with: files) }
  }

  /// Compares the files that the slots name with those that a walk found in the folder, which may be incomplete.
  package mutating func compare(withFound found: [Pathname]) {
    guard isRead, !found.isEmpty || slots.contains(where: { $0.file != nil }) else { return }
    var files = Set(found)
    for case let file? in slots.map(\.file) where !files.contains(file) {
      do throws(UnansweredQuestion) {
        if try FileStatus(of: path.appending(file.bytes)) != nil { files.insert(file) }
      } catch {
        unread = unread ?? error
      }
    }
    compare(with: files)
  }

  /// Reads a set, whose name begins with the namespaces of the folders between its catalog and it; nil if the folder's
  /// name is not that of a set.
  public init?(reading path: Pathname) {
    self.init(fileIn: path)
    compareWithFolder()
  }

  /// The names of the folders between a set and its catalog that provide a namespace.
  static func namespace(of path: Pathname, _ unread: inout UnansweredQuestion?) -> [String] {
    var namespace: [String] = []
    if let catalog = path.enclosingCatalog {
      var folder = path.folder
      while folder != catalog {
        if providesNamespace(folder, &unread) == true {
          namespace.insert(Kind(folderName: folder.fileName) == nil ? folder.fileName : stem(folder), at: 0)
        }
        folder = folder.folder
      }
    }
    return namespace
  }

  /// The name of the folder of a set without its extension.
  fileprivate static func stem(_ path: Pathname) -> String {
    let name = path.name ?? path.bytes
    return String(decoding: name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? 0)], as: UTF8.self)
  }

  /// Returns whether a folder is a namespace for the sets inside; nil if its `Contents.json` is not valid JSON.
  fileprivate static func providesNamespace(_ folder: Pathname, _ unread: inout UnansweredQuestion?) -> Bool? {
    guard let bytes = bytes(of: folder.appending(Array("Contents.json".utf8)), &unread) else { return false }
    guard let root = try? JSONReader.read(bytes) else { return nil }
    return root["properties"]?["provides-namespace"]?.bool == true
  }

  /// Returns the contents of a regular file; nil if it cannot be read or is too large.
  ///
  /// - Parameter unread: set to the file if the system cannot read it.
  private static func bytes(of path: Pathname, _ unread: inout UnansweredQuestion?) -> [UInt8]? {
    do throws(PNGError) {
      let file = try OpenFile(path: path.bytes)
      var source = ByteSource(file)
      // The size need not be that of the contents, as for files of the system.
      guard let size = file.size, size < sizeLimit else { return try source.readAll(atMost: sizeLimit) }
      let bytes = try source.readSome(size + 1)
      return bytes.count <= size ? bytes : nil
    } catch {
      if case .io(_, let number) = error, !UnansweredQuestion.meansAbsence(number) {
        unread = unread ?? UnansweredQuestion(path, number: number)
      }
      return nil
    }
  }

  fileprivate static func isFolder(_ path: Pathname, type: Int32, _ unread: inout UnansweredQuestion?) -> Bool {
    guard type == Int32(DT_UNKNOWN) else { return type == Int32(DT_DIR) }
    do throws(UnansweredQuestion) {
      // Links to folders are not followed, so that no loop can arise.
      return try FileStatus(of: path, followingLink: false)?.kind == .folder
    } catch {
      unread = unread ?? error
      return false
    }
  }
}

extension Pathname {
  /// Whether the path is that of a file in a folder whose name is that of an image, app icon or colour set; links are
  /// not resolved.
  package var isNamedInSet: Bool {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return false }
    return Self.endsOfSets.contains { bytes[..<slash].suffix($0.count).elementsEqual($0) }
  }

  private static let endsOfSets = [".imageset", ".colorset", ".appiconset"].map { Array($0.utf8) }
  private static let endOfCatalogs = Array(".xcassets".utf8)

  /// The innermost asset catalog that contains the path, or that the path itself names; nil if there is none.
  package var enclosingCatalog: Pathname? { catalogs.last }
  /// The outermost asset catalog likewise.
  package var outermostCatalog: Pathname? { catalogs.first }

  private var catalogs: [Pathname] {
    let (end, parts) = (Self.endOfCatalogs, bytes.split(separator: UInt8(ascii: "/")))
    return parts.filter { $0.count > end.count && $0.suffix(end.count).elementsEqual(end) }.map {
      Pathname(bytes: Array(bytes[..<$0.endIndex]))
    }
  }

  /// Whether the path names an image, app icon or colour set: the kinds that can have slots for displays of sRGB.
  package var isConvertibleSet: Bool {
    guard let kind = AssetSet.Kind(folderName: absolute.fileName) else { return false }
    return [.imageSet, .appIconSet, .colorSet].contains(kind)
  }

  /// The folder that contains the file, if that folder is an image, app icon or colour set.
  package var folderOfSet: Pathname? {
    let folder = bytes.contains(UInt8(ascii: "/")) ? folder : absolute.folder
    return folder.isConvertibleSet ? folder : nil
  }
}

extension AssetSet.Kind {
  /// The extensions of sets that contain images, colours or data.
  private static let single: Set<String> = [
    "appiconset", "arimageset", "arobject", "colorset", "cubetextureset", "dataset", "gcdashboardimage",
    "gcleaderboard", "icon", "iconset", "imageset", "imagestacklayer", "launchimage", "mipmapset",
    "solidimagestacklayer",
    "sticker", "stickersequence", "symbolset", "textureset",
  ]
  /// The extensions of sets that contain other sets.
  private static let groups: Set<String> = [
    "arresourcegroup", "brandassets", "complicationset", "gcleaderboardset", "imagestack", "solidimagestack",
    "spriteatlas", "stickerpack", "stickersiconset",
  ]

  /// Creates the kind of set that a folder with this name is; nil for an ordinary folder.
  package init?(folderName name: String) { self.init(folderName: Array(name.utf8)) }

  init?(folderName name: [UInt8]) {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    self.init(rawValue: String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased())
    guard Self.single.contains(rawValue) || holdsSets else { return nil }
  }

  /// Returns the kind of the set whose slots a file lists, if gamut checks that kind; nil for any other file.
  package init?(contents path: Pathname) {
    guard let name = path.name, name.elementsEqual("Contents.json".utf8) || name.elementsEqual("icon.json".utf8),
      // The name of the folder may be known by the absolute path only.
      let kind = path.absolute.folder.name.flatMap({ Self(folderName: $0) }), kind.isChecked,
      name.elementsEqual(AssetSet.contents(ofSetAt: path.folder, kind).fileName.utf8)
    else { return nil }
    self = kind
  }

  /// Returns the kind of set that a folder with this name is, if gamut checks that kind; nil for any other folder or
  /// file.
  package init?(folderOfChecked path: Pathname) {
    guard let kind = path.name.flatMap({ Self(folderName: $0) }), kind.isChecked else { return nil }
    self = kind
  }

  /// Whether folders inside the set are sets, too.
  package var holdsSets: Bool {
    Self.groups.contains(rawValue) || rawValue == "imagestacklayer" || rawValue == "solidimagestacklayer"
  }
}

package struct SetPlace: Sendable, Hashable {
  package let path: Pathname
  let kind: AssetSet.Kind
  let namespace: [String]

  init(path: Pathname, kind: AssetSet.Kind, namespace: [String]) {
    (self.path, self.kind, self.namespace) = (path, kind, namespace)
  }

  /// Creates the place of a set whose catalog is not walked; nil if the folder's name is not that of a set.
  package init?(_ path: Pathname) throws(UnansweredQuestion) {
    guard let kind = AssetSet.Kind(folderName: path.fileName) else { return nil }
    var unread: UnansweredQuestion?
    self.init(path: path, kind: kind, namespace: AssetSet.namespace(of: path, &unread))
    if let unread { throw unread }
  }

  /// The size in bytes of the file that lists the slots; 0 if there is none.
  package var size: Int { (try? FileStatus(of: AssetSet.contents(ofSetAt: path, kind)))?.size ?? 0 }

  package func read() -> AssetSet { AssetSet(reading: path, kind, namespace: namespace) }
}
