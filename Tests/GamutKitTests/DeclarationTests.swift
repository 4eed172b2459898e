import LittleCMS
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

@testable import Gamut
@testable import GamutKit

/// The declaration in force and its meaning (PNG Third Edition 4.3; design definitions of this project).
@Suite struct DeclarationTests {
  static let p3 = Profile.displayP3.bytes

  static func image(_ chunks: [PNGChunk], colorType: Int = 2) -> [UInt8] {
    PNGBuilder(width: 8, height: 1, colorType: colorType) { x, _, channel in channel == 0 ? 255 - x : 0 }
      .declaring(chunks).bytes
  }

  /// A report reads what `inspect` says.
  @Test(.enabled(if: Thoroughness.hasTime), arguments: InspectCase.all.filter { $0.findings.isEmpty })
  func theHighestDeclarationIsInForce(_ test: InspectCase) throws {
    let source = try Reporter().report(png: test.bytes).source
    #expect(source.origin == test.inForce ?? .assumed)
    switch test.outcome {
    case .undeclared, .space(.sRGB), .space(.sGray): #expect(source.space == .sRGB)
    case .space(.displayP3): #expect(source.space == .displayP3)
    default: #expect(source.space == nil)
    }
  }

  static let refusals: [(chunks: [PNGChunk], code: String, words: String)] = [
    ([.cICP(9, 16)], "cicp-transfer", "PQ"),
    ([.cICP(9, 18)], "cicp-transfer", "HLG"),
    ([.cICP(1, 2)], "cicp-transfer", "unspecified"),
    ([.cICP(2, 13)], "cicp-primaries", "unspecified"),
    ([.cICP(23, 13)], "cicp-primaries", "reserved (23)"),
    ([.cICP(1, 13, matrix: 1)], "cicp-matrix", "only 0"),
    ([.cICP(1, 13, fullRange: 0)], "cicp-narrow-range", "narrow range"),
    ([.cICP(1, 13, fullRange: 2)], "cicp-range", "only 0 and 1 exist"),
    ([.gAMA(0)], "gama-zero", "gAMA is 0"),
    ([.gAMA(9999)], "gama-implausible", "9999"),
    ([.gAMA(3_000_000_000)], "gama-implausible", "3000000000"),
    (
      [.gAMA(45455), .cHRM([31270, 32900, 67_001] + PNGChunk.p3Primaries.dropFirst(3).map { $0 + 1001 })],
      "chrm-implausible",
      "cHRM"
    ),
    ([.gAMA(45455), .cHRM([45000, 10000] + PNGChunk.p3Primaries.dropFirst(2))], "chrm-implausible", "cHRM"),
    ([.gAMA(45455), .cHRM([31270, 32900, 0, 0, 0, 0, 0, 0])], "chrm-implausible", "cHRM"),
    ([.gAMA(45455), .cHRM([31270, 0] + PNGChunk.p3Primaries.dropFirst(2))], "chrm-implausible", "cHRM"),
    ([.iCCP(p3, method: 1)], "iccp-unreadable", "compression method is 1"),
    ([.iCCP(Array(p3.prefix(100)))], "profile-too-short", "100 bytes"),
    ([.iCCP(Profile.sGray.bytes)], "profile-grey-on-rgb", "grey"),
    // An invalid declaration is not replaced by the next one.
    ([.iCCP(Array(p3.prefix(100))), .sRGB()], "profile-too-short", "iCCP chunk at byte 33"),
  ]

  @Test(arguments: refusals)
  func anUnusableDeclarationIsRefusedByName(chunks: [PNGChunk], code: String, words: String) throws {
    let file = Self.image(chunks)
    let error = #expect(throws: GamutError.self) { _ = try Reporter().report(png: file) }
    #expect(error?.code == code)
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    #expect(error?.hint?.contains("--override") == true)
    #expect(error?.offset == 33)

    #expect(throws: GamutError.self, "assuming is for files that declare nothing") {
      try Reporter { $0.assume = .displayP3 }.report(png: file)
    }
    #expect(try Reporter { $0.override = .displayP3 }.report(png: file).source.origin == .override)
  }

  /// cHRM may repeat the primaries that gAMA alone would have.
  @Test(
    arguments: [
      ([.gAMA(45455)], "gamma 2.2, sRGB primaries"),
      ([.gAMA(45455), .cHRM(PNGChunk.sRGBPrimaries)], "gamma 2.2, sRGB primaries (cHRM)"),
      ([.gAMA(45455), .cHRM(PNGChunk.p3Primaries)], "gamma 2.2, Display P3 primaries (cHRM)"),
      ([.gAMA(45455), .cHRM(PNGChunk.p3Primaries.dropLast() + [7000])], "gamma 2.2, primaries of its own (cHRM)"),
    ] as [([PNGChunk], String)])
  func primariesHaveTheirNames(chunks: [PNGChunk], description: String) throws {
    #expect(try Reporter().report(png: Self.image(chunks)).source.description == description)
  }

  @Test func assumingSpeaksOnlyForFilesThatDeclareNothing() throws {
    let reporter = try Reporter { $0.assume = .displayP3 }
    let untagged = try reporter.report(png: Self.image([]))
    #expect(untagged.source == .init(origin: .assumed, description: "Display P3", space: .displayP3))
    #expect(try reporter.report(png: Self.image([.sRGB()])).source.space == .sRGB)
  }

  @Test func contradictionsAndMisfitsAreFindings() throws {
    func codes(_ chunks: [PNGChunk], colorType: Int = 2) throws -> [String] {
      try Reporter().report(png: Self.image(chunks, colorType: colorType)).findings.map(\.code)
    }
    #expect(try codes([.cICP(12, 13), .sRGB()]) == ["declarations-disagree"])
    #expect(try codes([.cICP(12, 13), .iCCP(Self.p3)]) == [])
    #expect(try codes([.cICP(12, 13)]) == [])
    #expect(try codes([.iCCP(Self.p3)], colorType: 0) == ["profile-ignored"])
    #expect(try codes([.iCCP(Profile.sGray.bytes)], colorType: 0) == [])
  }

  @Test func greyImagesTakePartThroughTheCurveOfAGreyProfile() throws {
    let report = try Reporter().report(png: Self.image([.iCCP(Profile.sGray.bytes)], colorType: 0))
    #expect(report.source.space == .sRGB)
    #expect(report.verdict == .fits)
    let gamma = ICCBuilder.grey(curve: ICCData.curve([])).bytes()
    #expect(try Reporter().report(png: Self.image([.iCCP(gamma)], colorType: 0)).source.space == nil)
  }

  @Test func aDestinationMustBeMatrixAndCurves() throws {
    let error = #expect(throws: GamutError.self) { try Reporter { $0.destination = .profile(.sGray) } }
    #expect(error?.code == "destination-unusable")
    let report = try Reporter { $0.destination = .profile(.displayP3) }.report(png: Self.image([.iCCP(Self.p3)]))
    #expect(report.destination.space == .displayP3)
    #expect(report.verdict == .fits)
  }
}
