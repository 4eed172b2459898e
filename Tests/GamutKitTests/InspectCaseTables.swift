import GamutKit
import LittleCMS
import PNGCodec
import SyntheticPNG
import TestSupport

// Display P3 and sRGB differ by far more than any tolerance, so that a space never matches both, except for greys.
extension InspectCase {
  static let all =
    precedence + profiles + known + wrongKinds + otherKinds + chunkFaults + lowerChunks + embeddedFaults + values
    + implausibleValues
    + structure

  /// Clause 4.3: cICP, iCCP, sRGB, gAMA with cHRM, gAMA.
  static let precedence: [InspectCase] = [
    InspectCase("nothing", rgb, [], nil, .undeclared),
    InspectCase(
      "cICP Display P3", rgb, [.cICP(12, 13)], .cICP, .space(.displayP3)),
    InspectCase(
      "cICP before iCCP, in this order", rgb, [.cICP(12, 13), .iCCP(sRGBProfile)], .cICP, .space(.displayP3),
      findings: ["declarations-disagree"]),
    InspectCase(
      "cICP and iCCP agree", rgb, [.cICP(12, 13), .iCCP(p3Profile)], .cICP, .space(.displayP3)),
    InspectCase(
      "cICP before sRGB", rgb, [.sRGB(), .cICP(12, 13)], .cICP, .space(.displayP3),
      findings: ["declarations-disagree"]),
    InspectCase(
      "cICP before gAMA", rgb, [.gAMA(45455), .cICP(12, 13)], .cICP, .space(.displayP3)),
    InspectCase(
      "iCCP before sRGB", rgb, [.sRGB(), .iCCP(p3Profile)], .iCCP, .space(.displayP3),
      findings: ["declarations-disagree"]),
    InspectCase(
      "iCCP before gAMA and cHRM that say sRGB", rgb, [.gAMA(45455), .cHRM(sRGBPrimaries), .iCCP(p3Profile)], .iCCP,
      .space(.displayP3), findings: ["declarations-disagree"]),
    InspectCase(
      "iCCP with the gAMA and cHRM that the standard encourages", rgb,
      [.iCCP(p3Profile), .gAMA(45455), .cHRM(p3Primaries)], .iCCP, .space(.displayP3)),
    InspectCase(
      "iCCP with another gAMA", rgb, [.iCCP(p3Profile), .gAMA(55556)], .iCCP, .space(.displayP3),
      findings: ["declarations-disagree"]),
    InspectCase("sRGB", rgb, [.sRGB()], .sRGB, .space(.sRGB)),
    InspectCase(
      "sRGB with the gAMA and cHRM that the standard recommends", rgb, [.sRGB(), .gAMA(45455), .cHRM(sRGBPrimaries)],
      .sRGB, .space(.sRGB)),
    InspectCase(
      "sRGB before gAMA and cHRM that say Display P3", rgb, [.gAMA(45455), .cHRM(p3Primaries), .sRGB()], .sRGB,
      .space(.sRGB), findings: ["declarations-disagree"]),
    InspectCase("gAMA alone: 2.2 is not sRGB", rgb, [.gAMA(45455)], .gamma, .other),
    InspectCase(
      "gAMA 1 with sRGB's cHRM", rgb, [.gAMA(100_000), .cHRM(sRGBPrimaries)], .gammaAndChromaticities,
      .space(.linearSRGB)),
    InspectCase("cHRM alone declares nothing", rgb, [.cHRM(p3Primaries)], nil, .undeclared),
    InspectCase(
      "cHRM without gAMA against iCCP", rgb, [.iCCP(p3Profile), .cHRM(sRGBPrimaries)], .iCCP, .space(.displayP3),
      findings: ["declarations-disagree"]),
    InspectCase(
      "eXIf says sRGB, iCCP Display P3", rgb, [.iCCP(p3Profile)], other: [PNGChunk("eXIf", exif(colorSpace: 1))], .iCCP,
      .space(.displayP3), findings: ["declarations-disagree"]),
    InspectCase(
      "XMP names a profile of sRGB, iCCP is Display P3", rgb, [.iCCP(p3Profile)],
      other: [PNGChunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0<a photoshop:ICCProfile='sRGB IEC61966-2.1'/>".utf8))],
      .iCCP, .space(.displayP3), findings: ["declarations-disagree"]),
    InspectCase(
      "XMP and eXIf agree with Display P3", rgb, [.iCCP(p3Profile)],
      other: [
        PNGChunk("eXIf", exif(colorSpace: 65535)),
        PNGChunk(
          "iTXt",
          Array("XML:com.adobe.xmp\0\0\0\0\0<a exif:ColorSpace='65535' photoshop:ICCProfile='Display P3'/>".utf8)),
      ], .iCCP, .space(.displayP3)),
    InspectCase(
      "eXIf says sRGB, and nothing else does", rgb, [], other: [PNGChunk("eXIf", exif(colorSpace: 1))], nil, .undeclared
    ),
  ]

  /// Profiles identified by their numbers.
  static let profiles: [InspectCase] = [
    InspectCase("Display P3", rgb, [.iCCP(p3Profile)], .iCCP, .space(.displayP3)),
    InspectCase("sRGB of the project", rgb, [.iCCP(sRGBProfile)], .iCCP, .space(.sRGB)),
    InspectCase(
      "HP's sRGB of 1998, the ICC's of 2014", rgb, [.iCCP(matrix(hpColorants, table, called: "sRGB IEC61966-2.1"))],
      .iCCP, .space(.sRGB)),
    InspectCase(
      "gamma 2.2, called sRGB", rgb, [.iCCP(matrix(ICCBuilder.sRGBColorants, ICCData.curve([563]), called: "sRGB"))],
      .iCCP, .other, findings: ["misleading-name"]),
    InspectCase(
      "Display P3, called sRGB", rgb, [.iCCP(matrix(p3Colorants, curve, called: "sRGB IEC61966-2.1"))], .iCCP,
      .space(.displayP3), findings: ["misleading-name"]),
    InspectCase(
      "sRGB, called Display P3", rgb, [.iCCP(matrix(ICCBuilder.sRGBColorants, curve, called: "Display P3"))], .iCCP,
      .space(.sRGB), findings: ["misleading-name"]),
    InspectCase("Display P3 in a chunk named sRGB", rgb, [.iCCP(p3Profile, name: "sRGB")], .iCCP, .space(.displayP3)),
    // Red without its negative Z, and the resulting shift: not Display P3.
    InspectCase(
      "Display P3 Compat", rgb,
      [.iCCP(matrix([[0x83df, 0x3dbf, 0], [0x4abf, 0xb137, 0xab5], [0x2838, 0x110a, 0xc878]], curve))], .iCCP,
      .space(.displayP3Compat)),
    InspectCase(
      "sRGB's matrix beside tables of linear light", rgb, [.iCCP(withTables(cornersOfLinearSRGB))], .iCCP,
      .space(.linearSRGB)),
    InspectCase(
      "a monitor", rgb,
      [
        .iCCP(
          matrix(
            [[0x75a0, 0x3a00, 0x0300], [0x5c00, 0xb600, 0x1800], [0x2536, 0x1000, 0xb82d]], ICCData.curve([550])))
      ], .iCCP, .other),
    InspectCase(
      "a profile with a wrong ID", rgb, [.iCCP(changed(p3Profile) { $0[90] ^= 1 })], .iCCP,
      .space(.displayP3), p3: .yes, sRGB: .no, findings: ["profile-id"]),
    InspectCase(
      "bytes after the profile", rgb, [.iCCP(p3Profile + [0, 0, 0, 0])], .iCCP, .space(.displayP3),
      findings: ["profile-surplus"]),
  ]

  /// 11.3.2.3: RGB profiles for colour types 2, 3 and 6, grey ones for 0 and 4.
  static let wrongKinds: [InspectCase] = [
    InspectCase("grey profile, grey image", grey, [.iCCP(greyProfile)], .iCCP, .space(.sGray), p3: .yes, sRGB: .yes),
    InspectCase(
      "grey profile of gamma 2.2, grey image", grey, [.iCCP(ICCBuilder.grey(curve: ICCData.curve([563])).bytes())],
      .iCCP, .other),
    InspectCase(
      "grey profile, RGB image", rgb, [.iCCP(greyProfile)], .iCCP, .unusable("profile-grey-on-rgb"), p3: .no, sRGB: .no,
      any: .no, findings: ["profile-grey-on-rgb"]),
    InspectCase(
      "grey profile, palette image, sRGB below", indexed, [.iCCP(greyProfile), .sRGB()], .iCCP,
      .unusable("profile-grey-on-rgb"), p3: .no, sRGB: .no, any: .no,
      findings: ["profile-grey-on-rgb"]),
    // libpng drops it (1.6.39 to 1.8, png_icc_check_header).
    InspectCase(
      "RGB profile, grey image", grey, [.iCCP(p3Profile)], .iCCP, .space(.displayP3), p3: .no, any: .no,
      findings: ["profile-ignored"]),
    InspectCase("sRGB chunk, grey image", grey, [.sRGB()], .sRGB, .space(.sRGB), p3: .yes),
  ]

  /// Clause 5.3 and 5.6, table 7: positions, duplicates, lengths, CRCs. A chunk with such a fault does not count, except an
  /// iCCP with a wrong CRC: as in libpng 1.6.39.
  static let chunkFaults: [InspectCase] = [
    InspectCase(
      "iCCP with a wrong CRC", rgb, [PNGChunk.iCCP(p3Profile).withWrongCRC], .iCCP, .space(.displayP3),
      findings: ["crc-mismatch"]),
    InspectCase(
      "cICP with a wrong CRC, iCCP below", rgb, [PNGChunk.cICP(12, 13).withWrongCRC, .iCCP(sRGBProfile)], .iCCP,
      .space(.sRGB), findings: ["crc-mismatch"]),
    InspectCase(
      "cICP twice", rgb, [.cICP(12, 13), .cICP(1, 13), .sRGB()], .cICP, .space(.displayP3),
      findings: ["duplicate-chunk", "declarations-disagree"]),
    InspectCase(
      "iCCP after PLTE", indexed, [], nil, .undeclared, findings: ["chunk-order"],
      change: { $0.insert(.iCCP(p3Profile), at: 2) }),
    InspectCase(
      "iCCP after IDAT", rgb, [], nil, .undeclared, findings: ["chunk-order"],
      change: { $0.insert(.iCCP(p3Profile), at: $0.count - 1) }),
    InspectCase(
      "cICP of 3 bytes", rgb, [PNGChunk("cICP", [12, 13, 0])], nil, .undeclared, findings: ["chunk-length"]),
    InspectCase(
      "gAMA whole, cHRM with a wrong CRC", rgb, [.gAMA(45455), PNGChunk.cHRM(p3Primaries).withWrongCRC], .gamma, .other,
      findings: ["crc-mismatch"]),
  ]

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
      .unusable(code), p3: answer, sRGB: answer, any: answer,
      findings: [code, "profile-id"])
  }

  /// Clause 5.6, table 7, for the chunks below iCCP, and the precedence of cICP over all.
  static let lowerChunks: [InspectCase] = [
    InspectCase(
      "cICP before gAMA and cHRM", rgb, [.gAMA(45455), .cHRM(sRGBPrimaries), .cICP(12, 13)], .cICP, .space(.displayP3),
      findings: ["declarations-disagree"]),
    InspectCase(
      "sRGB before a gAMA that says linear", rgb, [.gAMA(100_000), .sRGB()], .sRGB, .space(.sRGB),
      findings: ["declarations-disagree"]),
  ]
}
