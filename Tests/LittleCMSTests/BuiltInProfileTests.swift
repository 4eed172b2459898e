import TestSupport
import Testing

@testable import LittleCMS

@Suite("The project's own profiles")
struct BuiltInProfileTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let file: String
    let profile: Profile
    let description: String
    /// The columns X Y Z of red, green and blue, from the project's specification.
    let colorants: [[Int32]]
    /// The MD5 by Python's hashlib, of the file with the ranges of ICC.1:2022 clause 7.2.18 set to zero.
    let id: String
    var testDescription: String { file }
  }

  static let cases = [
    Case(
      file: "sRGB.icc", profile: .sRGB, description: "sRGB",
      colorants: [[0x6FA0, 0x38F2, 0x038F], [0x6296, 0xB789, 0x18DA], [0x24A0, 0x0F85, 0xB6C4]],
      id: "ba988cf7503cee816cabf55e56d71ce2"),
    Case(
      file: "DisplayP3.icc", profile: .displayP3, description: "Display P3",
      colorants: [[0x83DF, 0x3DBF, -0x45], [0x4ABF, 0xB137, 0x0AB9], [0x2838, 0x110A, 0xC8B9]],
      id: "24501c7e8246c478e0c8391ed98a5442"),
    Case(
      file: "sGray.icc", profile: .sGray, description: "sGray", colorants: [], id: "39dd65810754ec50db2ce9b90aae86c8"),
  ]

  @Test("The files hold what the code makes", arguments: cases)
  func file(_ expected: Case) throws {
    let bytes = try Repository.bytes("Profiles/" + expected.file)
    #expect(bytes == expected.profile.bytes)
    #expect(bytes.count < 700)
  }

  @Test("The README has the SHA-256 and the size of each file", arguments: cases)
  func readMe(_ expected: Case) throws {
    let readMe = try Repository.text("Profiles/README.md")
    let line = try #require(readMe.split(separator: "\n").first { $0.contains("`\(expected.file)`") })
    #if os(Linux)
      let program = ["sha256sum"]
    #else
      let program = ["shasum", "-a", "256"]
    #endif
    let sum = try output(of: program + [Repository.path + "/Profiles/" + expected.file])
    #expect(line.contains(sum.prefix(64)))
    #expect(line.contains("| \(expected.profile.bytes.count) |"))
  }

  @Test("Tags and numbers", arguments: cases)
  func numbers(_ expected: Case) throws {
    let profile = expected.profile
    let curve = ToneCurve.parametric(kind: 3, parameters: [0x26666, 0xF2A7, 0x0D59, 0x13D0, 0x0A5B])
    #expect(profile.description == expected.description)
    #expect(profile.faults == [])
    #expect(profile.header.version.description == "4.3.0")
    #expect(profile.header.deviceClass == "mntr")
    #expect(profile.whitePoint == .d50)
    #expect(profile.hasTag("chad"))
    if let colorants = profile.colorants {
      #expect([colorants.red, colorants.green, colorants.blue].map { [$0.x, $0.y, $0.z] } == expected.colorants)
      #expect(colorants.sum == SIMD3(63190, 65536, 54061))
      #expect([profile.redTRC, profile.greenTRC, profile.blueTRC] == [curve, curve, curve])
      #expect(Set(profile.tags.filter { "\($0.signature)".hasSuffix("TRC") }.map(\.offset)).count == 1)
    } else {
      #expect(profile.greyTRC == curve)
    }
  }

  @Test("The profile ID is set, and is that of the bytes", arguments: cases)
  func profileID(_ expected: Case) {
    #expect(expected.profile.header.profileID?.description == expected.id)
    #expect(expected.profile.computedID == expected.profile.header.profileID)
  }

  @Test("LittleCMS opens them and reads the same colorants", arguments: cases)
  func littleCMS(_ expected: Case) throws {
    let reading = try #require(LittleCMSReading(expected.profile.bytes))
    #expect(reading.colorants == expected.colorants)
    #expect(throws: Never.self) { _ = try UsableProfile(expected.profile, isGrey: true) }
  }
}
