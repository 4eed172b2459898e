import GamutBasics
import GamutCatalogs
import TestSupport
import Testing

@Suite struct CatalogReadingTests {
  private static let info = #""info" : { "author" : "xcode", "version" : 1 }"#
  private static let namespace = "{ \(info), \"properties\" : { \"provides-namespace\" : true } }"
  private static let noNamespace = "{ \(info), \"properties\" : { \"provides-namespace\" : false } }"
  private static let rootFile =
    "{ \(info), \"properties\" : { \"generate-swift-asset-symbol-extensions\" : \"enable\" } }"
  private static let picture = SetCase.images(#"{ "filename" : "a.png", "idiom" : "universal" }"#)
  private static let color = SetCase.colors(SetCase.texts("0xFF", "0x3B", "0x30"))

  /// Writes files, by their paths in a catalog, and returns the path of the catalog.
  private static func write(_ files: [String: String], to folder: TemporaryFolder) throws -> Pathname {
    try folder.makeFolder("Media.xcassets")
    for (name, text) in files { try folder.write(Array(text.utf8), to: "Media.xcassets/\(name)") }
    return Pathname(folder.path + "/Media.xcassets")
  }

  private static func names(_ catalog: AssetCatalog) -> [String] {
    catalog.sets.map { "\($0.kind.rawValue) \($0.name)" }
  }

  @Test func setsAreFoundInFoldersOfEveryKind() throws {
    let folder = try TemporaryFolder()
    let path = try Self.write(
      [
        "Contents.json": Self.rootFile,
        "App.icon/icon.json": #"{ "groups" : [ { "layers" : [ { "image-name" : "star.svg" } ] } ] }"#,
        "App.icon/Assets/star.svg": "<svg/>",
        "AppIcon.appiconset/Contents.json": Self.picture,
        "AppIcon.appiconset/a.png": "",
        "Colors/Contents.json": Self.namespace,
        "Colors/Brand.colorset/Contents.json": Self.color,
        "Colors/Deep/Contents.json": Self.namespace,
        "Colors/Deep/Accent.colorset/Contents.json": Self.color,
        // Neither a folder without a file nor one that provides no namespace changes names.
        "Colors/Plain/Link.colorset/Contents.json": Self.color,
        "Group/Contents.json": Self.noNamespace,
        "Group/Leaf.imageset/Contents.json": Self.picture,
        "Group/Leaf.imageset/a.png": "",
        "Pictures/Moon.imageset/Contents.json": Self.picture,
        "Pictures/Moon.imageset/a.png": "",
        "Pictures/v1.0/Old.imageset/Contents.json": Self.picture,
        "Pictures/v1.0/Old.imageset/a.png": "",
        "Star.v2.imageset/Contents.json": Self.picture,
        "Star.v2.imageset/a.png": "",
        "Sun.imageset/.DS_Store": "",
        "Sun.imageset/Contents.json": Self.picture,
        "Sun.imageset/a.png": "",
        "TV.imagestack/Contents.json": "{ \(Self.info) }",
        "TV.imagestack/Back.imagestacklayer/Content.imageset/Contents.json": Self.picture,
        "TV.imagestack/Back.imagestacklayer/Content.imageset/a.png": "",
        "notes.txt": "",
      ], to: folder)
    let catalog = AssetCatalog(reading: path)
    #expect(
      Self.names(catalog) == [
        "icon App", "appiconset AppIcon", "colorset Colors/Brand", "colorset Colors/Deep/Accent",
        "colorset Colors/Link", "imageset Leaf", "imageset Moon", "imageset Old", "imageset Star.v2", "imageset Sun",
        "imageset Content",
      ])
    #expect(catalog.sets.map(\.path) == catalog.sets.map(\.path).sorted())
    let picture = ["universal: file a.png"]
    let color = ["universal: color srgb 1.0000,0.2314,0.1882 alpha 1.0000"]
    #expect(
      catalog.sets.map { $0.slots.map { SetCase.description(of: $0) } } == [
        ["icon: file Assets/star.svg"], picture, color, color, color, picture, picture, picture, picture, picture,
        picture,
      ])
    #expect(catalog.sets.flatMap(\.faults) == [])
    // A set that is read alone has the same name.
    for set in catalog.sets { #expect(AssetSet(reading: set.path) == set, "\(set.path.text)") }
    // So is one that is listed first and read later.
    #expect(try SetPlace.all(in: path).map { $0.read() } == catalog.sets)
    #expect(AssetSet(reading: Pathname(path.text + "/Pictures/v1.0")) == nil)
    #expect(AssetSet(reading: Pathname(path.text + "/Colors")) == nil)
  }

  /// Folders, Unique Asset Names: a name includes those of "any group or sprite atlas folders that are marked as
  /// providing a namespace".
  @Test func aSpriteAtlasMayProvideANamespace() throws {
    let folder = try TemporaryFolder()
    let path = try Self.write(
      [
        "Hero.spriteatlas/Contents.json": Self.namespace,
        "Hero.spriteatlas/Run.imageset/Contents.json": Self.picture,
        "Hero.spriteatlas/Run.imageset/a.png": "",
        "Plain.spriteatlas/Contents.json": Self.noNamespace,
        "Plain.spriteatlas/Walk.imageset/Contents.json": Self.picture,
        "Plain.spriteatlas/Walk.imageset/a.png": "",
      ], to: folder)
    let catalog = AssetCatalog(reading: path)
    #expect(
      Self.names(catalog) == ["imageset Hero/Run", "imageset Walk"])
    for set in catalog.sets { #expect(AssetSet(reading: set.path) == set, "\(set.path.text)") }
  }

  /// 7 of 223 public catalogs have no file of their own.
  @Test func theFileOfACatalogIsOptional() throws {
    let folder = try TemporaryFolder()
    let path = try Self.write(["A.colorset/Contents.json": Self.color], to: folder)
    let catalog = AssetCatalog(reading: path)
    #expect(Self.names(catalog) == ["colorset A"])
    #expect(catalog.sets.first?.faults == [])
  }

  /// The namespace of a folder counts only where its file says so.
  @Test func aNamespaceBelongsToItsFolderAlone() throws {
    let folder = try TemporaryFolder()
    let path = try Self.write(
      [
        "A/Contents.json": Self.namespace,
        "A/Inner/X.colorset/Contents.json": Self.color,
        "A/Inner/Deep/Contents.json": Self.namespace,
        "A/Inner/Deep/X.colorset/Contents.json": Self.color,
        "B/Contents.json": "{ \(Self.info) }",
        "B/X.colorset/Contents.json": Self.color,
        "v1.0/Contents.json": Self.namespace,
        "v1.0/X.colorset/Contents.json": Self.color,
      ], to: folder)
    #expect(
      Self.names(AssetCatalog(reading: path)) == [
        "colorset A/Deep/X", "colorset A/X", "colorset X", "colorset v1.0/X",
      ])
  }

  @Test func aSetWithoutItsFileIsBroken() throws {
    let folder = try TemporaryFolder()
    let path = try Self.write(["A.imageset/a.png": "", "B.icon/Assets/a.svg": ""], to: folder)
    try folder.makeFolder("Media.xcassets/C.colorset")
    let catalog = AssetCatalog(reading: path)
    #expect(Self.names(catalog) == ["imageset A", "icon B", "colorset C"])
    for set in catalog.sets {
      #expect(set.slots == [])
      #expect(set.faults.map(\.kind) == [.broken])
      #expect(set.faults.first?.line == nil)
    }
  }

  @Test func filesAreComparedWithTheFolder() throws {
    let folder = try TemporaryFolder()
    let path = try Self.write(
      [
        "A.imageset/Contents.json": SetCase.images(
          #"{ "filename" : "a.png", "scale" : "1x" }"#, #"{ "filename" : "b.png", "scale" : "2x" }"#),
        "A.imageset/b.png": "",
        "A.imageset/c.png": "",
        "B.icon/icon.json": #"{ "groups" : [ { "layers" : [ { "image-name" : "a.svg" } ] } ] }"#,
        // The images of a document are in its folder `Assets`.
        "B.icon/a.svg": "",
        "B.icon/Assets/b.svg": "",
      ], to: folder)
    let catalog = AssetCatalog(reading: path)
    let images = try #require(catalog.sets.first)
    let document = try #require(catalog.sets.last)
    #expect(images.faults.count == 2)
    #expect(images.faults.contains { SetCase.matches($0, "missing 3 a.png is not there") })
    #expect(images.faults.contains { SetCase.matches($0, "orphan - c.png belongs to no slot") })
    #expect(document.faults.map(\.kind) == [.missingFile])
  }

  @Test func aDocumentWithoutAssetsLacksItsImages() throws {
    let folder = try TemporaryFolder()
    let document = #"{ "groups" : [ { "layers" : [ { "image-name" : "a.svg" } ] } ] }"#
    let path = try Self.write(["B.icon/icon.json": document], to: folder)
    let set = try #require(AssetCatalog(reading: path).sets.first)
    #expect(set.slots.map(\.file) == ["Assets/a.svg"])
    #expect(set.faults.map(\.kind) == [.missingFile])
  }

  @Test func aFolderWhoseFileCannotBeReadIsNoNamespace() throws {
    let folder = try TemporaryFolder()
    let path = try Self.write(
      ["A/Contents.json": "{ this is no JSON", "A/X.colorset/Contents.json": Self.color], to: folder)
    #expect(Self.names(AssetCatalog(reading: path)) == ["colorset X"])
  }

  @Test func aCatalogMayBeEmptyOrAbsent() throws {
    let folder = try TemporaryFolder()
    let path = try Self.write([:], to: folder)
    #expect(AssetCatalog(reading: path).sets == [])
    #expect(AssetCatalog(reading: Pathname(folder.path + "/Other.xcassets")).sets == [])
  }

  /// The kinds that are read, others, and ordinary folders with points in their names.
  @Test(
    arguments: [
      ("A.imageset", "imageset"), ("A.appiconset", "appiconset"), ("A.colorset", "colorset"), ("A.icon", "icon"),
      ("A.symbolset", nil), ("A.imagestack", nil), ("A.b.imageset", "imageset"), ("v1.0", nil), ("imageset", nil),
      ("A", nil),
      ("A.", nil), ("A.imageset.old", nil), ("A imageset", nil),
    ] as [(String, String?)])
  func theExtensionOfAFolderIsItsKind(folder: String, kind: String?) {
    #expect(AssetSet.Kind(folder: Pathname(folder))?.rawValue == kind)
  }
}
