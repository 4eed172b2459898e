import LittleCMS
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutAudit
@testable import GamutKit

/// What builds and stores do with files. aapt2 says what is in an Android app (`make check WHAT=readers` asks it), and the
/// App Store's errors ITMS-90717 and ITMS-90396 which icons it refuses.
@Suite struct ShippedTests {
  private static let p3 = PNGChunk.iCCP(Profile.displayP3.bytes)

  /// Two reds of Display P3, one in the other: in sRGB they are one.
  private static func reds(_ chunks: [PNGChunk], depth: Int = 8) -> [UInt8] {
    PNGBuilder(width: 32, height: 32, depth: depth) { x, y, channel in
      channel > 0 ? 0 : (8..<24 ~= x && 8..<24 ~= y ? 255 : 236) * (depth == 16 ? 257 : 1)
    }.bytes(chunks)
  }

  private static let greys = PNGBuilder(width: 8, height: 8) { x, y, _ in 20 * x + y }.bytes([p3])

  private func audit(_ path: String, _ bytes: [UInt8], policy: String = "") throws -> AuditRow {
    try #require(try AuditOfTree([path: bytes], policy: policy).rows.first)
  }

  @Test(
    .enabled(if: Thoroughness.hasTime),
    arguments: [
      ("app/src/main/res/drawable-hdpi/a.png", true), ("res/drawable/a.png", true),
      ("res/mipmap-anydpi-v26/a.png", true),
      ("res/drawable-night-xxhdpi/frame.9.png", true), ("res/raw/a.png", false), ("res/raw-de/a.png", false),
      ("res/values/a.png", false), ("res/drawables/a.png", false), ("drawable/a.png", false), ("res/a.png", false),
      ("res/drawable/sub/a.png", false), ("assets/drawable/a.png", false),
    ])
  func aBuildForAndroidRemovesProfiles(path: String, isStripped: Bool) throws {
    for depth in [8, 16] {
      let row = try audit(path, Self.reds([Self.p3], depth: depth))
      let rules = row.findings.map(\.rule)
      #expect(rules.contains(.profileStripped) == isStripped && rules.contains(.collapses) != isStripped)
      guard isStripped else { continue }
      #expect(rules == [.profileStripped] && row.verdict == .fits)
      // The red of Display P3 and that of sRGB, by DIN 6176 and the primaries of both spaces: 6.57.
      let finding = row.findings[0]
      let shift = try #require(finding.numbers.first?.value)
      #expect(abs(shift - 6.57) < 0.05 && finding.message.contains("6.6"))
      #expect(finding.remedy == nil && finding.advice?.contains("convert --to srgb") == true)
      #expect(finding.advice?.contains("crunchPngs") == !path.hasSuffix(".9.png"))
    }
  }

  /// What is not shipped is not judged, and what is the same in sRGB is no finding.
  @Test(
    .enabled(if: Thoroughness.hasTime),
    arguments: [
      ("untagged", reds([]), []), ("16 bits, untagged", reds([], depth: 16), []), ("gAMA", reds([.gAMA(45455)]), []),
      ("sRGB", reds([.sRGB()]), []), ("greys of Display P3", greys, []),
      ("cICP", reds([.cICP(12, 13)]), [.profileStripped]),
      ("contradictions", reds([.cICP(1, 13), p3]), []),
    ] as [(String, [UInt8], [AuditRule])])
  func declarationsOfDrawablesDoNotMatter(name: String, bytes: [UInt8], rules: [AuditRule]) throws {
    #expect(try audit("res/drawable/a.png", bytes).findings.map(\.rule) == rules)
  }

  /// A command is only given where sRGB has every colour; a difference that nobody sees is no finding.
  @Test func convertibleDrawablesHaveACommand() throws {
    let image = PNGBuilder(width: 8, height: 8) { x, _, channel in channel == 0 ? 180 + x : 90 }.bytes([Self.p3])
    let finding = try #require(try audit("res/drawable/a.png", image).findings.first)
    #expect(finding.rule == .profileStripped && finding.remedy == .convert(to: .sRGB))
    #expect(try audit("res/drawable/a.png", Self.reds([Self.p3]), policy: "jnd: 7").findings.isEmpty)
    #expect(
      try audit("res/drawable/a.png", Self.reds([Self.p3]), policy: "severity: {profile-stripped: off}").findings
        .isEmpty)
  }

  /// Of 100 pixels some are red, which is another colour in sRGB, and the others black, which is the same.
  @Test(arguments: [(20, Severity.note), (21, .warning)])
  func aFifthOfThePixelsMatters(count: Int, severity: Severity) throws {
    let image = PNGBuilder(width: 10, height: 10) { x, y, channel in 10 * y + x < count && channel == 0 ? 200 : 0 }
    let stripped = try #require(try audit("res/drawable/a.png", image.bytes([Self.p3])).findings.first)
    #expect(stripped.severity == severity && stripped.message.contains("in \(count)% of the pixels"))
    let device = try AuditOfTree([
      "a.png": image.bytes([AuditCase.device { $0 = $0.adding("vcgt", [0, 0, 0, 0]) }]),
      "A.xcassets/Brand.colorset/Contents.json": SetAuditCase.brand("200 0 0"),
    ])["a.png"]?.findings.first { $0.rule == .profileDevice }
    let words = severity == .note ? "in \(count)% of the pixels" : "seems to be wrong"
    #expect(device?.severity == severity && device?.message.contains(words) == true)
  }

  /// The profile of an image with the numbers of the app's colour in sRGB is wrong, and the app without it right.
  @Test(arguments: [(220, Severity.note), (222, .warning)])
  func numbersOfSRGBAreRightWithoutTheProfile(red: Int, severity: Severity) throws {
    let image = PNGBuilder(width: 16, height: 16) { x, y, channel in x + y < 8 ? 255 : [red, 60, 40][channel] }
    let audit = try AuditOfTree([
      "res/drawable/a.png": image.bytes([Self.p3]),
      "A.xcassets/Brand.colorset/Contents.json": SetAuditCase.brand("220 60 40"),
    ])
    let finding = try #require(audit["res/drawable/a.png"]?.findings.first)
    #expect(finding.rule == .profileStripped && finding.severity == severity)
    #expect(finding.message.contains("A.xcassets/Brand.colorset/Contents.json") == (severity == .note))
  }

  /// The profile of a monitor says little about the numbers: the app may be right without it. In an icon with the numbers of
  /// a colour of the app it is wrong, however small the difference.
  @Test func profilesOfDevicesAreDoubted() throws {
    let monitor = AuditCase.device { $0 = $0.adding("vcgt", [0, 0, 0, 0]) }
    let image = PNGBuilder(width: 16, height: 16) { _, _, channel in [220, 60, 40][channel] }.bytes([monitor])
    let photo = PNGBuilder(width: 16, height: 16) { _, _, channel in [220, 40, 60][channel] }.bytes([monitor])
    let icons = "A.xcassets/AppIcon.appiconset/"
    let audit = try AuditOfTree([
      "res/drawable/a.png": image, icons + "a.png": image,
      icons + "Contents.json": ImageSlots.contents([ImageSlots.slot("a.png")]),
      "Tests/" + icons + "a.png": image, "photo.png": photo,
      "Tests/" + icons + "Contents.json": ImageSlots.contents([ImageSlots.slot("a.png")]),
      "A.xcassets/Brand.colorset/Contents.json": SetAuditCase.brand("220 60 40"),
    ])
    #expect(audit["res/drawable/a.png"]?.findings.first { $0.rule == .profileStripped }?.severity == .note)
    let icon = try #require(audit[icons + "a.png"]?.findings.first { $0.rule == .profileDevice })
    #expect(icon.severity == .warning && icon.message.contains("seems to be wrong") && icon.remedy == nil)
    let tested = audit["Tests/" + icons + "a.png"]?.findings.first { $0.rule == .profileDevice }
    #expect(tested?.severity == .note && tested?.message == icon.message)
    #expect(audit["photo.png"]?.findings.first { $0.rule == .profileDevice }?.severity == .note)
  }

  /// Names have no hyphen there, and the image stays as it is, wherever the audit runs.
  @Test func variantsAreInAFolderOfTheirOwn() throws {
    let resources = "app/src/main/res/"
    let variant = Pathname(resources + "drawable-nowidecg-xhdpi/a.png")
    var files = [
      "app/build.gradle": Array("crunchPngs false".utf8), resources + "drawable-xhdpi/a.png": Self.reds([Self.p3]),
    ]
    let collapses = try #require(try AuditOfTree(files).rows.first?.findings.first)
    #expect(collapses.rule == .collapses && collapses.remedy?.output == variant)
    files[variant.text] = Self.reds([.sRGB()])
    let found = try AuditOfTree(files).rows.flatMap(\.findings)
    #expect(found.map(\.rule) == [.hasVariant] && found.first?.other?.path == variant)
  }

  /// What is broken in tests is mostly so on purpose, unless the policy says otherwise.
  @Test(arguments: [
    ("App/a.png", "", Severity.error), ("AppTests/a.png", "", .note), ("x/Fixtures/y/a.png", "", .note),
    ("__Snapshots__/a.png", "", .note), ("A.framework/a.png", "", .note), ("latest/a.png", "", .error),
    ("test.png", "", .error),
    ("tests/a.png", "severity: {damaged: warning}", .warning),
  ])
  func findingsInFoldersOfTestsAreNotes(path: String, policy: String, severity: Severity) throws {
    #expect(try audit(path, [1, 2, 3], policy: policy).findings.map(\.severity) == [severity])
    let cut = Array(Self.reds([Self.p3]).dropLast(40))
    let found = try audit(path, cut, policy: policy).findings
    #expect(found.map(\.rule) == [.damaged] && found[0].severity == severity)
  }

  @Test func otherFilesAreNoFindings() throws {
    let folder = try TemporaryFolder(["a.css": Array("a { color: red }".utf8)])
    let path = Pathname(folder.path + "/a.css")
    let row = try Auditor(AuditPolicy()).audit(AuditInput(input: .file(path), path: path))
    #expect(row.findings.isEmpty && row.error?.code == "not-png" && row.error?.message.contains("palette'") == true)
  }

  @Test func crushedImagesAreRightInBundles() throws {
    let crushed = PNGBuilder.file([PNGChunk("CgBI", [0x50, 0, 0x20, 2]), PNGBuilder.header(1, 1, 8, 6), .end])
    for (path, rules) in [
      ("Sources/a.png", [AuditRule.notPNG]), ("Kit.framework/a.png", []), ("Kit.xcframework/ios/a.png", []),
      ("Payload/A.app/b/a.png", []), ("Photos.bundle/a.png", []),
    ] {
      #expect(try audit(path, crushed).findings.map(\.rule) == rules, "\(path)")
    }
    #expect(try audit("AppHelp/a.png", crushed).findings.map(\.severity) == [.note])
  }

  private static func icon(_ colorType: Int, alpha: Int = 255, transparency: [UInt8]? = nil) -> [UInt8] {
    let last = colorType == 6 ? 3 : colorType == 4 ? 1 : -1
    var builder = PNGBuilder(width: 16, height: 16, colorType: colorType) { x, y, channel in
      colorType == 3 ? x & 1 : channel != last ? 16 * x + y & 0xff : x == 5 && y == 9 ? alpha : 255
    }
    if colorType == 3 { builder.palette = [255, 0, 0, 0, 0, 255] }
    builder.transparency = transparency
    return builder.bytes([.sRGB()])
  }

  private static let dark = "," + ImageSlots.dark

  /// Returns the finding about the alpha channel of an icon.
  private func finding(_ bytes: [UInt8], _ slot: String, name: String = "AppIcon.appiconset") throws -> AuditFinding? {
    let set = "A.xcassets/\(name)/"
    let contents = ImageSlots.contents(["{\"filename\":\"a.png\",\(slot)}"])
    let rows = try AuditOfTree([set + "a.png": bytes, set + "Contents.json": contents]).rows
    return rows.flatMap(\.findings).first { $0.rule == .appIconAlpha }
  }

  @Test(
    .enabled(if: Thoroughness.hasTime),
    arguments: [
      (#""idiom":"universal","platform":"ios","size":"16x16""#, true),
      (#""idiom":"ios-marketing","size":"16x16","scale":"1x""#, true),
      (#""idiom":"iphone","size":"8x8","scale":"2x""#, true), (#""idiom":"ipad","size":"16x16","scale":"1x""#, true),
      (#""idiom":"universal","platform":"watchos","size":"16x16""#, true),
      (#""idiom":"watch-marketing","size":"16x16","scale":"1x""#, true),
      (#""idiom":"mac","size":"16x16","scale":"1x""#, false),
      (#""idiom":"universal","platform":"ios","size":"16x16""# + dark, false),
      (#""idiom":"universal","platform":"macos","size":"16x16""#, false),
    ])
  func iconsOfTheStoreHaveNoAlpha(slot: String, isRefused: Bool) throws {
    let images: [([UInt8], Bool, Bool)] = [
      (Self.icon(6), true, true), (Self.icon(4), true, true), (Self.icon(6, alpha: 254), true, false),
      (Self.icon(3, transparency: [255]), true, true), (Self.icon(3, transparency: [255, 128]), true, false),
      (Self.icon(2, transparency: [0, 1, 0, 2, 0, 3]), true, true),
      (Self.icon(2, transparency: [0, 16, 0, 16, 0, 16]), true, false),
      (Self.icon(2), false, false), (Self.icon(3), false, false),
    ]
    for (bytes, hasAlpha, isOpaque) in images {
      let finding = try finding(bytes, slot)
      #expect((finding != nil) == (isRefused && hasAlpha))
      #expect((finding?.remedy == .droppingAlpha(in: .sRGB)) == (isRefused && hasAlpha && isOpaque))
    }
  }

  /// A warning is for what would show through in the store.
  @Test(arguments: [
    ("AppIcon", #""idiom":"universal","platform":"ios","size":"1024x1024""#, 127, Severity.warning),
    ("AppIcon", #""idiom":"ios-marketing","size":"1024x1024""#, 0, .warning),
    ("AppIcon", #""idiom":"universal","platform":"ios","size":"1024x1024""#, 128, .note),
    ("AppIcon", #""idiom":"ios-marketing","size":"1024x1024""#, 255, .note),
    ("AppIcon", #""idiom":"iphone","size":"60x60""#, 0, .note),
    (
      "AppIcon", #""idiom":"ios-marketing","size":"1024x1024"},{"filename":"a.png","idiom":"mac","size":"16x16""#, 0,
      nil
    ),
    ("ActionIcon", #""idiom":"universal","platform":"ios","size":"1024x1024""#, 0, nil),
    ("my action extension/AppIcon", #""idiom":"universal","platform":"ios","size":"1024x1024""#, 0, nil),
  ])
  func iconsOfTheStoreMayNotShowThrough(name: String, slot: String, alpha: Int, severity: Severity?) throws {
    #expect(try finding(Self.icon(6, alpha: alpha), slot, name: name + ".appiconset")?.severity == severity)
  }

  /// A brand colour in an icon of Display P3 with its numbers of sRGB, and the reverse; not where nobody sees it.
  @Test(arguments: [
    (icon: [Self.p3], color: "srgb", code: [42, 120, 186], found: "A.xcassets/AppIcon.appiconset/icon.png"),
    (icon: [.sRGB()], color: "display-p3", code: [42, 120, 186], found: "A.xcassets/Brand.colorset/Contents.json"),
    (icon: [Self.p3], color: "display-p3", code: [42, 120, 186], found: nil),
    (icon: [Self.p3], color: "srgb", code: [44, 120, 186], found: nil),
    (icon: [Self.p3], color: "srgb", code: [128, 128, 128], found: nil),
  ])
  func iconsHaveTheColorsOfTheBrand(icon: [PNGChunk], color: String, code: [Int], found: String?) throws {
    let ground = code == [44, 120, 186] ? [42, 120, 186] : code
    let numbers = code.map { "\($0) " }.joined() + "1.000"
    let audit = try AuditOfTree([
      "A.xcassets/AppIcon.appiconset/icon.png":
        PNGBuilder(width: 16, height: 16) { x, y, channel in x + y < 8 ? 255 : ground[channel] }.bytes(icon),
      "A.xcassets/AppIcon.appiconset/Contents.json": ImageSlots.contents([
        ImageSlots.slot("icon.png", #""platform":"ios","size":"1024x1024""#)
      ]),
      "A.xcassets/Brand.colorset/Contents.json":
        Array(SetAuditCase.colors(SetAuditCase.color(color, numbers)).utf8),
    ])
    let rows = audit.rows.filter { $0.findings.contains { $0.rule == .numbersInWrongSpace } }
    #expect(rows.map(\.path.text) == (found.map { [$0] } ?? []))
  }

  /// The images of other sets may have an alpha channel.
  @Test func imagesOfOtherSetsMayHaveAlpha() throws {
    #expect(try finding(Self.icon(6), #""idiom":"universal","platform":"ios""#, name: "a.imageset") == nil)
  }
}
