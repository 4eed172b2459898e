import SyntheticPNG
import TestSupport
import Testing

@testable import LittleCMS

@Suite("Parsing a profile")
struct ProfileParsingTests {
  @Test(
    "Descriptions in each form that files have",
    arguments: [
      (ICCData.textDescription(ascii: Array("Plain".utf8)), "Plain"),
      (ICCData.textDescription(ascii: [], unicode: "Größe"), "Größe"),
      (ICCData.textDescription(ascii: Array("Moniteur étalonné".utf8)), "Moniteur étalonné"),
      (ICCData.textDescription(ascii: [0x47, 0x72, 0xFC, 0x6E]), "Grün"),  // Latin-1
      (ICCData.textDescription(ascii: [0x61, 0, 0x62]), "a"),
      (ICCData.localized("sRGB \u{1F3A8}"), "sRGB \u{1F3A8}"),
      (ICCData.localized([("deDE", "Bild"), ("enGB", "Colour"), ("enUS", "Color")]), "Color"),
      (ICCData.localized([("deDE", "Bild"), ("enGB", "Colour")]), "Colour"),
      (ICCData.localized([("jaJP", "画像"), ("deDE", "Bild")]), "画像"),
      (ICCData.type("text") + Array("text type".utf8) + [0], "text type"),
    ])
  func description(_ data: [UInt8], _ expected: String) throws {
    let profile = try Profile(bytes: ICCBuilder(tags: [("desc", data)]).bytes())
    #expect(profile.description == expected)
    #expect(profile.faults == [])
  }

  @Test(
    "A description that cannot be read is nil and a fault, and does no harm",
    arguments: [
      ICCData.type("desc") + ICCData.u32(1000) + [65, 0],
      ICCData.type("desc") + [255, 255, 255, 255] + [65, 0],
      ICCData.type("mluc") + ICCData.u32(0x7FFF_FFFF) + ICCData.u32(12),
      ICCData.type("mluc") + ICCData.u32(1) + ICCData.u32(12) + Array("enUS".utf8) + ICCData.u32(8) + ICCData.u32(90),
      ICCData.type("mluc") + ICCData.u32(1) + ICCData.u32(0) + [0, 0, 0, 0],
      ICCData.type("sig ") + [1, 2, 3, 4],
      [],
      [0x64, 0x65],
    ])
  func brokenDescription(_ data: [UInt8]) throws {
    let builder = ICCBuilder.sRGBPrimaries(curve: ICCData.curve([563])).replacing("desc", with: data)
    let profile = try Profile(bytes: builder.bytes())
    #expect(profile.description == nil)
    #expect(profile.faults.map(\.code) == ["profile-malformed-tag"])
    #expect(throws: Never.self) { _ = try UsableProfile(profile, isGrey: false) }
  }

  @Test(
    "Every kind of curve",
    arguments: [
      (ICCData.curve([]), ToneCurve.identity),
      (ICCData.curve([0x0233]), .gamma(0x0233)),
      (ICCData.curve([0, 9, 65535]), .table([0, 9, 65535])),
      (ICCData.parametric(0, [1]), .parametric(kind: 0, parameters: [1])),
      (ICCData.parametric(1, [1, 2, -3]), .parametric(kind: 1, parameters: [1, 2, -3])),
      (ICCData.parametric(2, [1, 2, 3, -4]), .parametric(kind: 2, parameters: [1, 2, 3, -4])),
      (ICCData.parametric(3, [1, 2, 3, 4, -5]), .parametric(kind: 3, parameters: [1, 2, 3, 4, -5])),
      (ICCData.parametric(4, [1, 2, 3, 4, 5, 6, -7]), .parametric(kind: 4, parameters: [1, 2, 3, 4, 5, 6, -7])),
    ])
  func curve(_ data: [UInt8], _ expected: ToneCurve) throws {
    let profile = try Profile(bytes: ICCBuilder.grey(curve: data).bytes())
    #expect(profile.greyTRC == expected)
  }

  @Test("White point")
  func whitePoint() throws {
    let profile = try Profile(bytes: ICCBuilder(tags: [("wtpt", ICCData.xyz([10, 20, -30]))]).bytes())
    #expect(profile.whitePoint == XYZNumber(x: 10, y: 20, z: -30))
  }

  @Test("Bytes that are no profile")
  func noProfile() {
    let good = ICCBuilder.grey(curve: ICCData.curve([])).bytes()
    func changed(_ offset: Int, _ bytes: [UInt8]) -> [UInt8] {
      var copy = good
      copy.replaceSubrange(offset..<offset + bytes.count, with: bytes)
      return copy
    }
    let cases: [([UInt8], ProfileError)] = [
      ([], .tooShort(size: 0)),
      (Array(good.prefix(131)), .tooShort(size: 131)),
      (changed(36, [0x58]), .notAProfile),
      (changed(0, [0, 0, 0, 131]), .tooShort(size: 131)),
      (changed(0, [255, 255, 255, 255]), .truncated(declared: 4_294_967_295, found: good.count)),
      (changed(128, [255, 255, 255, 255]), .tagTable(count: 4_294_967_295, size: good.count)),
      (changed(128, [0, 0, 0, 200]), .tagTable(count: 200, size: good.count)),
    ]
    for (bytes, error) in cases { #expect(throws: error) { try Profile(bytes: bytes) } }
  }

  @Test("A profile of 1,000 tags, and one of a tag more")
  func manyTags() throws {
    func profile(_ tags: Int) -> [UInt8] {
      var bytes = Array(ICCBuilder().bytes().prefix(128)) + ICCData.u32(tags)
      for tag in 0..<tags { bytes += ICCData.u32(0x6161_6161 + tag) + ICCData.u32(132) + ICCData.u32(0) }
      bytes.replaceSubrange(0..<4, with: ICCData.u32(bytes.count))
      return bytes
    }
    #expect(try Profile(bytes: profile(1000)).tags.count == 1000)
    let error = ProfileError.tagTable(count: 1001, size: profile(1001).count)
    #expect(throws: error) { try Profile(bytes: profile(1001)) }
    #expect(error.message.contains("1001 tags") && error.message.contains("1000"))
  }

  @Test(
    "A long description counts every character, and quotes the first 512", .enabled(if: Thoroughness.hasTime),
    arguments: ["e", "\u{e9}", "\u{1f600}"])
  func longDescription(_ character: String) throws {
    for count in [512, 513, 4096, 70_000] {
      let text = String(repeating: character, count: count)
      let profile = ICCBuilder.sRGBPrimaries(curve: ICCData.sRGBCurve)
        .replacing("desc", with: ICCData.localized(text)).bytes()
      let start = String(repeating: character, count: 512)
      #expect(
        try Profile(bytes: profile).description
          == (count == 512 ? text : start + "... (the first 512 of \(count) characters)"))
    }
  }

  @Test("Bytes after the declared size are not looked at")
  func surplus() throws {
    let bytes = Profile.sRGB.bytes
    let profile = try Profile(bytes: bytes + [1, 2, 3])
    #expect(profile.computedID == Profile.sRGB.computedID)
    #expect(profile.colorants == Profile.sRGB.colorants)
    #expect(throws: Never.self) { _ = try UsableProfile(profile, isGrey: false) }
  }

  @Test(
    "MD5 as in RFC 1321, appendix A.5, and across block boundaries",
    arguments: [
      ("", "d41d8cd98f00b204e9800998ecf8427e"),
      ("abc", "900150983cd24fb0d6963f7d28e17f72"),
      ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
      (
        "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
        "57edf4a22be3c955ac49da2e2107b67a"
      ),
      (String(repeating: "a", count: 55), "ef1772b6dff9a122358552954ad0df65"),
      (String(repeating: "a", count: 56), "3b0c8ac703f828b04c6c197006d17218"),
      (String(repeating: "a", count: 64), "014842d480b571495a4a0363793f7367"),
    ])
  func md5(_ message: String, _ digest: String) {
    #expect(ProfileID(hashing: Array(message.utf8)[...]).description == digest)
  }
}
