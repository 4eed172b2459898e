import ColorScience
import SyntheticPNG
import TestSupport
import Testing

@testable import LittleCMS

@Suite("Transforms")
struct TransformTests {
  /// XYZ, in units of 1/32768 as in `mft2`, of the eight corners of a fictitious device, blue fastest: the sums of its
  /// primaries, so that linear interpolation makes the device additive.
  static let primaries: [SIMD3<Double>] = [[0.44, 0.22, 0.0142], [0.38, 0.72, 0.0968], [0.1442, 0.06, 0.7139]]

  static var additiveTable: [UInt8] {
    var samples: [UInt16] = []
    for corner in 0..<8 {
      var xyz = SIMD3<Double>.zero
      for channel in 0..<3 where corner >> (2 - channel) & 1 == 1 { xyz += primaries[channel] }
      samples += (0..<3).map { UInt16((xyz[$0] * 32768).rounded()) }
    }
    return ICCData.lut16(grid: 2, samples: samples)
  }

  static func close(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ tolerance: Double) -> Bool {
    (0..<3).allSatisfy { (a[$0] - b[$0]).magnitude <= tolerance }
  }

  private static func isTable(_ profile: UsableProfile) -> Bool {
    if case .table = profile.meaning { true } else { false }
  }

  @Test("A table goes before the matrix beside it", arguments: ["A2B0", "A2B1"])
  func table(_ tag: String) throws {
    let builder = ICCBuilder.sRGBPrimaries(curve: ICCData.sRGBCurve).adding(tag, Self.additiveTable)
    let profile = try Profile(bytes: builder.bytes())
    #expect(profile.hasLUT)
    #expect(try Self.isTable(UsableProfile(profile, isGrey: false)))
    let transform = try Transform(profile)
    for color: SIMD3<Double> in [[0, 0, 0], [1, 1, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0.25, 0.5, 0.75]] {
      let expected = color.x * Self.primaries[0] + color.y * Self.primaries[1] + color.z * Self.primaries[2]
      #expect(Self.close(transform(color), expected, 0.00005))  // three roundings to 1/32768
    }
  }

  @Test("D2B tags are not followed", arguments: ["D2B0", "D2B1"])
  func floatTables(_ tag: String) throws {
    let builder = ICCBuilder.sRGBPrimaries(curve: ICCData.sRGBCurve)
    let plain = try Profile(bytes: builder.bytes())
    let more = try Profile(bytes: builder.adding(tag, Self.additiveTable).bytes())
    #expect(try !Self.isTable(UsableProfile(more, isGrey: false)))
    #expect(try Transform(more)([0.2, 0.4, 0.8]) == Transform(plain)([0.2, 0.4, 0.8]))
  }

  @Test("Matrix and curves by LittleCMS are matrix and curves by their numbers")
  func matrix() throws {
    let transform = try Transform(.displayP3)
    guard case .rgb(let space) = try UsableProfile(Profile.displayP3, isGrey: false).meaning else {
      Issue.record("Display P3 has a matrix")
      return
    }
    for step in 0...50 {
      let color = SIMD3(Double(step), Double(step * 7 % 51), Double(step * 19 % 51)) / 50
      let expected = space.toPCS * SIMD3(space.red(color.x), space.green(color.y), space.blue(color.z))
      #expect(Self.close(transform(color), expected, 0.000005))
    }
  }

  @Test("Grey scales D50; with connection space Lab its curve gives L*")
  func grey() throws {
    let transform = try Transform(.sGray)
    #expect(transform.channels == 1)
    let value = ToneCurve.parametric(kind: 3, parameters: [0x26666, 0xF2A7, 0x0D59, 0x13D0, 0x0A5B])(0.5)
    #expect(Self.close(transform([0.5, 0, 0]), value * XYZNumber.d50.values, 0.00001))

    var builder = ICCBuilder.grey(curve: ICCData.curve([]))
    builder.pcs = "Lab "
    let lab = try Profile(bytes: builder.bytes())
    #expect(try Self.isTable(UsableProfile(lab, isGrey: true)))
    // L* = 50 is Y = ((50 + 16) / 116)^3 (CIE 15:2004, equation 8.2 inverted).
    let y = 0.18418651851244416
    #expect(Self.close(try Transform(lab)([0.5, 0, 0]), y * XYZNumber.d50.values, 0.0001))
  }

  @Test("A table whose white is not white is implausible")
  func implausible() throws {
    let table = ICCData.lut16(grid: 2, samples: [UInt16](repeating: 32768, count: 24))
    let profile = try Profile(bytes: ICCBuilder.sRGBPrimaries(curve: ICCData.sRGBCurve).adding("A2B0", table).bytes())
    #expect(throws: ProfileError.self) { _ = try UsableProfile(profile, isGrey: false) }
    do throws(ProfileError) {
      _ = try UsableProfile(profile, isGrey: false)
    } catch {
      #expect(error.code == "profile-white")
      #expect(error.message.contains("(1.0000, 1.0000, 1.0000)"))
    }
  }

  @Test("Many colours at once, and from several threads, are the same colours")
  func threads() async throws {
    let builder = ICCBuilder.sRGBPrimaries(curve: ICCData.sRGBCurve).adding("A2B0", Self.additiveTable)
    let transform = try Transform(Profile(bytes: builder.bytes()))
    let colors: [SIMD3<Double>] = (0..<3000).map { index in
      let steps = SIMD3<Int>(index % 16, index / 16 % 16, index / 256)
      return SIMD3<Double>(steps) / 15
    }
    let one = colors.map { transform($0) }
    await withTaskGroup(of: [SIMD3<Double>].self) { group in
      for _ in 0..<4 {
        group.addTask { transform(colors) }
      }
      for await result in group { #expect(result == one) }
    }
  }

  @Test("No colours give no colours")
  func empty() throws {
    #expect(try Transform(.sRGB)([]) == [])
  }
}
