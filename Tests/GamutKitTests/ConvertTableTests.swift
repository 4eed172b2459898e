import Gamut
import LittleCMS
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

/// Conversion from and to profiles with lookup tables, compared with the tables evaluated by the formulas of
/// ICC.1:2022.
@Suite struct ConvertTableTests {
  static let d50 = SIMD3(63190.0 / 65536, 1, 54061.0 / 65536)

  /// Returns a linear table of two samples for each channel: XYZ of device values (lut16Type: 1.0 is 32,768).
  static func toXYZ(_ xyz: (SIMD3<Double>) -> SIMD3<Double>) -> [UInt8] {
    var samples: [UInt16] = []
    for corner in 0..<8 {
      let value = xyz(SIMD3(Double(corner >> 2), Double(corner >> 1 & 1), Double(corner & 1)))
      samples += (0..<3).map { UInt16((value[$0] * 32768).rounded()) }
    }
    return ICCData.lut16(grid: 2, samples: samples)
  }

  /// Returns a table from XYZ of up to 65535 / 32768 to device values, which are `share` at the end.
  static func fromXYZ(_ share: Double) -> [UInt8] {
    var samples: [UInt16] = []
    for corner in 0..<8 {
      samples += [corner >> 2, corner >> 1 & 1, corner & 1].map { UInt16((Double($0) * share * 65535).rounded()) }
    }
    return ICCData.lut16(grid: 2, samples: samples)
  }

  /// Returns the colorants of the tables' device, in an order that depends on the table.
  static func colorants(_ table: Int) -> Matrix3 {
    let sRGB = RGBSpace.sRGB.toPCS
    return Matrix3(
      columns: sRGB.column(table % 3), sRGB.column((table + 1) % 3), sRGB.column((table + 2) % 3))
  }

  static func profile(version: UInt32, white: SIMD3<Double> = d50, _ tags: [(String, [UInt8])]) throws -> Profile {
    let numbers = (0..<3).map { Int32((white[$0] * 65536).rounded()) }
    var builder = ICCBuilder(
      tags: [("desc", ICCData.localized("tables")), ("wtpt", ICCData.xyz(numbers))] + tags)
    builder.version = version
    return try Profile(bytes: builder.bytes())
  }

  /// Converts an image, and returns the device values of the source and of the result, in [0, 1].
  static func convert(
    from source: Profile, to destination: Profile
  ) throws -> [(source: SIMD3<Double>, result: SIMD3<Double>)] {
    let image = ConvertTests.image(width: 40, height: 25, depth: 16, colorType: 2, profile: source)
    let converter = try ConvertTests.converter(.profile(destination))
    let result = try ConvertTests.decode(try converter.convert(png: image.bytes).bytes)
    func color(_ samples: some Collection<Int>) -> SIMD3<Double> {
      let samples = samples.map { Double($0) / 65535 }
      return SIMD3(samples[0], samples[1], samples[2])
    }
    return (0..<image.width * image.height).map {
      (color(image.samples[3 * $0..<3 * $0 + 3].map { Int($0) }), color(result.samples[3 * $0..<3 * $0 + 3]))
    }
  }

  static func linear(_ color: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(RGBSpace.sRGB.red(color.x), RGBSpace.sRGB.green(color.y), RGBSpace.sRGB.blue(color.z))
  }

  static func clamped(_ color: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(min(max(color.x, 0), 1), min(max(color.y, 0), 1), min(max(color.z, 0), 1))
  }

  /// Returns whether every linear value is that of the formula; the tables' numbers have 16 bits.
  static func agree(_ pixels: [(SIMD3<Double>, SIMD3<Double>)], within tolerance: Double = 1e-4) -> Bool {
    pixels.allSatisfy { found, expected in
      (0..<3).allSatisfy { abs(found[$0] - min(max(expected[$0], 0), 1)) <= tolerance }
    }
  }

  /// Of the tables of a source and of a destination, those for media-relative colorimetry (`A2B1`, `B2A1`) are used, and
  /// black stays as it is.
  @Test func relativeColorimetricOfTheSource() throws {
    let black = 0.05
    let tags = (0..<3).map { number in
      let colorants = Self.colorants(number)
      return ("A2B\(number)", Self.toXYZ { black * Self.d50 + (1 - black) * (colorants * $0) })
    }
    let source = try Self.profile(version: 0x0240_0000, white: Self.d50 * SIMD3(0.8, 0.75, 0.5), tags)
    let pixels = try Self.convert(from: source, to: .sRGB)
    let expected = pixels.map { pixel in
      RGBSpace.sRGB.fromPCS * (black * Self.d50 + (1 - black) * (Self.colorants(1) * pixel.source))
    }
    #expect(Self.agree(zip(pixels.map { Self.linear($0.result) }, expected).map { ($0, $1) }, within: 2e-4))
  }

  @Test func relativeColorimetricOfTheDestination() throws {
    let shares = [1, 0.75, 0.5]
    let colorants = Self.colorants(0)
    let tags = [("A2B0", Self.toXYZ { colorants * $0 })] + (0..<3).map { ("B2A\($0)", Self.fromXYZ(shares[$0])) }
    let destination = try Self.profile(version: 0x0240_0000, tags)
    let pixels = try Self.convert(from: .displayP3, to: destination)
    let expected = pixels.map { pixel in
      RGBSpace.displayP3.toPCS * Self.linear(pixel.source) * (32768.0 / 65535 * shares[1])
    }
    #expect(Self.agree(zip(pixels.map(\.result), expected).map { ($0, $1) }))
  }

  /// A non-additive device in L*a*b*, on a grid of 7: tetrahedral interpolation between its samples, then CIE 15:2004.
  @Test func aGridInLab() throws {
    let grid = 7
    /// Returns L*, a*, b* of a sample in 16 bits (ICC.1:2022, table 42, of lut16Type).
    func lab(_ position: SIMD3<Int>) -> [UInt16] {
      let device = SIMD3<Double>(position) / Double(grid - 1)
      let (r, g, b) = (device.x * device.x, device.y, (device.z * device.z + device.z) / 2)
      let lightness = 100 * (0.25 * r + 0.65 * g + 0.1 * b)
      let a = 60 * (r - g) * (1 - 0.3 * b)
      let yellow = 50 * ((r + g) / 2 - b) * (1 - 0.2 * g)
      return [lightness * 652.8, (a + 128) * 256, (yellow + 128) * 256].map { UInt16($0.rounded()) }
    }
    var samples: [UInt16] = []
    for r in 0..<grid { for g in 0..<grid { for b in 0..<grid { samples += lab([r, g, b]) } } }
    var builder = ICCBuilder(
      tags: [("desc", ICCData.localized("Lab")), ("A2B0", ICCData.lut16(grid: grid, samples: samples))])
    builder.pcs = "Lab "
    builder.version = 0x0240_0000
    let source = try Profile(bytes: builder.bytes())
    let pixels = try Self.convert(from: source, to: .sRGB)
    let expected = pixels.map { pixel in
      let value = Self.tetrahedral(pixel.source * Double(grid - 1), grid: grid) { position in
        let sample = lab(position)
        return SIMD3(Double(sample[0]) / 652.8, Double(sample[1]) / 256 - 128, Double(sample[2]) / 256 - 128)
      }
      return RGBSpace.sRGB.fromPCS * Self.xyz(lab: value)
    }
    let errors = zip(pixels, expected).flatMap { pixel, linear in
      (0..<3).map { channel in
        abs(pixel.result[channel] - min(max(RGBSpace.sRGB[channel].inverse(linear[channel]), 0), 1)) * 65535
      }
    }
    // LittleCMS interpolates 16-bit tables in 16 bits: in steps of 1/256 in a* and b*, which are up to 20 codes for
    // dark colours. 26 is a tenth of an 8-bit code.
    #expect((errors.max() ?? .infinity) < 26)
    #expect(errors.reduce(0, +) / Double(errors.count) < 1)
    #expect(Set(pixels.map { $0.result.x }).count > 100)
  }

  /// Interpolates between the corners of the tetrahedron that contains a position of the grid, by its largest, middle
  /// and least fraction.
  static func tetrahedral(
    _ position: SIMD3<Double>, grid: Int, _ sample: (SIMD3<Int>) -> SIMD3<Double>
  ) -> SIMD3<Double> {
    var corner = SIMD3<Int>()
    for channel in 0..<3 { corner[channel] = min(Int(position[channel]), grid - 2) }
    let fraction = position - SIMD3<Double>(corner)
    let order = [0, 1, 2].sorted { fraction[$0] > fraction[$1] }
    var result = sample(corner)
    for channel in order {
      let before = sample(corner)
      corner[channel] += 1
      result += (sample(corner) - before) * fraction[channel]
    }
    return result
  }

  static func xyz(lab: SIMD3<Double>) -> SIMD3<Double> {
    let y = (lab.x + 16) / 116
    func value(_ f: Double) -> Double { f > 6.0 / 29 ? f * f * f : 108.0 / 841 * (f - 4.0 / 29) }
    return d50 * SIMD3(value(y + lab.y / 500), value(y), value(y - lab.z / 200))
  }

  /// There is no mapping to tables.
  @Test func mappingsDoNotApply() throws {
    let colorants = Self.colorants(0)
    let tables = try Self.profile(
      version: 0x0240_0000, [("A2B0", Self.toXYZ { colorants * $0 }), ("B2A0", Self.fromXYZ(1))])
    for mapping in [ConvertOptions.Mapping.css, .preserve] {
      #expect(throws: ConvertError.destination(.tables)) {
        try ConvertTests.converter(.profile(tables)) { $0.mapping = mapping }
      }
    }
  }
}
