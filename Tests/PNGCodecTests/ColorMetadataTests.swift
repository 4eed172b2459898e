import Testing

@testable import PNGCodec

/// Exif: CIPA DC-008, 4.6.6 and 4.6.7. XMP in PNG: XMP part 3, 1.1.5; properties by XMP part 2, 3.2 and 3.3.
@Suite struct ColorMetadataTests {
  static let sRGB = ColorMetadata(isSRGB: true, profileNames: ["sRGB IEC61966-2.1", "sRGB"])
  static let p3 = ColorMetadata(isSRGB: false, profileNames: ["Display P3"])

  @Test(arguments: [true, false])
  func exif(_ isLittleEndian: Bool) throws {
    func exif(_ value: Int, _ type: Int = 3) -> [UInt8] {
      ExifTests.exif(type: type, value: value, isLittleEndian: isLittleEndian)
    }
    for type in [3, 4] {
      #expect(Self.p3.rewriting(exif(1, type), of: .eXIf)?.data == exif(0xffff, type))
      #expect(Self.sRGB.rewriting(exif(0xffff, type), of: .eXIf)?.data == exif(1, type))
      #expect(Self.sRGB.rewriting(exif(1, type), of: .eXIf) == nil)
    }
    let data = exif(1)
    for length in 0..<data.count { _ = Self.p3.rewriting(Array(data[..<length]), of: .eXIf) }
  }

  /// Only the index of interoperability changes.
  @Test(arguments: [("R98", "\0\0\0"), ("R03", "\0\0\0"), ("THM", "THM")])
  func interoperability(before: String, after: String) {
    func exif(_ index: String) -> [UInt8] {
      Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0]
        + [0, 1, 0xa0, 0x05, 0, 4, 0, 0, 0, 1, 0, 0, 0, 44, 0, 0, 0, 0]
        + [0, 1, 0, 1, 0, 2, 0, 0, 0, 4] + Array(index.utf8) + [0, 0, 0, 0, 0]
    }
    #expect((Self.p3.rewriting(exif(before), of: .eXIf)?.data ?? exif(before)) == exif(after))
  }

  @Test(
    arguments: [
      ("<a exif:ColorSpace=\"1\" b=\"1\"/>", "<a exif:ColorSpace=\"65535\" b=\"1\"/>"),
      ("<a\nexif:ColorSpace = '1'/>", "<a\nexif:ColorSpace = '65535'/>"),
      ("<exif:ColorSpace>1</exif:ColorSpace>", "<exif:ColorSpace>65535</exif:ColorSpace>"),
      ("<a photoshop:ICCProfile=\"\"/>", "<a photoshop:ICCProfile=\"Display P3\"/>"),
      (
        "<a photoshop:ICCProfile=\"sRGB\" exif:ColorSpace=\"1\"/>",
        "<a photoshop:ICCProfile=\"Display P3\" exif:ColorSpace=\"65535\"/>"
      ),
      ("<a photoshop:ICCProfile=\"Display P3\" exif:ColorSpace=\"65535\"/>", nil), ("<a exif:ColorSpaces=\"1\"/>", nil),
      ("<a exif:ColorSpace=\"1", nil), ("exif:ColorSpace", nil),
      // The namespace, and not the prefix, names a property (Namespaces in XML 1.0, 3).
      (
        "<a xmlns:e='http://ns.adobe.com/exif/1.0/' e:ColorSpace='1'/>",
        "<a xmlns:e='http://ns.adobe.com/exif/1.0/' e:ColorSpace='65535'/>"
      ),
      (
        "<a xmlns:ps = \"http://ns.adobe.com/photoshop/1.0/\"><ps:ICCProfile>sRGB</ps:ICCProfile></a>",
        "<a xmlns:ps = \"http://ns.adobe.com/photoshop/1.0/\"><ps:ICCProfile>Display P3</ps:ICCProfile></a>"
      ),
      ("<a xmlns:exif='http://example.org/' exif:ColorSpace='1'/>", nil),
      ("<a photoshop:ICCProfile=' exif:ColorSpace=\"1\"'", "<a photoshop:ICCProfile='Display P3'"),
      ("<a xmlns:e='http://example.org/' e:ColorSpace='1'/>", nil), ("<a e:ColorSpace='1' ColorSpace='1'/>", nil),
    ] as [(String, String?)])
  func xmp(before: String, after: String?) {
    func data(_ text: String) -> [UInt8] { Array("XML:com.adobe.xmp\0\0\0en\0\0\(text)".utf8) }
    #expect(Self.p3.rewriting(data(before), of: .iTXt)?.data == after.map(data))
    #expect(Self.p3.rewriting(data(before), of: .tEXt) == nil)
  }
}

extension ColorMetadataTests {
  /// The text changes as if it were not compressed (iTXt: PNG Third Edition, 11.3.3.4).
  @Test func compressedXMP() throws {
    let head = Array("XML:com.adobe.xmp\0\u{1}\0\0\0".utf8)
    func data(_ text: String) throws -> [UInt8] { head + (try NewColorChunk.deflate(Array(text.utf8))) }
    let before = try data("<a exif:ColorSpace='1'/>")
    let rewritten = try #require(Self.p3.rewriting(before, of: .iTXt))
    #expect(try rewritten.data == data("<a exif:ColorSpace='65535'/>") && rewritten.changes == ["XMP exif:ColorSpace"])
    #expect(Self.p3.rewriting(rewritten.data, of: .iTXt) == nil && XMPText(before)?.colors?.colorSpace == .sRGB)
    for length in 0..<before.count { #expect(XMPText(Array(before[..<length])) == nil) }
  }

  /// Both names of sRGB agree.
  @Test func namesThatAgreeStay() {
    for name in ["sRGB IEC61966-2.1", "sRGB"] {
      let data = Array("XML:com.adobe.xmp\0\0\0\0\0<a photoshop:ICCProfile=\"\(name)\"/>".utf8)
      #expect(Self.sRGB.rewriting(data, of: .iTXt) == nil)
    }
  }
}
