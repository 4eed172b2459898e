import Gamut
import LittleCMS
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

/// The profiles that are written for the spaces, compared with the published numbers.
@Suite struct SpaceProfileTests {
  static let others = ReferenceSpace.allCases.filter { ![.sRGB, .displayP3, .sGray].contains($0) }

  @Test(.enabled(if: Thoroughness.hasTime), arguments: PublishedSpace.all.map(\.reference))
  func colorantsAndCurve(space: ReferenceSpace) throws {
    let published = try #require(PublishedSpace.all.first { $0.reference == space })
    let profile = try Profile(bytes: space.profile.bytes)
    let colorants = try #require(profile.colorants)
    #expect(colorants.sum == SIMD3(63190, 65536, 54061))
    // Half a unit of rounding, and one for the sum. IEC 61966-2-1 has the matrix of sRGB to four digits, of which half a
    // unit is 3.3 units of s15Fixed16.
    let tolerance = space.space.toPCS == RGBSpace.sRGB.toPCS ? 3.3 : 1.51
    for (found, wanted) in zip([colorants.red, colorants.green, colorants.blue], published.colorants) {
      for (value, exact) in zip([found.x, found.y, found.z], wanted) {
        #expect(abs(Double(value) - exact * 65536) < tolerance, "\(value) \(exact * 65536)")
      }
    }
    let curve = try #require(profile.redTRC)
    #expect(profile.greenTRC == curve && profile.blueTRC == curve)
    #expect(try Profile(bytes: space.greyProfile.bytes).greyTRC == curve)
    // Half a code of 16 bits; the curve of sRGB is that of the project's profiles, at most 0.5 codes away too.
    let difference = (0...65535).map { abs(published.encode(curve(Double($0) / 65535)) * 65535 - Double($0)) }.max()
    #expect(try #require(difference) < 0.5)
    #expect(curve(0) == 0 && curve(1) == 1)
  }

  /// LittleCMS, which reads the bytes by itself, finds the published colours.
  @Test(arguments: PublishedSpace.all.map(\.reference))
  func littleCMSFindsThePublishedColors(space: ReferenceSpace) throws {
    let published = try #require(PublishedSpace.all.first { $0.reference == space })
    let transform = try Transform(space.profile)
    let columns = published.colorants
    for color in [SIMD3(1.0, 0, 0), [0, 1, 0], [0, 0, 1], [1, 1, 1], [0.25, 0.5, 0.75], [0.9, 0.1, 0.02]] {
      let light = (0..<3).map { published.decode(color[$0]) }
      let found = transform(color)
      for row in 0..<3 {
        let expected = (0..<3).reduce(0) { $0 + light[$1] * columns[$1][row] }
        #expect(abs(found[row] - expected) < 0.0001, "\(color)")
      }
    }
  }

  /// Compact-ICC-Profiles (CC0), DisplayP3Compat-v4.
  @Test func displayP3CompatHasItsPublishedColorants() throws {
    let colorants = try #require(ReferenceSpace.displayP3Compat.profile.colorants)
    #expect([colorants.red.x, colorants.red.y, colorants.red.z] == [0x83df, 0x3dbf, 0])
    #expect([colorants.green.x, colorants.green.y, colorants.green.z] == [0x4abf, 0xb137, 0x0ab5])
    #expect([colorants.blue.x, colorants.blue.y, colorants.blue.z] == [0x2838, 0x110a, 0xc878])
    #expect(ReferenceSpace.displayP3Compat.profile.redTRC == Profile.sRGB.redTRC)
  }

  /// What ICC.1:2022 asks of a display profile of version 4, and what makes the bytes the same everywhere.
  @Test(arguments: ReferenceSpace.allCases)
  func profilesAreWhole(space: ReferenceSpace) throws {
    for made in [space.profile, space.greyProfile] {
      let profile = try Profile(bytes: made.bytes)
      #expect(profile.faults == [])
      #expect(profile.header.version.description == "4.3.0" && profile.header.deviceClass == "mntr")
      #expect(profile.whitePoint == .d50 && profile.hasTag("chad"))
      #expect(profile.header.profileID == profile.computedID && profile.bytes.count < 700)
      #expect(Set(profile.tags.filter { "\($0.signature)".hasSuffix("TRC") }.map(\.offset)).count == 1)
    }
    #expect(space.greyProfile.header.colorSpace == "GRAY")
    #expect((space.profile.header.colorSpace == "GRAY") == (space == .sGray))
    #expect(space.profile.description == space.name)
  }

  /// The adaptation leads from the white to D50.
  @Test(arguments: PublishedSpace.all.map(\.reference)) func adaptation(space: ReferenceSpace) throws {
    let white = try #require(PublishedSpace.all.first { $0.reference == space }).white
    let tag = try #require(space.profile.tags.first { $0.signature == "chad" })
    // Nine s15Fixed16 after the type and four reserved bytes (ICC.1:2022 clause 10.22).
    let matrix = (0..<9).map { index in
      let bytes = space.profile.bytes[(tag.offset + 8 + 4 * index)...].prefix(4)
      return Double(Int32(truncatingIfNeeded: bytes.reduce(0) { $0 << 8 | Int($1) })) / 65536
    }
    let xyz = [white.x / white.y, 1, (1 - white.x - white.y) / white.y]
    for (row, d50) in [0.9642, 1, 0.8249].enumerated() {
      #expect(abs((0..<3).reduce(0) { $0 + matrix[3 * row + $1] * xyz[$1] } - d50) < 0.00003)
    }
  }

  @Test(.enabled(if: Thoroughness.hasTime), arguments: ReferenceSpace.allCases)
  func embeddedSpacesAreRecognized(space: ReferenceSpace) throws {
    let embedder = try Embedder(EmbedOptions(.space(.known(space))))
    var options = VerifyOptions(target: .space(.known(space)))
    options.level = .sixteenBit
    let verifier = try Verifier(options)
    let schema = try Repository.schema("verify")
    for isGrey in space == .sGray ? [true] : [false, true] {
      let file = try embedder.embed(png: (isGrey ? EmbedTests.grey : EmbedTests.rgb).bytes).bytes
      let verification = try verifier.verify(png: file)
      #expect(verification.isVerified, "\(verification.reasons)")
      let row = VerifyRow(path: Pathname("a"), result: .success(verification))
      #expect(schema.faults(in: try JSONValue(parsing: row.json(options))) == [])
      let inspection = try Inspector().inspect(png: file)
      let identification = try #require(inspection.inForce?.identification)
      #expect(identification.level == .sixteenBit)
      // The spaces with the curve of sRGB have the same greys, and the same grey profile.
      let isShared = isGrey && space.greyProfile == .sGray
      #expect(identification.space == (isShared ? .sGray : space))
      #expect(identification.claimed == nil)
      #expect(inspection.findings.isEmpty, "\(inspection.findings)")
      // Nothing is left to do.
      #expect(try embedder.embed(png: file).bytes == file)
    }
  }

  /// H.273 has code points for these, as displays decode them: 1 BT.709, 9 BT.2020, 12 P3-D65; 1 and 14 the cameras'
  /// curves, which displays show with BT.1886, 8 linear, 13 sRGB.
  static let codePoints: [ReferenceSpace: CICP] = [
    .displayP3: CICP(primaries: 12, transfer: 13), .sRGB: CICP(primaries: 1, transfer: 13),
    .linearSRGB: CICP(primaries: 1, transfer: 8), .rec709Display: CICP(primaries: 1, transfer: 1),
    .rec2020Display: CICP(primaries: 9, transfer: 14),
  ]

  @Test(.enabled(if: Thoroughness.hasTime), arguments: ReferenceSpace.rgb)
  func codePointsAgreeWithTheProfile(space: ReferenceSpace) throws {
    var options = EmbedOptions(.space(.known(space)))
    options.addsCICP = true
    guard let expected = Self.codePoints[space] else {
      #expect(throws: EmbedError.noCodePoints(space.name)) { try Embedder(options) }
      return
    }
    let file = try Embedder(options).embed(png: EmbedTests.rgb.bytes).bytes
    let inspection = try Inspector().inspect(png: file)
    #expect(inspection.survey.colorChunks.cICP?.value == expected)
    #expect(inspection.declarations.map(\.identification?.space) == [space, space])
    #expect(!inspection.findings.contains { $0.code == "disagreement" }, "\(inspection.findings)")
  }

  @Test func anSRGBChunkIsForSRGBOnly() throws {
    for space in ReferenceSpace.rgb where space != .sRGB {
      var options = EmbedOptions(.space(.known(space)))
      options.usesSRGBChunk = true
      #expect(throws: EmbedError.notSRGB(space.name)) { try Embedder(options) }
    }
  }

  /// Old gAMA and cHRM stay where they say the same: 100,000 times 256/563, and the primaries.
  @Test func gammaAndChromaticitiesThatAgreeStay() throws {
    let chunks: [PNGChunk] = [.gAMA(45471), .cHRM([31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000])]
    var options = EmbedOptions(.space(.known(.adobeRGB)))
    options.assume = .known(.adobeRGB)
    let file = try Embedder(options).embed(png: EmbedTests.file(chunks)).bytes
    let found = try #require(PNGChunk.split(file)).map(\.type)
    #expect(found.contains("gAMA") && found.contains("cHRM"))
    options = EmbedOptions(.space(.known(.wideGamutRGB)))
    options.assume = .known(.wideGamutRGB)
    let other = try #require(PNGChunk.split(Embedder(options).embed(png: EmbedTests.file(chunks)).bytes)).map(\.type)
    #expect(other.contains("gAMA") && !other.contains("cHRM"))
  }

  /// Codes by the published curves and the colorants of the profiles, in double precision. The profile's curve differs
  /// by a quarter of a code, so that a rounded code differs by one at most.
  @Test(.enabled(if: Thoroughness.hasTime), arguments: PublishedSpace.all.map(\.reference))
  func conversionsFollowTheFormula(space: ReferenceSpace) throws {
    let published = try #require(PublishedSpace.all.first { $0.reference == space })
    let image = ConvertTests.image(depth: 16, colorType: 2)
    let converter = try ConvertTests.converter(.known(space))
    let (bytes, report) = try converter.convert(png: image.bytes)
    #expect(report.destination == space.name)
    #expect(report.space == ([.displayP3, .sRGB].contains(space) ? space : nil))
    let decoded = try ConvertTests.decode(bytes)
    let matrix = space.space.fromPCS * RGBSpace.displayP3.toPCS
    for pixel in 0..<image.width * image.height {
      let color = (0..<3).map { RGBSpace.displayP3.red(Double(image.samples[3 * pixel + $0]) / 65535) }
      let light = matrix * SIMD3(color[0], color[1], color[2])
      for channel in 0..<3 {
        let code = (published.encode(min(max(light[channel], 0), 1)) * 65535).rounded()
        #expect(abs(code - Double(decoded.samples[3 * pixel + channel])) <= 1, "\(pixel) \(channel)")
      }
    }
    // The result is in the space already, to the last bit, and as a file without a declaration it is if assumed.
    let again = try converter.convert(png: bytes)
    #expect(again.bytes == bytes && again.report.keepsPixels)
    var stripped = image
    stripped.samples = decoded.samples.map { UInt16($0) }
    stripped.colorChunks = []
    let assumed = try ConvertTests.converter(.known(space)) { $0.assume = .known(space) }.convert(png: stripped.bytes)
    #expect(assumed.report.keepsPixels)
    #expect(try Inspector().inspect(png: bytes).inForce?.identification?.space == space)
  }

  @Test(.enabled(if: Thoroughness.hasTime), arguments: ReferenceSpace.rgb)
  func greyStaysGrey(space: ReferenceSpace) throws {
    let image = ConvertTests.image(depth: 16, colorType: 0, profile: .sGray)
    let (bytes, report) = try ConvertTests.converter(.known(space)).convert(png: image.bytes)
    #expect(report.result.colorType == .grey)
    #expect(try #require(ConvertTests.decode(bytes).reader.iCCP).value.contents.get() == space.greyProfile.bytes)
    var options = VerifyOptions(target: .space(.known(space)))
    options.level = .sixteenBit
    #expect(try Verifier(options).verify(png: bytes).isVerified)
  }

  @Test func sGrayIsForGrey() throws {
    let color = ConvertTests.image(depth: 8, colorType: 2).bytes
    #expect(throws: ConvertError.destination(.profile(.greyProfileOnRGBImage))) {
      try ConvertTests.converter(.known(.sGray))
    }
    #expect(throws: EmbedError.profile(.profile(.greyProfileOnRGBImage))) {
      try Embedder(EmbedOptions(.space(.known(.sGray)))).embed(png: EmbedTests.rgb.bytes)
    }
    let verification = try Verifier(VerifyOptions(target: .space(.known(.sGray)))).verify(png: color)
    #expect(verification.reasons.map(\.code) == [.otherKind])
    #expect(throws: GamutError.destination(.profile(.greyProfileOnRGBImage))) {
      try Reporter { $0.destination = .known(.sGray) }
    }
    #expect(throws: GamutError.givenSource(.profile(.greyProfileOnRGBImage))) {
      try Reporter { $0.override = .known(.sGray) }.report(png: color)
    }
  }

  /// All of sRGB fits into the spaces that contain it, and P3's colours do not fit into those of sRGB's primaries.
  @Test(arguments: ReferenceSpace.rgb) func reports(space: ReferenceSpace) throws {
    let image = ConvertTests.image(depth: 8, colorType: 2).bytes
    let report = try Reporter { $0.destination = .known(space) }.report(png: image)
    #expect(report.destination.description == space.name)
    #expect(report.destination.space == ([.displayP3, .sRGB].contains(space) ? space : nil))
    let lacksColors: Set<ReferenceSpace> = [.sRGB, .linearSRGB, .rec709, .rec709Display, .rec601NTSC, .rec601PAL]
    if lacksColors.contains(space) { #expect(report.loss.pixels.clipped > 0) }
    if [.displayP3, .proPhotoRGB].contains(space) { #expect(report.loss.pixels.clipped == 0) }
  }
}
