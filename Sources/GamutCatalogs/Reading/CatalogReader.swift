public import GamutBasics
import LibC
import PNGCodec

/// An asset catalog of Xcode (`Assets.xcassets`): its sets, in the order of their paths.
public struct AssetCatalog: Sendable, Hashable {
  /// All sets, with the faults of files and folders that cannot be read.
  public let sets: [AssetSet]
  package let unread: UnansweredQuestion?

  /// Reads a catalog.
  ///
  /// - Parameter path: the folder of the catalog.
  public init(reading path: Pathname) {
    var unread: UnansweredQuestion?
    self.init(SetPlace.all(in: path, &unread).map { $0.read() }, unread)
  }

  /// Reads only the `Contents.json` files of the colour sets of a catalog that are not known by their paths, and does not
  /// compare them with their folders.
  package init(colorsIn path: Pathname, known: [Pathname: AssetSet] = [:]) {
    var unread: UnansweredQuestion?
    let places =
      path.fileName.hasSuffix(".colorset")
      ? [SetPlace(path: path, kind: .colorSet, namespace: [])]
      : SetPlace.all(in: path, &unread).filter { $0.kind == .colorSet }
    self.init(places.map { known[$0.path] ?? $0.readFile() }, unread)
  }

  private init(_ sets: [AssetSet], _ unread: UnansweredQuestion?) {
    (self.sets, self.unread) = (sets, unread ?? sets.lazy.compactMap(\.unread).first)
  }
}

package struct SetPlace: Sendable, Hashable {
  package let path: Pathname
  let kind: AssetSet.Kind
  /// The names of the folders between its catalog and it that provide a namespace.
  let namespace: [Pathname]

  private static let maximumDepth = 32

  init(path: Pathname, kind: AssetSet.Kind, namespace: [Pathname]) {
    (self.path, self.kind, self.namespace) = (path, kind, namespace)
  }

  /// Creates the place of a set whose catalog is not walked; nil if the folder's name is not that of a set.
  package init?(_ path: Pathname) throws(UnansweredQuestion) {
    guard let kind = AssetSet.Kind(folder: path) else { return nil }
    var unread: UnansweredQuestion?
    self.init(path: path, kind: kind, &unread)
    if let unread { throw unread }
  }

  fileprivate init(path: Pathname, kind: AssetSet.Kind, _ unread: inout UnansweredQuestion?) {
    var namespace: [Pathname] = []
    if let catalog = path.enclosingCatalog {
      var folder = path.folder
      while folder != catalog {
        namespace = Self.namespace(of: folder, &unread) + namespace
        folder = folder.folder
      }
    }
    self.init(path: path, kind: kind, namespace: namespace)
  }

  package static func all(in catalog: Pathname) throws(UnansweredQuestion) -> [SetPlace] {
    var unread: UnansweredQuestion?
    let places = all(in: catalog, &unread)
    if let unread { throw unread }
    return places
  }

  fileprivate static func all(
    in folder: Pathname, namespace: [Pathname] = [], depth: Int = 0, _ unread: inout UnansweredQuestion?
  ) -> [SetPlace] {
    guard depth < maximumDepth else { return [] }
    guard let entries = FolderWalk.entries(of: folder) else {
      unread = unread ?? UnansweredQuestion.ifAny(folder, number: errno)
      return []
    }
    var places: [SetPlace] = []
    for (name, type) in entries.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
      let path = folder.appending(name)
      guard name.first != UInt8(ascii: "."), AssetSet.isFolder(path, type: type, &unread) else { continue }
      if let kind = AssetSet.Kind(folder: path) {
        places.append(SetPlace(path: path, kind: kind, namespace: namespace))
      } else {
        places += all(in: path, namespace: namespace + Self.namespace(of: path, &unread), depth: depth + 1, &unread)
      }
    }
    return places
  }

  /// The name of a folder or a sprite atlas, if its file says that it is part of the names of the sets inside.
  private static func namespace(of folder: Pathname, _ unread: inout UnansweredQuestion?) -> [Pathname] {
    guard let bytes = AssetSet.bytes(of: folder.appending(Array("Contents.json".utf8)), &unread),
      let root = try? JSONReader.read(bytes), root["properties"]?["provides-namespace"]?.bool == true
    else { return [] }
    return [folder.fileName.hasSuffix(".spriteatlas") ? AssetSet.stem(folder) : Pathname(folder.fileName)]
  }

  package func read() -> AssetSet {
    var set = readFile()
    set.compareWithFolder()
    return set
  }

  fileprivate func readFile() -> AssetSet {
    var unread: UnansweredQuestion?
    let contents = AssetSet.bytes(of: AssetSet.contents(ofSetAt: path, kind), &unread)
    let name = Pathname(bytes: Array((namespace + [AssetSet.stem(path)]).map(\.bytes).joined(separator: "/".utf8)))
    var set = AssetSet(kind, at: path, named: name, contents: contents, files: nil)
    set.unread = unread
    return set
  }
}

extension AssetSet {
  /// Reads a set, whose name begins with the namespaces of the folders between its catalog and it; nil if the folder's
  /// name is not that of a set.
  public init?(reading path: Pathname) {
    guard let kind = Kind(folder: path) else { return nil }
    self.init(fileIn: path, kind)
    compareWithFolder()
  }

  /// Reads the file that lists the slots of a set, and does not compare it with the folder.
  package init(fileIn path: Pathname, _ kind: Kind) {
    var unread: UnansweredQuestion?
    self = SetPlace(path: path, kind: kind, &unread).readFile()
    self.unread = unread ?? self.unread
  }

  /// The same; nil if the folder's name is not that of a set of one of some kinds.
  package init?(fileIn path: Pathname, of kinds: Set<Kind>) {
    guard let kind = Kind(folder: path), kinds.contains(kind) else { return nil }
    self.init(fileIn: path, kind)
  }

  /// Whether the file that lists the slots is still the one that was read.
  package var isCurrent: Bool {
    var unread: UnansweredQuestion?
    return isRead
      && Self.bytes(of: Self.contents(ofSetAt: path, kind), &unread).map { ContentChecksum.crc64($0) } == checksum
  }

  package mutating func compareWithFolder() {
    guard isRead else { return }
    let folder = kind == .icon ? path.appending(Array("Assets".utf8)) : path
    guard let entries = FolderWalk.entries(of: folder) else {
      unread = unread ?? UnansweredQuestion.ifAny(folder, number: errno)
      // A document of Icon Composer without a folder of images has none.
      if kind == .icon { compare(with: []) }
      return
    }
    var files: Set<Pathname> = []
    for (name, type) in entries where name.first != UInt8(ascii: ".") && name != contents.name {
      guard !Self.isFolder(folder.appending(name), type: type, &unread) else { continue }
      files.insert(kind == .icon ? Pathname("Assets").appending(name) : Pathname(bytes: name))
    }
    compare(with: files)
  }

  fileprivate static func stem(_ path: Pathname) -> Pathname {
    let name = path.name ?? path.bytes
    return Pathname(bytes: Array(name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? 0)]))
  }

  fileprivate static func bytes(of path: Pathname, _ unread: inout UnansweredQuestion?) -> [UInt8]? {
    do throws(PNGError) {
      let file = try OpenFile(path: path.bytes)
      var source = ByteSource(file)
      // The size need not be that of the contents, as for files of the system.
      guard let size = file.size, size < sizeLimit else { return try source.readAll(atMost: sizeLimit) }
      let bytes = try source.readSome(size + 1)
      return bytes.count <= size ? bytes : nil
    } catch {
      if case .io(_, let number) = error { unread = unread ?? UnansweredQuestion.ifAny(path, number: number) }
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

extension UnansweredQuestion {
  /// Returns the question that an error of the system leaves open; nil if it means that nothing is there.
  fileprivate static func ifAny(_ path: Pathname, number: Int32) -> UnansweredQuestion? {
    meansAbsence(number) ? nil : UnansweredQuestion(path, number: number)
  }
}

extension Pathname {
  private static let endOfCatalogs = Array(".xcassets".utf8)

  /// The innermost asset catalog that contains the path, or that the path itself names; nil if there is none.
  package var enclosingCatalog: Pathname? { catalogs.last }
  package var outermostCatalog: Pathname? { catalogs.first }

  private var catalogs: [Pathname] {
    let (end, parts) = (Self.endOfCatalogs, bytes.split(separator: UInt8(ascii: "/")))
    return parts.filter { $0.count > end.count && $0.suffix(end.count).elementsEqual(end) }.map {
      Pathname(bytes: Array(bytes[..<$0.endIndex]))
    }
  }

  /// Whether the path names an image, app icon or colour set: the kinds that can have slots for displays of sRGB.
  package var isConvertibleSet: Bool { AssetSet.Kind(folder: absolute).map { $0 != .icon } ?? false }

  /// The folder that contains the file, if that folder is an image, app icon or colour set.
  package var folderOfSet: Pathname? {
    let folder = bytes.contains(UInt8(ascii: "/")) ? folder : absolute.folder
    return folder.isConvertibleSet ? folder : nil
  }
}

extension AssetSet.Kind {
  package init?(folder path: Pathname) {
    guard let name = path.name, let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    self.init(rawValue: String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased())
  }

  package init?(contents path: Pathname) {
    guard let name = path.name, name.elementsEqual("Contents.json".utf8) || name.elementsEqual("icon.json".utf8),
      // The name of the folder may be known by the absolute path only.
      let kind = Self(folder: path.absolute.folder),
      name.elementsEqual(AssetSet.contents(ofSetAt: path.folder, kind).fileName.utf8)
    else { return nil }
    self = kind
  }
}
