import ColorScience
import SyntheticPNG
import TestSupport
import Testing

@testable import LittleCMS

/// No bytes may cause a trap; a profile reported as usable must be usable.
@Suite("Damaged profiles")
struct HostileBytesTests {
  static let lut = ICCBuilder.sRGBPrimaries(curve: ICCData.curve([0, 32768, 65535]))
    .replacing("desc", with: ICCData.textDescription(ascii: Array("v2".utf8)))
    .adding("A2B0", TransformTests.additiveTable)

  static let profiles: [[UInt8]] = [
    Profile.sRGB.bytes, Profile.sGray.bytes, lut.bytes(),
    ICCBuilder.matrix(
      ICCBuilder.sRGBColorants, red: ICCData.curve([]), green: ICCData.curve([563]),
      blue: ICCData.parametric(4, values: [2.4, 1, 0, 0.1, 0.05, 0, 0])
    ).bytes(),
  ]

  @Test("Cut short at every byte", arguments: profiles)
  func truncated(_ bytes: [UInt8]) {
    for count in bytes.indices { #expect(throws: ProfileError.self) { try Profile(bytes: Array(bytes[..<count])) } }
  }

  @Test("Cut short at every byte, with a size that says so", arguments: profiles)
  func truncatedConsistently(_ bytes: [UInt8]) {
    for count in stride(from: 132, to: bytes.count, by: 1) {
      var cut = Array(bytes[..<count])
      cut.replaceSubrange(0..<4, with: ICCData.u32(count))
      checkAnswer(cut)
    }
  }

  @Test("Every byte changed", arguments: profiles)
  func changed(_ bytes: [UInt8]) {
    for offset in bytes.indices {
      for value in [0, 0x80, 0xFF, bytes[offset] ^ 1] where value != bytes[offset] {
        var changed = bytes
        changed[offset] = value
        checkAnswer(changed)
      }
    }
  }

  /// Queries all properties of the bytes. A profile reported as usable must have all required properties.
  private func checkAnswer(_ bytes: [UInt8]) {
    guard let profile = try? Profile(bytes: bytes) else { return }
    #expect(profile.faults.allSatisfy { !$0.message.isEmpty })
    do throws(ProfileError) {
      switch try UsableProfile(profile, isGrey: true).meaning {
      case .rgb(let space):
        #expect(profile.colorants?.hasPlausibleSum == true)
        for curve in [space.red, space.green, space.blue] { checkCurve(curve) }
      case .grey(let curve): checkCurve(curve)
      case .table: #expect(profile.hasLUT || profile.header.pcs == "Lab ")
      }
    } catch {
      #expect(error.message.hasSuffix("."))
    }
  }

  private func checkCurve(_ curve: TransferFunction) {
    var last = -0.00015
    for step in 0...64 {
      let value = curve(Double(step) / 64)
      #expect((0...1).contains(value) && value >= last - 0.00015)
      last = value
    }
  }
}
