import Foundation
import Gamut
import GamutKit
import LittleCMS
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

/// `inspect` and `verify` for the table of hand-made files.
@Suite(.enabled(if: Thoroughness.hasTime))
struct InspectTests {
  static let inspector = Inspector()
  static let verifiers: [Result<Verifier, GamutError>] = [
    VerifyOptions.Target.space(.displayP3), .space(.sRGB), .any,
  ].map { target in Result { () throws(GamutError) in try Verifier(VerifyOptions(target: target)) } }

  @Test(arguments: InspectCase.all) func inspects(_ test: InspectCase) throws {
    let inspection = try Self.inspector.inspect(png: test.bytes)
    #expect(inspection.inForce?.origin == test.inForce)
    #expect(Self.outcome(inspection.inForce) == test.outcome)
    let codes = inspection.findings.filter { $0.severity != .note || $0.code == "declarations-disagree" }.map(\.code)
    #expect(codes.sorted() == test.findings.sorted())
    let known = try ErrorCodes.ofFindings
    for finding in inspection.findings {
      #expect(known.contains(finding.code))
      #expect(finding.message.hasSuffix("."))
      #expect(finding.offset.map { $0 <= test.bytes.count } ?? true)
    }
  }

  @Test(arguments: InspectCase.all) func verifies(_ test: InspectCase) throws {
    for (verifier, expected) in zip(Self.verifiers, [test.p3, test.sRGB, test.any]) {
      let answer: InspectCase.Answer
      do {
        answer = try verifier.get().verify(png: test.bytes).isVerified ? .yes : .no
      } catch {
        answer = .undetermined
      }
      #expect(answer == expected)
    }
  }

  /// A file has an error if and only if other commands reject it.
  @Test(arguments: InspectCase.all) func errorsAreWhatOtherCommandsRefuse(_ test: InspectCase) throws {
    let inspection = try Self.inspector.inspect(png: test.bytes)
    let hasError = inspection.findings.contains { $0.severity == .error }
    var isRead = true
    do {
      _ = try Reporter().report(png: test.bytes)
    } catch {
      isRead = false
    }
    // A declaration that is not in force may be invalid: this is an error of the file that a report does not encounter.
    let isBroken = hasError && (inspection.inForce?.fault != nil || !inspection.survey.faults.isEmpty)
    #expect(isRead == !isBroken)
  }

  private static func outcome(_ declaration: InspectedDeclaration?) -> InspectCase.Outcome {
    guard let declaration else { return .undeclared }
    if let fault = declaration.fault { return .unusable(fault.code) }
    return declaration.identification?.space.map { .space($0) } ?? .other
  }

  @Test func levels() throws {
    // 1,024 samples of the curve differ from the curve itself by more than a code of 65,535.
    let sampled = InspectCase.matrix(InspectCase.p3Colorants, InspectCase.table)
    let image = InspectCase.rgb.declaring([.iCCP(sampled)])
    for (level, isVerified) in [(EquivalenceLevel.eightBit, true), (.sixteenBit, false)] {
      var options = VerifyOptions(target: .space(.displayP3))
      options.level = level
      let verification = try Verifier(options).verify(png: image.bytes)
      #expect(verification.isVerified == isVerified)
      #expect(try #require(verification.difference).level == .eightBit)
    }
  }

  /// Compared with profiles given as files: matrix, grey, tables, and one that cannot be measured from.
  @Test func targets() throws {
    func answer(_ profile: [UInt8], _ image: PNGBuilder, _ chunks: [PNGChunk]) throws -> Bool {
      let image = image.declaring(chunks)
      let target = VerifyOptions.Target.space(.profile(try Profile(bytes: profile)))
      return try Verifier(VerifyOptions(target: target)).verify(png: image.bytes).isVerified
    }
    let hp = InspectCase.matrix(InspectCase.hpColorants, InspectCase.table)
    let tables = InspectCase.withTables(InspectCase.cornersOfLinearSRGB)
    #expect(try answer(hp, InspectCase.rgb, [.iCCP(hp)]))
    #expect(try answer(hp, InspectCase.rgb, [.sRGB()]))
    #expect(try !answer(hp, InspectCase.rgb, [.cICP(12, 13)]))
    #expect(try answer(InspectCase.greyProfile, InspectCase.grey, [.iCCP(InspectCase.greyProfile)]))
    #expect(try answer(InspectCase.greyProfile, InspectCase.grey, [.sRGB()]))
    #expect(try !answer(InspectCase.greyProfile, InspectCase.rgb, [.sRGB()]))
    #expect(try answer(tables, InspectCase.rgb, [.iCCP(tables)]))
    #expect(try !answer(tables, InspectCase.rgb, [.sRGB()]))
    // Whether two different sets of tables are equivalent cannot be determined.
    let otherTables = tables + [0]
    #expect(throws: GamutError.self) { try answer(otherTables, InspectCase.rgb, [.iCCP(tables)]) }
    #expect(throws: GamutError.self) {
      try Verifier(VerifyOptions(target: .space(.profile(Profile(bytes: InspectCase.changed(hp) { $0[16] = 0x43 })))))
    }
  }

  /// A name claims a space only from the start of a word; accidental sequences of letters claim nothing.
  @Test(arguments: [
    ("sRGB IEC61966-2.1", true), ("Generic sRGB", true), ("uncalibrated-srgb", true), ("AppleDisplayP3", true),
    ("Adobe RGB (1998)", true), ("ROMM RGB: ISO 22028-2:2013", true), ("Artifex PS RGB Profile", false),
    ("esRGB", false), ("EPSON Stylus RGB", false), ("PS Gray", false), ("Color LCD", false), ("uRGB", false),
    // A name that states another curve claims no published space.
    ("Linear Rec709 RGB", true), ("Linear Rec2020 RGB", false), ("DCI-P3-D65-2_2-Gamma", false),
    ("sRGB-elle-V2-g10 gamma 1", false), ("Rec. 709 gamma 2.4", true), ("Rec. 709 gamma 2.2", false),
    ("Adobe RGB gamma 1.8", false), ("Adobe RGB gamma 2.2", true), ("DCI-P3 gamma 2.6", true),
    ("Apple RGB Gamma1.8", true), ("Display P3 (sRGB gamma)", true), ("Display P3 gamma", true),
    ("EBU 3213 (PAL) primaries with Rec709 transfer function", false),
  ])
  func claims(name: String, isClaim: Bool) throws {
    let profile = InspectCase.matrix(ICCBuilder.sRGBColorants, ICCData.curve([300]), called: name)
    let findings = Self.inspector.inspect(try Profile(bytes: profile)).findings
    #expect(findings.contains { $0.code == "misleading-name" } == isClaim)
  }

  /// PNG Third Edition, 11.3.2.5: a file must not contain both.
  @Test func sRGBBesideAProfile() throws {
    for (chunks, isBoth) in [([PNGChunk.sRGB(), .iCCP(InspectCase.sRGBProfile)], true), ([.sRGB()], false)] {
      let inspection = try Self.inspector.inspect(png: InspectCase.rgb.declaring(chunks).bytes)
      #expect(inspection.findings.contains { $0.code == "srgb-beside-iccp" } == isBoth)
    }
  }

  @Test func profilesInFilesOfTheirOwn() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(InspectCase.p3Profile, to: "a.icc")
    guard case .profile(let profile) = try Self.inspector.inspect(Pathname(path)) else {
      Issue.record("not taken for a profile")
      return
    }
    #expect(profile.identification?.space == .displayP3 && profile.findings.isEmpty)
    let cut = try folder.write(Array(InspectCase.p3Profile.dropLast(9)), to: "cut.icc")
    let error = #expect(throws: FailedFile<GamutError>.self) { try Self.inspector.inspect(Pathname(cut)) }
    #expect(error?.reason.code == "profile-truncated")
    #expect(error?.localizedDescription.hasPrefix("\(cut): ") == true)
    #expect(error?.localizedDescription == error.map { String(describing: $0) })
    let text = try folder.write("neither", to: "text.icc")
    #expect(throws: FailedFile<GamutError>.self) { try Self.inspector.inspect(Pathname(text)) }
  }
}
