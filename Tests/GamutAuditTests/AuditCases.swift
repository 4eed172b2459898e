import GamutAudit
import GamutKit
import LittleCMS
import SyntheticPNG
import TestSupport
import Testing

/// A file and the rules that it violates, derived from the text of the rules and of PNG Third Edition, not from the
/// code.
struct AuditCase: Sendable, CustomTestStringConvertible {
  var name: String
  var bytes: [UInt8]
  /// In any order.
  var rules: Set<AuditRule>
  /// The severities of findings that are not those of their rules.
  var severities: [AuditRule: Severity]
  var policy = ""

  var testDescription: String { name }

  init(
    _ name: String, _ image: PNGBuilder = PNGBuilder.rgb, _ chunks: [PNGChunk] = [], _ rules: Set<AuditRule>,
    severities: [AuditRule: Severity] = [:], policy: String = "", change: (inout [PNGChunk]) -> Void = { _ in },
    bytes change2: (inout [UInt8]) -> Void = { _ in }
  ) {
    var builder = image
    builder.colorChunks = chunks
    var list = builder.chunks
    change(&list)
    bytes = PNGBuilder.file(list)
    change2(&bytes)
    self.name = name
    (self.rules, self.severities) = (rules, severities)
    self.policy = policy
  }
}

extension AuditCase {
  private static let p3 = PNGChunk.iCCP(Profile.displayP3.bytes)

  private static let version5: PNGChunk = {
    var profile = Profile.displayP3.bytes
    profile[8] = 5
    return .iCCP(profile)
  }()

  /// The profile of Display P3 with another number in its header (ICC.1:2022, 7.2), and as many bytes as that declares.
  private static func p3(_ number: UInt32, at offset: Int) -> PNGChunk {
    var profile = Profile.displayP3.bytes
    profile.replaceSubrange(
      offset..<offset + 4, with: (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) })
    if offset == 0 { profile += [UInt8](repeating: 0, count: Int(number) - profile.count) }
    return .iCCP(profile)
  }

  /// One colour outside sRGB: it clips, and merges with no other.
  private static func green(depth: Int) -> PNGBuilder {
    PNGBuilder(width: 8, height: 8, depth: depth) { _, _, channel in channel == 1 ? 1 << depth - 1 : 0 }
  }

  private static let red = PNGBuilder(width: 8, height: 8) { _, _, channel in [200, 90, 90][channel] }
  private static let deepRed = PNGBuilder(width: 3, height: 2, depth: 16) { x, _, channel in
    channel == 0 ? 50_000 + x : 20_000
  }
  /// Two reds of Display P3, both of which clip to sRGB's red, as in Samples/two-reds.png.
  private static let twoReds = PNGBuilder(width: 8, height: 8, depth: 16) { x, _, channel in
    channel == 0 ? (x < 4 ? 0xffff : 0xecec) : 0
  }

  /// The same in two squares on black.
  private static func smallReds(_ side: Int) -> PNGBuilder {
    PNGBuilder(width: 250, height: 250, depth: 16) { x, y, channel in
      channel == 0 && y < side && x < 200 && x % 100 < side ? (x < 100 ? 0xffff : 0xecec) : 0
    }
  }

  /// A gradient of these reds, 32 columns of 32 pixels.
  private static let gradient = PNGBuilder(width: 32, height: 32, depth: 16) { x, _, channel in
    channel == 0 ? 0xffff - 158 * x : 0
  }

  /// Returns a changed profile with a gamma of 1.5 and sRGB's colorants, which match no published space.
  static func device(_ change: (inout ICCBuilder) -> Void) -> PNGChunk {
    var builder = ICCBuilder.sRGBPrimaries(curve: ICCData.curve([384]))
    change(&builder)
    return .iCCP(builder.bytes())
  }

  private static func genericRGB(by creator: String) -> [UInt8] {
    var bytes = ICCBuilder.sRGBPrimaries(curve: ICCData.curve([384]), called: "Generic RGB Profile").bytes()
    bytes.replaceSubrange(80..<84, with: Array(creator.utf8))
    return bytes
  }

  private static func appleSpace(_ name: String) -> PNGChunk {
    var bytes = ICCBuilder.sRGBPrimaries(curve: ICCData.curve([384]), called: name).adding("vcgt", [0, 0, 0, 0]).bytes()
    bytes.replaceSubrange(80..<84, with: Array("appl".utf8))
    return .iCCP(bytes)
  }

  private static func namedAfterModel(by maker: String) -> PNGChunk {
    var builder = ICCBuilder.sRGBPrimaries(curve: ICCData.curve([384]), called: "Some Space")
    for (tag, text) in [("dmnd", maker), ("dmdd", "Some Space")] {
      builder = builder.adding(tag, ICCData.textDescription(ascii: Array(text.utf8)))
    }
    return .iCCP(builder.bytes())
  }

  /// The numbers of Kodak's profile of 1999, whose curve is a power without the straight piece of ISO 22028-2, so that
  /// codes differ by 1.8 of 255.
  private static let proPhotoByKodak: PNGChunk = {
    let curve = ICCData.curve([461])
    let colorants: [[Int32]] = [[52276, 18877, 0], [8860, 46654, 0], [2054, 6, 54061]]
    let profile = ICCBuilder.matrix(colorants, red: curve, green: curve, blue: curve)
    return .iCCP(
      profile.replacing("desc", with: ICCData.localized("ProPhoto RGB")).adding("mmod", [0, 0, 0, 0]).bytes())
  }()

  /// Greys, which fit everywhere.
  private static let grey = PNGBuilder(width: 8, height: 8) { x, y, _ in 20 * x + y }

  private static let knownBad: PNGChunk = {
    let profile = ICCBuilder.sRGBPrimaries(curve: ICCData.sRGBCurve)
    let missing = 3144 - profile.adding("xxxx", []).bytes().count
    let padded = profile.adding("xxxx", [UInt8](repeating: 0, count: missing)).bytes()
    return .iCCP(forged(padded, at: padded.count - 4, crc: 0x182e_a552))
  }()

  static let all: [AuditCase] = declarations + profiles + losses + structure + renditions + expectations

  static let declarations: [AuditCase] = [
    AuditCase("untagged", [], [.untagged]),
    AuditCase("cHRM alone declares nothing", [.cHRM(PNGChunk.p3Primaries)], [.untagged]),
    AuditCase(
      "untagged 16-bit grey", PNGBuilder(width: 1, height: 1, depth: 16, colorType: 0, samples: [7]), [], [.untagged]),
    AuditCase("an sRGB chunk", [.sRGB()], []),
    AuditCase("16 bits and untagged, nearly grey", PNGBuilder.rgb16, [], [.untagged]),
    AuditCase("16 bits and untagged", deepRed, [], [.untagged], severities: [.untagged: .warning]),
    AuditCase("16 bits, 8 of them significant", PNGBuilder.rgb16, [PNGChunk("sBIT", [8, 8, 8])], [.untagged]),
    AuditCase(
      "16 bits, 10 of them significant", deepRed, [PNGChunk("sBIT", [8, 10, 8])], [.untagged],
      severities: [.untagged: .warning]),
    AuditCase(
      "16 bits and untagged, a note of the policy", PNGBuilder.rgb16, [], [.untagged],
      policy: "severity: {untagged: note}"),
    AuditCase(
      "16 bits and untagged, by default", deepRed, [], [.untagged], severities: [.untagged: .warning],
      policy: "severity: {untagged: default}"),
    AuditCase("16 bits and tagged", PNGBuilder.rgb16, [.sRGB()], []),
    AuditCase("gAMA alone", [.gAMA(45455)], [.gammaOnly], severities: [.gammaOnly: .note]),
    AuditCase(
      "gAMA and cHRM", [.gAMA(45455), .cHRM(PNGChunk.sRGBPrimaries)], [.gammaOnly], severities: [.gammaOnly: .note]),
    AuditCase(
      "gAMA and a cHRM adapted to D50",
      [.gAMA(45455), .cHRM([34575, 35855, 64850, 33088, 32121, 59787, 15589, 6604])], [.gammaOnly],
      severities: [.gammaOnly: .note]),
    AuditCase(
      "gAMA with the cHRM of Display P3", [.gAMA(45455), .cHRM(PNGChunk.p3Primaries)], [.gammaOnly],
      severities: [.gammaOnly: .note]),
    AuditCase("a linear gAMA in 8 bits", [.gAMA(100_000)], [.gammaOnly], severities: [.gammaOnly: .note]),
    AuditCase("a gAMA of 2.2 for 1/2.2", [.gAMA(220_000)], [.gammaOnly]),
    AuditCase("a gAMA of old Macs", [.gAMA(55_556)], [.gammaOnly], severities: [.gammaOnly: .note]),
    AuditCase(
      "a gAMA of 2.2 in black and white", PNGBuilder(width: 8, height: 8) { x, _, _ in 255 * (x & 1) },
      [.gAMA(220_000)],
      [.gammaOnly], severities: [.gammaOnly: .note]),
    AuditCase("sRGB with its gAMA and cHRM", [.sRGB(), .gAMA(45455), .cHRM(PNGChunk.sRGBPrimaries)], []),
    AuditCase(
      "sRGB with the cHRM of Display P3", [.sRGB(), .gAMA(45455), .cHRM(PNGChunk.p3Primaries)],
      [.declarationsDisagree], severities: [.declarationsDisagree: .note]),
    AuditCase(
      "a profile of Display P3 with a linear gAMA", [p3, .gAMA(100_000)], [.declarationsDisagree, .p3Unneeded],
      severities: [.declarationsDisagree: .note]),
    AuditCase(
      "a profile of Display P3 with sRGB and its gAMA", [p3, .sRGB(), .gAMA(45455)],
      [.declarationsDisagree, .p3Unneeded]),
    AuditCase(
      "eXIf says Adobe RGB beside an sRGB chunk", [.sRGB(), adobeExif], [.declarationsDisagree],
      severities: [.declarationsDisagree: .note]),
    // ColorSpace 1 is sRGB.
    AuditCase(
      "eXIf says sRGB beside the gAMA of sRGB",
      [.gAMA(45455), PNGChunk("eXIf", adobeExif.data.map { $0 == 2 ? 1 : $0 })], [.gammaOnly],
      severities: [.gammaOnly: .note]),
    AuditCase("cICP against iCCP", [.cICP(1, 13), p3], [.declarationsDisagree]),
    AuditCase("cICP with PQ", [.cICP(9, 16)], [.hdr]),
    AuditCase("cICP with HLG", [.cICP(9, 18)], [.hdr]),
    AuditCase("gAMA 0", [.gAMA(0)], [.profileUnusable]),
    // The image is nearly grey, which most spaces show alike; red is not.
    AuditCase("gAMA 0 below an sRGB chunk", [.sRGB(), .gAMA(0)], [.chunkFault], severities: [.chunkFault: .note]),
    AuditCase(
      "gAMA 1 below a profile of Display P3", [p3, .gAMA(1)], [.chunkFault, .p3Unneeded],
      severities: [.chunkFault: .note]),
    AuditCase(
      "gAMA 1 below a profile of Display P3, in red", red, [p3, .gAMA(1)], [.chunkFault, .p3Unneeded],
      severities: [.chunkFault: .warning]),
    AuditCase("a profile of version 5", [version5], [.profileUnusable]),
    AuditCase(
      "a gAMA with a wrong CRC beside an sRGB chunk", [.sRGB(), PNGChunk.gAMA(9).withWrongCRC], [.chunkFault],
      severities: [.chunkFault: .note]),
    AuditCase(
      "a profile with a wrong CRC", [PNGChunk.iCCP(Profile.sRGB.bytes).withWrongCRC], [.chunkFault],
      severities: [.chunkFault: .note]),
    AuditCase("a profile in a text chunk", [PNGChunk("tEXt", Array("Raw profile type icc\0".utf8))], [.untagged]),
    AuditCase("narrow range", [.cICP(1, 1, fullRange: 0)], [.profileUnusable]),
    AuditCase("the curve of sRGB with the white of cinemas", [.cICP(11, 13)], [.profileMisnamed]),
  ]

  /// An Exif directory whose ColorSpace is 2 (CIPA DC-008, 4.6.6, and what cameras write).
  static let adobeExif = PNGChunk(
    "eXIf",
    Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0]
      + [0, 1, 0xa0, 0x01, 0, 3, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0])

  static let profiles: [AuditCase] = [
    AuditCase("sRGB's profile", [.iCCP(Profile.sRGB.bytes)], []),
    AuditCase(
      "a profile cut short", [PNGChunk("iCCP", Array("x\0\0".utf8) + deflated(Profile.sRGB.bytes).prefix(40))],
      [.profileUnusable]),
    AuditCase(
      "a profile without its checksum",
      [PNGChunk("iCCP", Array("x\0\0".utf8) + deflated(Profile.sRGB.bytes).dropLast(4))], [.chunkFault],
      severities: [.chunkFault: .note]),
    AuditCase("no profile in iCCP", [.iCCP(Array("no profile".utf8))], [.profileUnusable]),
    // libpng 1.6.39 to 1.8, png_icc_check_header; qcms, read_rendering_intent; skcms_Parse.
    AuditCase("an intent with its bytes swapped", red, [p3(1 << 24, at: 64)], [.profileIgnored, .p3Unneeded]),
    AuditCase("an intent of 5", red, [p3(5, at: 64)], [.profileIgnored, .p3Unneeded]),
    AuditCase("an illuminant of D65", red, [p3(0x116cc, at: 76)], [.profileIgnored, .p3Unneeded]),
    AuditCase("an illuminant beside D50", [p3(0xd32e, at: 76)], [.p3Unneeded]),
    AuditCase("a length of version 4 that is odd", red, [p3(1001, at: 0)], [.profileIgnored, .p3Unneeded]),
    AuditCase(
      "a profile without a curve",
      [.iCCP(ICCBuilder.sRGBPrimaries(curve: ICCData.sRGBCurve).replacing("gTRC", with: nil).bytes())],
      [.profileUnusable]),
    AuditCase("a grey profile in an RGB image", [.iCCP(Profile.sGray.bytes)], [.profileIgnored]),
    AuditCase(
      "an RGB profile of sRGB in a grey image", PNGBuilder.grey, [.iCCP(Profile.sRGB.bytes)], [.profileIgnored],
      severities: [.profileIgnored: .note]),
    AuditCase("a grey profile in a grey image", PNGBuilder.grey, [.iCCP(Profile.sGray.bytes)], []),
    AuditCase("a profile for CMYK", [device { $0.colorSpace = "CMYK" }], [.profileIgnored]),
    AuditCase(
      "not what it is called",
      [.iCCP(ICCBuilder.sRGBPrimaries(curve: ICCData.curve([384]), called: "sRGB").bytes())], [.profileMisnamed]),
    AuditCase("a Generic RGB that is not Apple's", [.iCCP(genericRGB(by: "test"))], [.profileMisnamed]),
    AuditCase("another Generic RGB by Apple", [.iCCP(genericRGB(by: "appl"))], []),
    AuditCase(
      "what it is called", [.iCCP(ICCBuilder.sRGBPrimaries(curve: ICCData.sRGBCurve, called: "sRGB").bytes())], []),
    AuditCase("a monitor's", [device { $0 = $0.adding("vcgt", [0, 0, 0, 0]) }], [.profileDevice]),
    AuditCase("ProPhoto RGB by Kodak, which names a model", grey, [proPhotoByKodak], []),
    AuditCase("a model's", [namedAfterModel(by: "Vendor")], [.profileDevice]),
    AuditCase("a space of darktable's", [namedAfterModel(by: "Darktable")], []),
    AuditCase("a scanner's", [device { $0.deviceClass = "scnr" }], [.profileDevice]),
    // What macOS gives pictures, with the calibration of displays.
    AuditCase("Apple's HDTV", [appleSpace("HDTV")], []),
    AuditCase("Apple's older Generic RGB", [appleSpace("Generic RGB Profile")], []),
    AuditCase("a display's, of another name", [appleSpace("Color LCD")], [.profileDevice]),
    AuditCase("a printer's", [device { $0.deviceClass = "prtr" }], [.profileDevice]),
    AuditCase(
      "a printer's for CMYK",
      [
        device {
          $0.deviceClass = "prtr"
          $0.colorSpace = "CMYK"
        }
      ], [.profileIgnored]),
    AuditCase("a working space of nobody's", [device { _ in }], []),
    AuditCase("the sRGB of 1998", [knownBad], [.sRGBKnownBad]),
  ]

  static let losses: [AuditCase] = [
    AuditCase("Display P3 that fits", [p3], [.p3Unneeded]),
    AuditCase("16-bit Display P3 that fits", PNGBuilder.rgb16, [p3], [.p3Unneeded]),
    AuditCase("clips in 16 bits", green(depth: 16), [p3], [.clips]),
    AuditCase("clips in 8 bits", green(depth: 8), [p3], [.clips]),
    AuditCase(
      "clips in 8 bits, as the policy wants", green(depth: 8), [p3], [.clips, .p3EightBit],
      policy: expect("profile: display-p3")),
    AuditCase("8 bits, asked for", green(depth: 8), [p3], [.clips, .p3EightBit], policy: "severity: {p3-8bit: note}"),
    // The red of Display P3 is 6.6 from that of sRGB.
    AuditCase("clips by less than can be seen", green(depth: 16), [p3], [], policy: "jnd: 30"),
    AuditCase("two reds", twoReds, [p3], [.collapses]),
    AuditCase("two reds of sRGB", twoReds, [.sRGB()], []),
    // The two colours are areas, and the rarer one, of two equal ones the darker, is lost: a share of 0.5.
    // 0.16 % and 0.23 % of the pixels.
    AuditCase("two small reds", smallReds(10), [p3], [.collapses], severities: [.collapses: .note]),
    AuditCase("two larger reds", smallReds(12), [p3], [.collapses], severities: [.collapses: .error]),
    AuditCase("two reds, so much allowed", twoReds, [p3], [], policy: "thresholds: {collapsed: 0.5}"),
    AuditCase(
      "two reds, less than so much allowed", twoReds, [p3], [.collapses],
      policy: "thresholds: {collapsed: 0.499999}"),
    AuditCase(
      "nothing to tolerate, as the rule is off", twoReds, [p3], [],
      policy: "thresholds: {collapsed: 1}\nseverity: {collapses: off}"),
    // Every column has a different colour: none is an area.
    AuditCase("a flat gradient", gradient, [p3], [.collapses]),
    AuditCase("a flat gradient allowed", gradient, [p3], [], policy: "thresholds:\n  collapsed: 1"),
    AuditCase("all may clip", green(depth: 16), [p3], [], policy: "thresholds: {clipped: 1}"),
    AuditCase("shown in Display P3", twoReds, [p3], [], policy: "destination: display-p3"),
    AuditCase("a JND of much", gradient, [p3], [.clips], policy: "jnd: 5"),
    AuditCase("rules that are off", twoReds, [p3], [], policy: "severity: {collapses: off}"),
  ]

  static let structure: [AuditCase] = [
    AuditCase(
      "a wrong CRC that does not matter", [.sRGB()], [.chunkFault], severities: [.chunkFault: .note],
      change: { for _ in 1...2 { $0.insert(PNGChunk("tEXt", Array("a\0b".utf8)).withWrongCRC, at: 2) } }),
    AuditCase(
      "a wrong CRC of a size", [.sRGB()], [.chunkFault],
      change: { $0.insert(PNGChunk("pHYs", [0, 0, 0, 1, 0, 0, 0, 1, 0]).withWrongCRC, at: 2) }),
    AuditCase("a right CRC", [.sRGB()], [], change: { $0.insert(PNGChunk("tEXt", Array("a\0b".utf8)), at: 2) }),
    AuditCase(
      "a wrong CRC that matters", [.sRGB()], [.damaged],
      change: { list in list = list.map { $0.type == "IDAT" ? $0.withWrongCRC : $0 } }),
    AuditCase("no IEND", [.sRGB()], [.damaged], change: { $0.removeLast() }),
    AuditCase(
      "no checksum at the end", [.sRGB()], [.damaged], severities: [.damaged: .warning], bytes: { $0.removeLast(4) }),
    AuditCase(
      "damaged image data", [.sRGB()], [.damaged],
      change: { list in list = list.map { $0.type == "IDAT" ? PNGChunk("IDAT", [0x78, 0x9c, 0xff, 0xff]) : $0 } }),
    AuditCase(
      "more image data than image", [.sRGB()], [.chunkFault],
      change: { list in
        list = list.map { chunk in
          chunk.type == "IDAT"
            ? PNGChunk("IDAT", deflated([UInt8](repeating: 0, count: 2 * (1 + 3 * 3) + 5))) : chunk
        }
      }),
    AuditCase("a GIF", [], [.notPNG], bytes: { $0 = Array("GIF89a, not a PNG".utf8) }),
    AuditCase("an ICC profile", [], [.notPNG], bytes: { $0 = Profile.displayP3.bytes }),
    AuditCase("an encrypted file", [], [.notPNG], bytes: { $0 = Array("\0GITCRYPT\0abc".utf8) }),
    AuditCase("a page", [], [.notPNG], bytes: { $0 = Array("\n<!DOCTYPE html>".utf8) }),
    AuditCase("a WebP", [], [.notPNG], bytes: { $0 = Array("RIFF\0\0\0\0WEBPVP8 ".utf8) }),
    AuditCase(
      "a pointer of Git LFS", [], [.lfsPointer],
      bytes: { $0 = Array("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n".utf8) }),
    AuditCase("no bytes", [], [.damaged], bytes: { $0 = [] }),
    AuditCase("bytes of no known format", [], [.damaged], bytes: { $0 = [1, 2, 3, 4, 5, 6, 7, 8, 9] }),
    AuditCase("a signature", [], [.damaged], bytes: { $0 = PNGBuilder.signature }),
    AuditCase("no colour space, and no image", [], [.damaged], change: { $0.removeLast(2) }),
    AuditCase(
      "a few bytes after the end", [.sRGB()], [.chunkFault], severities: [.chunkFault: .note],
      bytes: { $0 += [UInt8](repeating: 1, count: 9_999) }),
    AuditCase("bytes after the end", [.sRGB()], [.chunkFault], bytes: { $0 += [UInt8](repeating: 1, count: 10_000) }),
    AuditCase(
      "the end twice", [.sRGB()], [.chunkFault], severities: [.chunkFault: .note], bytes: { $0 += $0.suffix(12) }),
    AuditCase("an animation", [], [.apng], change: { $0 = animated([.sRGB()]) }),
    AuditCase(
      "an animation in Display P3 is not said to fit", [], [.apng, .p3EightBit], policy: "severity: {p3-8bit: note}",
      change: { $0 = animated([p3]) }),
  ]

  private static func animated(_ chunks: [PNGChunk]) -> [PNGChunk] {
    var builder = PNGBuilder.rgb
    builder.colorChunks = chunks
    return builder.animated([builder.samples])
  }

  private static func expect(_ words: String) -> String { "expect:\n  - {files: '*.png', \(words)}" }

  /// Two halves that differ by 61 and, with deuteranopia, by 2; and two dark ones that differ by 5 and, in the sun, by 0.3.
  static let renditions: [AuditCase] = [
    ([0x38, 0xb0, 0x4b], [0xdc, 0x75, 0x5d], [.eyeConfuses]), ([0x12, 0x12, 0x12], [0x1b, 0x1b, 0x1b], [.lightLoses]),
  ].flatMap { (left: [Int], right: [Int], rules: Set<AuditRule>) in
    let image = PNGBuilder(width: 64, height: 128, depth: 8) { x, _, channel in (x < 32 ? left : right)[channel] }
    return [
      AuditCase(
        "two halves for an eye and in the sun", image, [.sRGB()], rules, policy: "renditions: [deuteranopia, sun]"),
      AuditCase("two halves for another eye", image, [.sRGB()], [], policy: "renditions: [tritanopia]"),
      AuditCase("two halves without renditions", image, [.sRGB()], []),
    ]
  }

  static let expectations: [AuditCase] = [
    AuditCase("as expected", [.sRGB()], [], policy: expect("profile: srgb")),
    AuditCase("not as expected", [.sRGB()], [.unexpectedProfile], policy: expect("profile: display-p3")),
    AuditCase("expected and not said", [], [.unexpectedProfile], policy: expect("profile: srgb")),
    AuditCase("expected to say nothing", [], [], policy: expect("profile: none")),
    AuditCase("16 bits, expected to say nothing", PNGBuilder.rgb16, [], [], policy: expect("profile: none")),
    AuditCase("expected to say nothing, and does", [.sRGB()], [.unexpectedProfile], policy: expect("profile: none")),
    AuditCase("anything", [.sRGB()], [], policy: expect("profile: any")),
    AuditCase("anything, and nothing there", [], [.unexpectedProfile], policy: expect("profile: any")),
    AuditCase("deep enough", PNGBuilder.rgb16, [.sRGB()], [], policy: expect("depth: 16")),
    AuditCase("not deep enough", [.sRGB()], [.unexpectedProfile], policy: expect("depth: 16")),
    AuditCase("untagged where only depth counts", [], [.untagged], policy: expect("depth: 8")),
    AuditCase(
      "expected elsewhere", [.sRGB()], [], policy: "expect:\n  - {files: Other/**, profile: display-p3}"),
    AuditCase(
      "the last that matches counts", [.sRGB()], [],
      policy: "expect:\n  - {files: '*.png', profile: display-p3}\n  - {files: 'x.*', profile: srgb}"),
  ]

  private init(
    _ name: String, _ chunks: [PNGChunk], _ rules: Set<AuditRule>, severities: [AuditRule: Severity] = [:],
    policy: String = "", change: (inout [PNGChunk]) -> Void = { _ in }, bytes: (inout [UInt8]) -> Void = { _ in }
  ) {
    self.init(
      name, PNGBuilder.rgb, chunks, rules, severities: severities, policy: policy, change: change, bytes: bytes)
  }
}
