import SyntheticPNG
import TestSupport
import Testing

@testable import LittleCMS

@Suite("Whether a profile can be used")
struct UsabilityTests {
  static let rgb = ICCBuilder.sRGBPrimaries(curve: ICCData.sRGBCurve)
  static let grey = ICCBuilder.grey(curve: ICCData.sRGBCurve)

  @Test(
    "Classes, spaces and connection spaces that can",
    arguments: [
      ("mntr", "RGB ", "XYZ "), ("scnr", "RGB ", "XYZ "), ("prtr", "RGB ", "XYZ "), ("spac", "RGB ", "XYZ "),
      ("mntr", "RGB ", "Lab "), ("mntr", "GRAY", "XYZ "), ("scnr", "GRAY", "Lab "),
    ])
  func usable(_ deviceClass: String, _ colorSpace: String, _ pcs: String) throws {
    var builder = colorSpace == "GRAY" ? Self.grey : Self.rgb
    builder.deviceClass = deviceClass
    builder.pcs = pcs
    let profile = try Profile(bytes: builder.bytes())
    #expect(throws: Never.self) { _ = try UsableProfile(profile, isGrey: true) }
    #expect((try? UsableProfile(profile, isGrey: false)) != nil || colorSpace == "GRAY")
  }

  @Test(
    "Kinds that cannot, and the words for it",
    arguments: [
      ("link", "RGB ", "XYZ ", "profile-class", "class 'link'"),
      ("abst", "Lab ", "Lab ", "profile-class", "class 'abst'"),
      ("what", "RGB ", "XYZ ", "profile-class", "class 'what'"),
      ("prtr", "CMYK", "Lab ", "profile-color-space", "for CMYK data"),
      ("spac", "Lab ", "XYZ ", "profile-color-space", "for Lab data"),
      ("mntr", "\u{1}\u{2}\u{3}\u{4}", "XYZ ", "profile-color-space", "for 0x01020304 data"),
      ("mntr", "RGB ", "Luv ", "profile-pcs", "neither XYZ nor Lab"),
      ("mntr", "GRAY", "XYZ ", "profile-grey-on-rgb", "for grey, and the image has red, green and blue"),
    ])
  func wrongKind(
    _ deviceClass: String, _ colorSpace: String, _ pcs: String, _ code: String, _ words: String
  ) throws {
    var builder = Self.rgb
    (builder.deviceClass, builder.colorSpace, builder.pcs) = (deviceClass, colorSpace, pcs)
    let error = try #require(try refusal(builder))
    #expect(try error.code == code && Repository.errorCodes("LittleCMS/ProfileError.swift").contains(code))
    #expect(error.message.contains(words))
  }

  static let d50 = SIMD3(63190, 65536, 54061)

  @Test(
    "Tags that are missing, damaged or implausible",
    arguments: [
      (rgb.replacing("gXYZ", with: nil), ProfileError.missingTag("gXYZ")),
      (rgb.replacing("bTRC", with: nil), .missingTag("bTRC")),
      (
        rgb.replacing("rTRC", with: ICCData.curve([3, 2])),
        .unusableCurve("rTRC", fault: "falls at 1.0 of its range")
      ),
      (
        rgb.replacing("gXYZ", with: ICCData.xyz([0x6296 + 656, 0xB789, 0x18DA])),
        .implausibleColorants(sum: d50 &+ SIMD3(656, 0, 0))
      ),
      (
        rgb.replacing("bXYZ", with: ICCData.xyz([0x24A0, 0x0F85 - 656, 0xB6C4])),
        .implausibleColorants(sum: d50 &- SIMD3(0, 656, 0))
      ),
      (
        ICCBuilder.matrix(
          [[21063, 21845, 18020], [21063, 21845, 18020], [21064, 21846, 18021]], red: ICCData.sRGBCurve,
          green: ICCData.sRGBCurve, blue: ICCData.sRGBCurve),
        .singularColorants
      ),
      (
        ICCBuilder.matrix(
          [[.max, .max, .max], [.max, .max, .max], [.min, .min, .min]], red: ICCData.sRGBCurve,
          green: ICCData.sRGBCurve, blue: ICCData.sRGBCurve),
        .implausibleColorants(sum: SIMD3(repeating: 2_147_483_646))
      ),
    ])
  func wrongTags(_ builder: ICCBuilder, _ error: ProfileError) throws {
    #expect(try refusal(builder) == error)
  }

  @Test("0.01 away from D50 is still plausible")
  func plausible() throws {
    #expect(try refusal(Self.rgb.replacing("gXYZ", with: ICCData.xyz([0x6296 - 655, 0xB789 + 655, 0x18DA]))) == nil)
  }

  @Test(
    "Damaged tags are named with what is wrong",
    arguments: [
      ("rTRC", ICCData.type("curv") + ICCData.u32(4) + [0, 0, 1, 1], "declares 4 entries and has room for 2"),
      ("rTRC", ICCData.type("curv") + [255, 255, 255, 255], "declares 4294967295 entries and has room for 0"),
      ("gTRC", ICCData.parametric(5, [1]), "unknown kind 5"),
      ("bTRC", ICCData.parametric(4, [1, 2, 3, 4, 5, 6]), "has 6 of the 7 parameters of kind 4"),
      ("bTRC", ICCData.type("text") + [65], "is of type 'text', not a curve"),
      ("rXYZ", ICCData.numbers([1, 2, 3]), "is of type 'sf32', not 'XYZ'"),
      ("rXYZ", Array(ICCData.xyz([1, 2, 3]).dropLast()), "is too short"),
      ("rTRC", [], "too short for a curve"),
      ("rTRC", ICCData.curve(Array(repeating: 7, count: 32_768)), "has 32768 entries, more than the limit of 32767"),
    ])
  func damagedTags(_ tag: String, _ data: [UInt8], _ words: String) throws {
    let error = try #require(try refusal(Self.rgb.replacing(tag, with: data)))
    #expect(error.code == "profile-malformed-tag")
    #expect(error.message.contains("'\(tag)'"))
    #expect(error.message.contains(words))
    #expect(error.offset ?? 0 >= 216)
  }

  @Test(
    "Tables with more values than any profile needs are refused before LittleCMS reads them",
    arguments: [
      // 129 points for each of three channels, in three tables.
      ("A2B0", "mft1", [3, 3, 129, 0], 6_440_067),
      // The table is at byte 32, and has 255 points for each channel.
      (
        "A2B1", "mAB ", [3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 32, 0, 0, 0, 0, 255, 255, 255],
        49_744_125
      ),
      // As many channels as a byte can say.
      ("A2B2", "mft2", [255, 255, 255, 0], Int.max),
    ] as [(String, String, [UInt8], Int)])
  func largeTables(_ tag: String, _ type: String, _ data: [UInt8], _ values: Int) throws {
    let error = try #require(try refusal(Self.rgb.adding(tag, ICCData.type(type) + data)))
    #expect(error.code == "profile-malformed-tag")
    #expect(error.message.contains("'\(tag)'"))
    #expect(error.message.contains("has a table of \(values) values, more than the limit of 2097152"))
  }

  @Test("A tag outside the profile, and two of one name")
  func table() throws {
    var bytes = Self.rgb.bytes()
    bytes[132 + 8] = 1  // the size of desc, 16 MiB more
    let outside = try #require(try refusal(bytes))
    #expect(outside.code == "profile-tag-bounds")
    #expect(outside.message.contains("does not lie inside the profile's \(bytes.count) bytes"))
    #expect(try refusal(Self.rgb.adding("rTRC", ICCData.curve([])))?.code == "profile-duplicate-tag")
  }

  @Test(
    "Version 5 is refused, and errors of LittleCMS are reported in its words",
    arguments: [
      (0x0500_0000, "profile-version", "version 5 (iccMAX) is not supported"),
      (0x0510_0000, "profile-version", "version 5 (iccMAX) is not supported"),
      (0x0600_0000, "profile-littlecms", "0x6000000"),
    ] as [(UInt32, String, String)])
  func wrongVersion(_ version: UInt32, _ code: String, _ words: String) throws {
    var builder = Self.rgb
    builder.version = version
    let error = try #require(try refusal(builder))
    #expect(error.code == code)
    #expect(error.message.contains(words))
  }

  @Test("Codes are kebab-case and say that a profile is meant")
  func codes() throws {
    for code in try Repository.errorCodes("LittleCMS/ProfileError.swift") {
      #expect(code.wholeMatch(of: /profile(-[a-z]+)+/) != nil)
    }
  }

  private func refusal(_ builder: ICCBuilder) throws -> ProfileError? { try refusal(builder.bytes()) }

  private func refusal(_ bytes: [UInt8]) throws -> ProfileError? {
    do throws(ProfileError) {
      _ = try UsableProfile(Profile(bytes: bytes), isGrey: false)
      return nil
    } catch {
      return error
    }
  }
}
