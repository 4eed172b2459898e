import GamutKit
import LittleCMS
import PNGCodec
import SyntheticPNG
import TestSupport

extension InspectCase {
  /// Profiles found in files, by their numbers. An independent program gives these differences over the same colours,
  /// in codes of 65,535: LittleCMS 88.6 from sRGB, Apple 23.2 and Google 23.4 from Display P3.
  static let known: [InspectCase] = [
    InspectCase(
      "the sRGB that LittleCMS 2.14 makes", rgb,
      [
        .iCCP(
          matrix(
            [[0x6fa0, 0x38f5, 0x390], [0x6297, 0xb787, 0x18d9], [0x249f, 0xf84, 0xb6c3]], curve,
            called: "sRGB built-in"))
      ], .iCCP, .space(.sRGB)),
    InspectCase(
      "Apple's Display P3 of 2022", rgb,
      [
        .iCCP(
          matrix(
            [[0x83df, 0x3dbf, -0x45], [0x4abf, 0xb137, 0xab9], [0x2838, 0x110b, 0xc8b9]], curve, called: "Display P3"))
      ], .iCCP, .space(.displayP3)),
    InspectCase(
      "Google's Display P3", rgb,
      [
        .iCCP(
          matrix(
            [[0x83df, 0x3dbf, -0x44], [0x4abf, 0xb137, 0xab9], [0x2838, 0x110b, 0xc8b9]], curve,
            called: "Google/Skia/DisplayP3"))
      ], .iCCP, .space(.displayP3)),
  ]

  /// ICC.1:2022 tables 18 and 19: classes, colour spaces, connection spaces.
  static let otherKinds: [InspectCase] = [
    unusableKind("abstract", at: 12, "abst", "profile-class"),
    unusableKind("named colours", at: 12, "nmcl", "profile-class"),
    unusableKind("a class that does not exist", at: 12, "abcd", "profile-class"),
    unusableKind("CIE Lab data", at: 16, "Lab ", "profile-color-space"),
    // The chunk has a clear type, but the meaning of its connection space is unknown.
    unusableKind("connection space Luv", at: 20, "Luv ", "profile-pcs", .undetermined),
    InspectCase(
      "a printer's profile with a matrix", rgb,
      [.iCCP(changed(p3Profile) { $0.replaceSubrange(12..<16, with: Array("prtr".utf8)) })], .iCCP, .space(.displayP3),
      p3: .yes, sRGB: .no, findings: ["profile-id"]),
  ]

  private static func unusableKind(
    _ name: String, at offset: Int, _ signature: String, _ code: String, _ answer: Answer = .no
  ) -> InspectCase {
    InspectCase(
      "a profile: " + name, rgb,
      [.iCCP(changed(p3Profile) { $0.replaceSubrange(offset..<offset + 4, with: Array(signature.utf8)) })], .iCCP,
      .unusable(code), p3: answer, sRGB: answer, any: answer, fallback: (.assumed, .space(.sRGB)),
      findings: [code, "profile-id"])
  }

  /// Clause 5.6, table 7, for the chunks below iCCP, and the precedence of cICP over all.
  static let lowerChunks: [InspectCase] = [
    InspectCase(
      "cICP before gAMA and cHRM", rgb, [.gAMA(45455), .cHRM(sRGBPrimaries), .cICP(12, 13)], .cICP, .space(.displayP3),
      withoutCICP: (.gammaAndChromaticities, .other), findings: ["declarations-disagree"]),
    InspectCase(
      "sRGB before a gAMA that says linear", rgb, [.gAMA(100_000), .sRGB()], .sRGB, .space(.sRGB),
      findings: ["declarations-disagree"]),
    InspectCase(
      "sRGB twice", rgb, [.sRGB(), .sRGB()], .sRGB, .space(.sRGB), findings: ["duplicate-chunk"]),
    InspectCase(
      "gAMA twice", rgb, [.gAMA(45455), .gAMA(100_000)], .gamma, .other, findings: ["duplicate-chunk"]),
    InspectCase(
      "cHRM twice below iCCP", rgb, [.iCCP(p3Profile), .cHRM(p3Primaries), .cHRM(sRGBPrimaries)], .iCCP,
      .space(.displayP3), findings: ["duplicate-chunk"]),
    InspectCase(
      "sRGB after PLTE", indexed, [], nil, .undeclared, findings: ["chunk-order"],
      change: { $0.insert(.sRGB(), at: 2) }),
    InspectCase(
      "cHRM after IDAT", rgb, [.gAMA(45455)], .gamma, .other, findings: ["chunk-order"],
      change: { $0.insert(.cHRM(sRGBPrimaries), at: $0.count - 1) }),
    InspectCase(
      "cHRM with a wrong CRC below sRGB", rgb, [.sRGB(), .gAMA(45455), PNGChunk.cHRM(p3Primaries).withWrongCRC], .sRGB,
      .space(.sRGB), findings: ["crc-mismatch"]),
    InspectCase(
      "cLLI with a wrong CRC beside cICP", rgb,
      [.cICP(12, 13), PNGChunk("cLLI", [0, 0x98, 0x96, 0x80, 0, 0x1e, 0x84, 0x80]).withWrongCRC], .cICP,
      .space(.displayP3), withoutCICP: (.assumed, .space(.sRGB)), findings: ["crc-mismatch"]),
  ]
}
