import GamutKit
import LittleCMS
import PNGCodec
import SyntheticPNG
import TestSupport

extension InspectCase {
  /// 11.3.2.3: possible faults inside iCCP.
  static let embeddedFaults: [InspectCase] = [
    embedded("an empty keyword", PNGChunk("iCCP", [0, 0] + deflated(p3Profile))),
    embedded("a keyword of 80 bytes", .iCCP(p3Profile, name: String(repeating: "n", count: 80))),
    keyword("that begins with a space", [0x20, 0x50]), keyword("that ends with one", [0x50, 0x20]),
    keyword("with two spaces", Array("Display  P3".utf8)), keyword("with a control character", [0x61, 7, 0x62]),
    keyword("with DEL", [0x7f]), keyword("with a byte between the printable ones of Latin-1", [0x9f]),
    keyword("with a space that does not break", [0x61, 0xa0]), keyword("that is a space", [0x20]),
    InspectCase(
      "a keyword with printable Latin-1", rgb, [PNGChunk("iCCP", [0xa1, 0x20, 0xff, 0, 0] + deflated(p3Profile))],
      .iCCP, .space(.displayP3)),
    embedded("no keyword at all", PNGChunk("iCCP", deflated(p3Profile).filter { $0 != 0 })),
    embedded("compression method 1", .iCCP(p3Profile, method: 1)),
    embedded("no data after the method", PNGChunk("iCCP", Array("icc\0\0".utf8))),
    embedded("zlib data cut short", PNGChunk("iCCP", Array("icc\0\0".utf8) + deflated(p3Profile).dropLast(9))),
    embedded("zlib data damaged", PNGChunk("iCCP", Array("icc\0\0".utf8) + changed(deflated(p3Profile)) { $0[0] = 0 })),
    InspectCase(
      "a wrong Adler-32", rgb,
      [PNGChunk("iCCP", Array("icc\0\0".utf8) + changed(deflated(p3Profile)) { $0[$0.count - 1] ^= 1 })], .iCCP,
      .space(.displayP3), findings: ["iccp-checksum"]),
    embedded("a bomb of 64 MB", PNGChunk("iCCP", Array("icc\0\0".utf8) + deflatedZeros(megabytes: 64))),
    embedded("no profile", .iCCP(Array("this is no profile".utf8)), "profile-too-short"),
    embedded("132 zeros", .iCCP([UInt8](repeating: 0, count: 132)), "profile-not-icc"),
    embedded("a profile cut short", .iCCP(Array(p3Profile.dropLast(40))), "profile-truncated"),
    embedded(
      "a profile that declares a tag outside it", .iCCP(changed(p3Profile) { $0[136] = 0x7f }), "profile-tag-bounds",
      also: ["profile-id"]),
    embedded(
      "a profile without a curve",
      .iCCP(
        ICCBuilder.matrix(p3Colorants, red: curve, green: curve, blue: curve).replacing("gTRC", with: nil).bytes()),
      "profile-missing-tag"),
    embedded("a falling curve", .iCCP(matrix(p3Colorants, ICCData.curve([0, 40000, 30000, 65535]))), "profile-curve"),
    embedded(
      "colorants far from white",
      .iCCP(matrix([[0x83df, 0x3dbf, 0], [0x4abf, 0x5137, 0], [0x2838, 0x110a, 0x48b9]], curve)),
      "profile-white"),
    InspectCase(
      "junk after the zlib stream", rgb, [PNGChunk("iCCP", Array("icc\0\0".utf8) + deflated(p3Profile) + [1, 2, 3])],
      .iCCP, .space(.displayP3), findings: ["surplus-profile-data"]),
    InspectCase(
      "a broken iCCP below a cICP", rgb, [.cICP(12, 13), .iCCP(p3Profile, method: 7)], .cICP, .space(.displayP3),
      findings: ["iccp-unreadable"]),
    InspectCase(
      "a broken iCCP above sRGB", rgb, [.iCCP(p3Profile, method: 7), .sRGB()], .iCCP, .unusable("iccp-unreadable"),
      findings: ["iccp-unreadable"]),
  ]

  /// Returns an RGB image whose only declaration is an unusable iCCP.
  private static func embedded(
    _ name: String, _ chunk: PNGChunk, _ code: String = "iccp-unreadable", also others: [String] = []
  ) -> InspectCase {
    InspectCase(
      "iCCP: " + name, rgb, [chunk], .iCCP, .unusable(code),
      findings: [code] + others)
  }

  /// Returns an image with a readable profile, after a keyword that 11.3.3.2 does not allow.
  private static func keyword(_ name: String, _ bytes: [UInt8]) -> InspectCase {
    InspectCase(
      "iCCP: a keyword " + name, rgb, [PNGChunk("iCCP", bytes + [0, 0] + deflated(p3Profile))], .iCCP,
      .space(.displayP3), findings: ["iccp-keyword"])
  }

  /// Returns an image with an implausible gAMA, or gAMA with cHRM.
  private static func implausible(_ name: String, _ gamma: UInt32, _ chromaticities: [UInt32]?, _ code: String)
    -> InspectCase
  {
    InspectCase(
      "implausible: " + name, rgb, [.gAMA(gamma)] + (chromaticities.map { [.cHRM($0)] } ?? []),
      chromaticities == nil ? .gamma : .gammaAndChromaticities, .unusable(code), p3: .undetermined, sRGB: .undetermined,
      any: .undetermined, findings: [code])
  }

  /// Returns sRGB's chromaticities with one of the eight numbers replaced.
  private static func chromaticities(_ place: Int, _ value: UInt32) -> [UInt32] {
    var values = sRGBPrimaries
    values[place] = value
    return values
  }

  /// Implausible numbers, and the last plausible ones.
  static let implausibleValues: [InspectCase] = [
    implausible("gAMA 9,999", 9999, nil, "gama-implausible"),
    implausible("gAMA 1,000,001", 1_000_001, nil, "gama-implausible"),
    implausible("gAMA 2^31", 0x8000_0000, nil, "gama-implausible"),
    implausible("gAMA beside a good cHRM", 1, sRGBPrimaries, "gama-implausible"),
    implausible("x above 1", 45455, chromaticities(2, 100_001), "chrm-implausible"),
    implausible("y above 1", 45455, chromaticities(5, 100_001), "chrm-implausible"),
    implausible("x + y above 1", 45455, chromaticities(2, 67_001), "chrm-implausible"),
    implausible("x of 2^31", 45455, chromaticities(0, 0x8000_0000), "chrm-implausible"),
    implausible("x of 2^32 - 1", 45455, chromaticities(6, 0xffff_ffff), "chrm-implausible"),
    implausible("white beyond blue and red", 45455, [40000, 10000] + sRGBPrimaries.dropFirst(2), "chrm-implausible"),
    implausible("white beyond green and blue", 45455, [10000, 40000] + sRGBPrimaries.dropFirst(2), "chrm-implausible"),
    implausible(
      "primaries in the other order, white outside", 45455, [10000, 40000, 30000, 60000, 64000, 33000, 15000, 6000],
      "chrm-implausible"),
    InspectCase("gAMA 10,000", rgb, [.gAMA(10_000)], .gamma, .other),
    InspectCase("gAMA 1,000,000", rgb, [.gAMA(1_000_000)], .gamma, .other),
    InspectCase(
      "cHRM with x + y of 1", rgb, [.gAMA(45455), .cHRM([33333, 33333, 73470, 26530, 0, 100_000, 0, 0])],
      .gammaAndChromaticities, .other),
    InspectCase(
      "cHRM with green before red", rgb,
      [.gAMA(45455), .cHRM([31270, 32900, 30000, 60000, 64000, 33000, 15000, 6000])], .gammaAndChromaticities, .other),
    InspectCase(
      "an implausible cHRM alone declares nothing", rgb, [.cHRM(chromaticities(2, 100_001))], nil, .undeclared,
      findings: ["chrm-implausible"]),
    InspectCase(
      "cICP with range flag 2", rgb, [.cICP(12, 13, fullRange: 2)], .cICP, .unusable("cicp-range"),
      findings: ["cicp-range"]),
    embedded(
      "a profile of version 5", .iCCP(changed(p3Profile) { $0[8] = 5 }), "profile-version", also: ["profile-id"]),
  ]

  /// The meaning of the values of chunks (11.3.2; H.273 tables 2 to 4).
  static let values: [InspectCase] = [
    InspectCase(
      "cICP BT.2020 with its own curve, as displays show it", rgb, [.cICP(9, 14)], .cICP, .space(.rec2020Display)),
    InspectCase(
      "cICP BT.709", rgb, [.cICP(1, 1)], .cICP, .space(.rec709Display)),
    InspectCase(
      "cICP P3 with BT.709's curve", rgb, [.cICP(12, 1)], .cICP, .other),
    InspectCase(
      "cICP PQ", rgb, [.cICP(9, 16)], .cICP, .unusable("cicp-transfer"), p3: .no, sRGB: .no, any: .yes,
      findings: ["cicp-transfer"]),
    InspectCase(
      "cICP HLG, iCCP below", rgb, [.cICP(9, 18), .iCCP(p3Profile)], .cICP, .unusable("cicp-transfer"), p3: .no,
      sRGB: .no, any: .yes,
      findings: ["cicp-transfer"]),
    InspectCase(
      "cICP with an unspecified transfer", rgb, [.cICP(12, 2)], .cICP, .unusable("cicp-transfer"),
      findings: ["cicp-transfer"]),
    InspectCase(
      "cICP with reserved primaries", rgb, [.cICP(3, 13)], .cICP, .unusable("cicp-primaries"),
      findings: ["cicp-primaries"]),
    InspectCase(
      "cICP with a matrix", rgb, [.cICP(12, 13, matrix: 1)], .cICP, .unusable("cicp-matrix"), findings: ["cicp-matrix"]),
    InspectCase(
      "cICP in narrow range", rgb, [.cICP(12, 13, fullRange: 0)], .cICP, .unusable("cicp-narrow-range"), p3: .no,
      sRGB: .no, any: .no,
      findings: ["cicp-narrow-range"]),
    InspectCase(
      "gAMA 0", rgb, [.gAMA(0)], .gamma, .unusable("gama-zero"),
      findings: ["gama-zero"]),
    InspectCase(
      "cHRM with three equal primaries", rgb,
      [.gAMA(45455), .cHRM([31270, 32900, 30000, 30000, 30000, 30000, 30000, 30000])], .gammaAndChromaticities,
      .unusable("chrm-implausible"), findings: ["chrm-implausible"]),
    InspectCase("sRGB with intent 4", rgb, [.sRGB(intent: 4)], .sRGB, .space(.sRGB), findings: ["rendering-intent"]),
    InspectCase(
      "mDCV without cICP", rgb, [.iCCP(p3Profile), PNGChunk("mDCV", [UInt8](repeating: 1, count: 24))], .iCCP,
      .space(.displayP3), findings: ["mdcv-without-cicp"]),
    InspectCase(
      "sBIT of 9 bits in 8", rgb, [.sRGB(), PNGChunk("sBIT", [8, 9, 8])], .sRGB, .space(.sRGB),
      findings: ["significant-bits"]),
    InspectCase(
      "sBIT of a palette counts to 8", indexed, [.sRGB(), PNGChunk("sBIT", [8, 8, 8])], .sRGB, .space(.sRGB)),
  ]

  /// Faults elsewhere in the file do not change its declaration.
  static let structure: [InspectCase] = [
    InspectCase(
      "IHDR with a wrong CRC", rgb, [.iCCP(p3Profile)], .iCCP, .space(.displayP3), findings: ["crc-mismatch"],
      change: { $0[0] = $0[0].withWrongCRC }),
    InspectCase(
      "IDAT with a wrong CRC", rgb, [.iCCP(p3Profile)], .iCCP, .space(.displayP3), findings: ["crc-mismatch"],
      change: { $0[2] = $0[2].withWrongCRC }),
    InspectCase(
      "no IEND", rgb, [.sRGB()], .sRGB, .space(.sRGB), findings: ["missing-chunk"], change: { $0.removeLast() }),
    InspectCase(
      "an unknown critical chunk", rgb, [.sRGB()], .sRGB, .space(.sRGB), findings: ["unknown-critical-chunk"],
      change: { $0.insert(PNGChunk("ABCD"), at: 2) }),
    InspectCase(
      "bytes after IEND", rgb, [.sRGB()], .sRGB, .space(.sRGB), findings: ["data-after-iend"],
      bytes: { $0 += [0, 1, 2] }),
    InspectCase(
      "cut short in IDAT", rgb, [.iCCP(p3Profile)], .iCCP, .space(.displayP3), findings: ["truncated"],
      bytes: { $0.removeLast(20) }),
    InspectCase(
      "cut short in iCCP", rgb, [.iCCP(p3Profile)], nil, .undeclared, p3: .undetermined, sRGB: .undetermined,
      any: .undetermined, findings: ["truncated"], bytes: { $0.removeSubrange(120...) }),
    // The following chunks are lost, and may have been a declaration.
    InspectCase(
      "cut short after IHDR", rgb, [.iCCP(p3Profile)], nil, .undeclared, p3: .undetermined, sRGB: .undetermined,
      any: .undetermined, findings: ["missing-chunk", "missing-chunk"], bytes: { $0.removeSubrange(33...) }),
    InspectCase(
      "an iCCP that declares 1 GB", rgb, [], nil, .undeclared, p3: .undetermined, sRGB: .undetermined,
      any: .undetermined, findings: ["truncated"],
      change: { $0.insert(PNGChunk("iCCP", Array("icc\0\0".utf8), declaredLength: 1 << 30), at: 1) }),
    InspectCase(
      "six faults at once", rgb, [PNGChunk.gAMA(45455).withWrongCRC, .sRGB(intent: 9), .sRGB(), .cHRM([1])], .sRGB,
      .space(.sRGB),
      findings: [
        "crc-mismatch", "duplicate-chunk", "chunk-length", "rendering-intent", "chunk-order", "data-after-iend",
      ], change: { $0.insert(.cICP(12, 13), at: $0.count - 1) }, bytes: { $0 += [0] }),
  ]

  /// Returns an Exif structure that contains only the ColorSpace tag.
  static func exif(colorSpace: UInt16) -> [UInt8] {
    Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0]
      + [0, 1, 0xa0, 1, 0, 3, 0, 0, 0, 1] + colorSpace.bigEndianBytes + [0, 0, 0, 0, 0, 0]
  }
}
