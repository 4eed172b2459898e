import GamutKit
import LittleCMS
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

/// The results of `embed` for files with various declarations. The expectation is the command's contract; the result is
/// read by a splitter that only uses chunk lengths.
@Suite struct EmbedTests {
  static let rgb = PNGBuilder(width: 4, height: 3, depth: 8, colorType: 2) { x, y, channel in 40 * x + 70 * y + channel
  }
  static let grey = PNGBuilder(width: 4, height: 3, depth: 16, colorType: 4) { x, y, channel in 4000 * x + y + channel }

  static let appleP3 = ICCBuilder.matrix(
    [[0x83df, 0x3dbf, -0x45], [0x4abf, 0xb137, 0x0ab9], [0x2838, 0x110b, 0xc8b9]], red: ICCData.sRGBCurve,
    green: ICCData.sRGBCurve, blue: ICCData.sRGBCurve
  ).bytes()
  static let gamma22 = ICCBuilder.sRGBPrimaries(curve: ICCData.curve([0x0233])).bytes()

  static func file(_ chunks: [PNGChunk]) -> [UInt8] { rgb.declaring(chunks).bytes }

  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var label: EmbedOptions.Label
    var file: [UInt8]
    /// The colour chunks of the result, or the code of the error.
    var result: Result<[String], Refusal>
    var change: @Sendable (inout EmbedOptions) -> Void = { _ in }
    var testDescription: String { name }
    struct Refusal: Error { var code: String }

    init(
      _ name: String, _ label: EmbedOptions.Label, _ file: [UInt8], _ chunks: [String],
      _ change: @escaping @Sendable (inout EmbedOptions) -> Void = { _ in }
    ) {
      (self.name, self.label, self.file, result, self.change) = (name, label, file, .success(chunks), change)
    }

    init(
      _ name: String, _ label: EmbedOptions.Label, _ file: [UInt8], refusal: String,
      _ change: @escaping @Sendable (inout EmbedOptions) -> Void = { _ in }
    ) {
      (self.name, self.label, self.file, self.change) = (name, label, file, change)
      result = .failure(Refusal(code: refusal))
    }
  }

  static let p3 = EmbedOptions.Label.space(.displayP3)
  static let sRGB = EmbedOptions.Label.space(.sRGB)

  static func profile(_ bytes: [UInt8]) -> EmbedOptions.Label {
    (try? Profile(bytes: bytes)).map { .space(.profile($0)) } ?? .none
  }

  static let cases: [Case] = [
    Case("nothing declared", p3, file([]), ["iCCP"]),
    Case("cHRM alone declares nothing", p3, file([.cHRM(PNGChunk.sRGBPrimaries)]), ["iCCP"]),
    Case("Apple's Display P3 gives way to the project's", p3, file([.iCCP(appleP3)]), ["iCCP"]),
    Case("sRGB chunk gives way to a profile", sRGB, file([.sRGB()]), ["iCCP"]),
    Case("profile gives way to an sRGB chunk", sRGB, file([.iCCP(Profile.sRGB.bytes)]), ["sRGB"]) {
      $0.usesSRGBChunk = true
    },
    Case("sRGB chunk of any intent stays", sRGB, file([.sRGB(intent: 3)]), ["sRGB"]) { $0.usesSRGBChunk = true },
    Case("cICP that agrees stays", p3, file([.cICP(12, 13)]), ["iCCP", "cICP"]),
    Case("cICP is added", p3, file([]), ["cICP", "iCCP"]) { $0.addsCICP = true },
    Case("cICP in force, iCCP stale", p3, file([.cICP(12, 13), .iCCP(Profile.sRGB.bytes)]), ["iCCP", "cICP"]),
    Case("cICP in force, iCCP would do", p3, file([.cICP(1, 13), .iCCP(appleP3)]), refusal: "declaration-differs"),
    Case(
      "gAMA and cHRM of sRGB stay beside sRGB", sRGB, file([.sRGB(), .gAMA(45455), .cHRM(PNGChunk.sRGBPrimaries)]),
      ["iCCP", "gAMA", "cHRM"]),
    Case(
      "those of Display P3 beside Display P3", p3, file([.iCCP(appleP3), .gAMA(45455), .cHRM(PNGChunk.p3Primaries)]),
      ["iCCP", "gAMA", "cHRM"]),
    Case(
      "cHRM of sRGB is stale beside Display P3", p3,
      file([.iCCP(appleP3), .gAMA(45455), .cHRM(PNGChunk.sRGBPrimaries)]),
      ["iCCP", "gAMA"]),
    Case("gAMA of 1.8 is stale", sRGB, file([.sRGB(), .gAMA(55556)]), ["iCCP"]),
    Case(
      "beside another profile both are", profile(gamma22), file([.gAMA(45455), .cHRM(PNGChunk.sRGBPrimaries)]),
      refusal: "declaration-differs"),
    Case("sBIT is no declaration", p3, file([PNGChunk("sBIT", [5, 6, 5])]), ["iCCP", "sBIT"]),
    Case("gamma 2.2 is not sRGB", sRGB, file([.iCCP(gamma22)]), refusal: "declaration-differs"),
    Case("gAMA alone is not sRGB", sRGB, file([.gAMA(45455)]), refusal: "declaration-differs"),
    Case("the declaration is wrong", sRGB, file([.iCCP(gamma22), .gAMA(100_000)]), ["iCCP"]) { $0.assume = .sRGB },
    Case("the assumption is not the label", sRGB, file([]), refusal: "assumption-differs") { $0.assume = .displayP3 },
    Case("broken profile", p3, file([.iCCP([1, 2, 3])]), refusal: "profile-too-short"),
    Case("broken profile, said to be", p3, file([.iCCP([1, 2, 3])]), ["iCCP"]) { $0.assume = .displayP3 },
    Case("broken zlib stream", p3, file([PNGChunk("iCCP", [97, 0, 0, 1, 2])]), refusal: "iccp-unreadable"),
    Case("PQ", p3, file([.cICP(9, 16)]), refusal: "cicp-transfer"),
    Case(
      "PQ said to be wrong takes its light levels with it", p3,
      file([.cICP(9, 16), PNGChunk("cLLI", [UInt8](repeating: 1, count: 8))]), ["iCCP"]
    ) { $0.assume = .displayP3 },
    Case("grey gets a grey profile", p3, grey.bytes, ["iCCP"]),
    Case("an RGB profile on grey goes", sRGB, grey.declaring([.iCCP(appleP3)]).bytes, ["iCCP"]),
    Case("of the user's, RGB is refused on grey", profile(appleP3), grey.bytes, refusal: "label-rgb-on-grey"),
    Case("and grey on RGB", profile(Profile.sGray.bytes), file([]), refusal: "label-unusable"),
    Case("cICP has no gamma 2.2 of this kind", profile(gamma22), file([]), refusal: "label-without-cicp") {
      $0.addsCICP = true
    },
    Case("sRGB chunk cannot say Display P3", p3, file([]), refusal: "label-not-srgb") { $0.usesSRGBChunk = true },
    Case(
      "strip", .none,
      file([
        .cICP(12, 13), .iCCP([0]), .sRGB(), .gAMA(1), .cHRM(PNGChunk.sRGBPrimaries), PNGChunk("sBIT", [8, 8, 8]),
        PNGChunk("mDCV", [UInt8](repeating: 1, count: 24)),
      ]), ["sBIT"]),
    Case("strip without cICP", .none, file([.gAMA(0), PNGChunk("cLLI", [UInt8](repeating: 1, count: 8))]), ["cLLI"]),
    Case("no PNG", p3, [1, 2, 3], refusal: "not-png"),
    Case("a chunk that programs ignore goes", p3, file([PNGChunk.gAMA(45455).withWrongCRC]), ["iCCP"]),
    Case("the same, if there is none", .same, file([PNGChunk.gAMA(45455).withWrongCRC]), []),
    Case("the same, without what cannot be used", .same, file([.sRGB(), .gAMA(0), .gAMA(1)]), ["sRGB"]),
    Case(
      "the same above a profile", .same, file([.cICP(12, 13), PNGChunk.iCCP(appleP3).withWrongCRC]), ["iCCP", "cICP"]),
    Case("the same for grey", .same, grey.declaring([.iCCP(appleP3)]).bytes, ["iCCP"]),
    Case("what is unknown is not the same", .same, file([.iCCP([1, 2, 3])]), refusal: "profile-too-short"),
  ]

  @Test(arguments: cases) func declarations(test: Case) throws {
    var options = EmbedOptions(test.label)
    test.change(&options)
    let result: (bytes: [UInt8], report: EmbedReport)
    do throws(EmbedError) {
      result = try Embedder(options).embed(png: test.file)
    } catch {
      #expect(throws: Case.Refusal.self, "\(error.message)") { try test.result.get() }
      if case .failure(let refusal) = test.result { #expect(error.code == refusal.code) }
      #expect(error.message.count > 30)
      #expect(try ErrorCodes.ofWriting("GamutKit/Embed/EmbedReport.swift").contains(error.code))
      return
    }
    let names = Set(ColorChunks.Kind.allCases.map(\.rawValue))
    let new = try #require(PNGChunk.split(result.bytes))
    let old = try #require(PNGChunk.split(test.file))
    #expect(new.map(\.type).filter { names.contains($0) } == (try test.result.get()))
    // All others keep their bytes and their order, including colour chunks that are not listed.
    let changed = Set(result.report.changes.map(\.kind.rawValue))
    #expect(
      new.filter { !changed.contains($0.type) }.map(\.bytes) == old.filter { !changed.contains($0.type) }.map(\.bytes))
    for kind in changed {
      #expect(new.first { $0.type == kind }?.bytes != old.first { $0.type == kind }?.bytes)
    }
    // A second run has nothing to change.
    let again = try Embedder(options).embed(png: result.bytes)
    #expect(again.bytes == result.bytes)
    #expect(again.report.changes == [])
    if case .space(let space) = test.label {
      try expect(result.bytes, declares: space, wantsProfile: !options.usesSRGBChunk)
    }
  }

  /// Checks the result with LittleCMS, which opens the embedded profile.
  private func expect(_ file: [UInt8], declares space: SpaceChoice, wantsProfile: Bool) throws {
    let structure = try PNGStructure(ByteSource(bytes: file))
    #expect(structure.findings == [])
    guard wantsProfile else { return }
    let bytes = try #require(structure.colorChunks.iCCP).value.contents.get()
    let isGrey = structure.header.colorType.isGrey
    _ = try Transform(Profile(bytes: bytes))
    switch space {
    case .known(let known):
      #expect(bytes == (isGrey ? Profile.sGray : known == .sRGB ? .sRGB : .displayP3).bytes)
    case .profile(let profile): #expect(bytes == profile.bytes)
    }
  }

  @Test func whatIsTakenToBeSaysSo() throws {
    let taken = try Embedder(EmbedOptions(Self.p3)).embed(png: Self.file([])).report
    #expect(taken.meaning.basis == .taken && taken.meaning.name == "Display P3")
    #expect(taken.declared == nil)
    let same = try Embedder(EmbedOptions(Self.p3)).embed(png: Self.file([.iCCP(Self.appleP3, name: "x")])).report
    #expect(same.meaning.basis == .declared && same.meaning.name == "Display P3")
    #expect(same.declared?.space == .displayP3)
    #expect(same.changes.map(\.action) == ["replaced"])
    var options = EmbedOptions(Self.p3)
    options.assume = .displayP3
    let assumed = try Embedder(options).embed(png: Self.file([.sRGB()])).report
    #expect(assumed.meaning.basis == .assumed && assumed.meaning.name == "Display P3")
    #expect(assumed.changes.map { $0.kind.rawValue + $0.action } == ["iCCPadded", "sRGBremoved"])
    #expect(try Embedder(EmbedOptions(.none)).embed(png: Self.file([.sRGB()])).report.meaning.basis == .undeclared)
  }

  @Test func aRefusalNamesBothWaysOut() throws {
    let error = #expect(throws: EmbedError.self) {
      try Embedder(EmbedOptions(Self.p3)).embed(png: Self.file([.sRGB()]))
    }
    #expect(error?.hint?.contains("--assume") == true)
    #expect(error?.offset == 33)
  }

  @Test(arguments: [
    ICCBuilder.sRGBPrimaries(curve: ICCData.curve([])).replacing("rXYZ", with: nil),
    ICCBuilder.matrix(
      [[1, 2, 3], [4, 5, 6], [7, 8, 9]], red: ICCData.sRGBCurve, green: ICCData.sRGBCurve, blue: ICCData.sRGBCurve),
    {
      var link = ICCBuilder.sRGBPrimaries(curve: ICCData.curve([]))
      link.deviceClass = "link"
      return link
    }(),
  ])
  func aProfileThatCannotBeUsedIsRefusedAtOnce(builder: ICCBuilder) throws {
    let profile = try Profile(bytes: builder.bytes())
    #expect(throws: EmbedError.self) { try Embedder(EmbedOptions(.space(.profile(profile)))) }
  }

  @Test func bytesAfterAProfileAreNotEmbedded() throws {
    let profile = try Profile(bytes: Self.gamma22 + [1, 2, 3])
    let result = try Embedder(EmbedOptions(.space(.profile(profile)))).embed(png: Self.file([]))
    let structure = try PNGStructure(ByteSource(bytes: result.bytes))
    #expect(structure.colorChunks.iCCP?.value.contents == .success(Self.gamma22))
  }
}
