import Gamut
import LittleCMS
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

@Suite struct MeaningsTests {
  @Test func aFullCacheIsCleared() {
    let memo = Memo<Int, Int>(limit: 3)
    for key in 0..<3 { #expect(memo.value(for: key) { key } == key) }
    for key in 0..<3 { #expect(memo.value(for: key) { -1 } == key) }
    #expect(memo.value(for: 3) { 3 } == 3)
    #expect(memo.value(for: 0) { -1 } == -1)
  }

  /// The first 256 bytes of both are equal, and therefore the hash.
  @Test func profilesThatBeginAlikeAreDifferentKeys() {
    func key(_ last: UInt8) -> DeclarationKey {
      let bytes = [UInt8](repeating: 0, count: 300) + [last]
      return DeclarationKey(declaration: .iCCP(EmbeddedProfile(name: "x", contents: .success(bytes))), isGrey: false)
    }
    #expect(key(1) == key(1) && key(1) != key(2))
    #expect(key(1).hashValue == key(2).hashValue)
  }

  /// Tables are evaluated by one object, made when the profile was parsed.
  @Test func anInspectorAndAReporterShareAProfile() throws {
    let table = ConvertTableTests.toXYZ { ConvertTableTests.colorants(0) * $0 }
    let profile = try ConvertTableTests.profile(version: 0x0420_0000, [("A2B0", table)])
    var builder = InspectCase.rgb
    builder.colorChunks = [.iCCP(profile.bytes)]
    let inspector = Inspector()
    let reporter = try Reporter(ReportOptions(), inspector)
    let chunks = try PNGReader(ByteSource(bytes: builder.bytes)).colorChunks
    let survey = try ChunkSurvey(ByteSource(bytes: builder.bytes))
    guard case .table(let inspected)? = try inspector.declarationInForce(survey)?.meaning.color.get().meaning,
      case .table(let reported) = try reporter.source(chunks, isGrey: false).color.meaning
    else { throw GamutError.changedWhileRead }
    #expect(inspected === reported)
  }

  /// A profile that cannot be used is there all the same, for its description.
  @Test func anUnusableProfileIsKept() throws {
    let meanings = Meanings()
    let grey = Declaration.iCCP(EmbeddedProfile(name: "x", contents: .success(Profile.sGray.bytes)))
    let meaning = meanings.meaning(of: grey, isGrey: false)
    #expect(meaning.profile == .sGray)
    #expect(throws: DeclarationFault.profile(.greyProfileOnRGBImage)) { try meaning.color.get() }
    #expect(throws: Never.self) { try meanings.meaning(of: grey, isGrey: true).color.get() }
    let none = meanings.meaning(of: .iCCP(EmbeddedProfile(name: "x", contents: .success([1, 2, 3]))), isGrey: false)
    #expect(none.profile == nil)
  }
}
