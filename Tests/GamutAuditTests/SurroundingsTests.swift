import GamutKit
import LittleCMS
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutAudit

/// Images without a declaration, and those around them.
@Suite struct SurroundingsTests {
  /// Red, which is another colour in Display P3.
  private static func image(_ chunks: [PNGChunk]) -> [UInt8] {
    PNGBuilder(width: 3, height: 2) { x, _, channel in channel == 0 ? 180 + x : 90 }.bytes(chunks)
  }

  private static let none = image([]), black = PNGBuilder(width: 3, height: 2) { _, _, _ in 0 }.bytes,
    sRGB = image([.sRGB()]), p3 = image([.iCCP(Profile.displayP3.bytes)])
  private static let gamma = image([.gAMA(45455)]), deep = deepImage(3, 2), large = deepImage(257, 256)
  private static func deepImage(_ width: Int, _ height: Int) -> [UInt8] {
    PNGBuilder(width: width, height: height, depth: 16) { x, _, channel in channel == 0 ? 50_000 + x : 20_000 }.bytes
  }

  /// The images of a folder, and whether those without a declaration stand out: in a set, if another image for the same
  /// gamut declares another space than sRGB; elsewhere if most of at least five declare a wide one, or if fewer small
  /// images have 16 bits.
  static let cases: [(folder: String, images: [[UInt8]], slots: [String], standsOut: Bool)] = [
    ("Icons", [none, p3, p3, p3, p3], [], true),
    ("Icons", [none, none, p3, p3, p3], [], true),
    ("Icons", [black, p3, p3, p3, p3], [], false),
    ("Icons", [none, p3, p3, p3], [], false),
    ("Icons", [none, none, none, p3, p3, p3], [], false),
    ("Icons", [none, sRGB, sRGB, sRGB, sRGB, sRGB], [], false),
    ("Icons", [none, gamma, gamma, gamma, gamma, gamma], [], false),
    ("Icons", [deep, deep, deep, deep], [], true),
    ("Icons", [deep, deep, deep, deep, deep], [], false),
    ("Photos", [large, sRGB, sRGB, sRGB, sRGB], [], false),
    ("Photos", [large, large, large, sRGB, sRGB], [], true),
    ("A.xcassets/Other", [none, p3, p3, p3, p3], [], false),
    ("A.xcassets/A.imageset", [none, p3], ["\"scale\":\"1x\"", "\"scale\":\"2x\""], true),
    ("A.xcassets/A.imageset", [none, sRGB], ["\"scale\":\"1x\"", "\"scale\":\"2x\""], false),
    ("A.xcassets/A.imageset", [none, p3], ["\"scale\":\"1x\"", ImageSlots.dark], false),
    (
      "A.xcassets/A.imageset", [none, p3],
      ["\"display-gamut\":\"sRGB\"", "\"display-gamut\":\"display-P3\""], false
    ),
  ]

  private static func tree(_ index: Int) throws -> TemporaryFolder {
    let (name, images, slots, _) = cases[index]
    let folder = try TemporaryFolder()
    for (number, image) in images.enumerated() { try folder.write(image, to: "\(name)/\(number).png") }
    guard !slots.isEmpty else { return folder }
    let list = slots.enumerated().map { ImageSlots.slot("\($0).png", $1) }
    try folder.write(ImageSlots.contents(list), to: name + "/Contents.json")
    return folder
  }

  @Test(.enabled(if: Thoroughness.hasTime), arguments: cases.indices) func whatStandsOutIsAWarning(index: Int) throws {
    let folder = try Self.tree(index)
    func severities(_ policy: AuditPolicy = AuditPolicy(), shard: Shard? = nil) throws -> Set<Severity> {
      Set(
        try AuditOfTree(folder, policy, shard: shard).rows.flatMap(\.findings).filter { $0.rule == .untagged }
          .map(\.severity))
    }
    let expected: Severity = Self.cases[index].standsOut ? .warning : .note
    #expect(try severities() == [expected])
    // A part has not all images; the first one is in the first.
    let parts = try (1...2).map { try severities(shard: Shard(index: $0, count: 2)) }
    #expect(parts.reduce([]) { $0.union($1) } == [expected])
    var policy = AuditPolicy()
    policy.setSeverity(.note, of: .untagged)
    #expect(try severities(policy) == [.note])
  }

  /// Browsers show a JPEG by any name, and screenshots have the numbers of an app.
  @Test(arguments: [
    ("site/hugo.toml", Severity.note), ("site/archetypes/default.md", .note), ("_layouts/default.html", .note),
    ("hugo.md", .warning),
  ])
  func picturesOfSitesAreNotes(file: String, severity: Severity) throws {
    let monitor = AuditCase.device { $0 = $0.adding("vcgt", [0, 0, 0, 0]) }
    let image = PNGBuilder(width: 16, height: 16) { _, _, channel in [220, 60, 40][channel] }.bytes([monitor])
    let rows = try AuditOfTree([
      file: [], "site/static/a.png": [0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0], "site/static/b.png": image,
      "A.xcassets/Brand.colorset/Contents.json": SetAuditCase.brand("220 60 40"),
    ]).rows
    let found = rows.flatMap(\.findings).filter { [.notPNG, .profileDevice].contains($0.rule) }
    #expect(found.map(\.severity) == [severity, severity])
  }

  /// The folders of known frameworks for tests that compare pictures.
  @Test(arguments: [
    ("Tests/__Snapshots__/AppTests", false), ("__image_snapshots__", false), ("ReferenceImages_64/App", false),
    ("e2e/home.spec.ts-snapshots", false), ("Icons", true),
  ])
  func picturesOfTestsMayBeInDisplayP3(path: String, isReported: Bool) throws {
    let folder = try TemporaryFolder([path + "/a.png": Self.p3])
    #expect(try AuditOfTree(folder).rows.flatMap(\.findings).contains { $0.rule == .p3Unneeded } == isReported)
    var policy = AuditPolicy()
    policy.setSeverity(.warning, of: .p3Unneeded)
    #expect(try AuditOfTree(folder, policy).rows.flatMap(\.findings).map(\.rule) == [.p3Unneeded])
  }

  /// The templates of Flutter have a README in a set.
  @Test func aReadmeIsNoOrphan() throws {
    let set = "A.xcassets/A.imageset/"
    let audit = try AuditOfTree([
      set + "Contents.json": ImageSlots.contents([ImageSlots.slot("a.png")]), set + "a.png": Self.sRGB,
      set + "README.md": [], set + "readme": [], set + "make.sh": [],
    ])
    let found = audit.rows.flatMap(\.findings).filter { $0.rule == .catalogOrphanFile }
    #expect(found.map(\.message) == ["The file make.sh belongs to no slot."])
  }
}
