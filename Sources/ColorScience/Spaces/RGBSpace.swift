import LibC

/// An additive colour space: three colorants in the D50 profile connection space, and a curve for each channel.
public struct RGBSpace: Sendable, Hashable {
  /// The matrix from linear red, green, blue to D50 XYZ; the columns are the colorants (ICC.1:2022 F.3).
  public let toPCS: Matrix3
  /// The matrix from D50 XYZ to linear red, green, blue.
  public let fromPCS: Matrix3
  /// Red, green and blue, by reference: many types contain spaces, and copies of curves would be much of the program.
  private let curves: [TransferFunction]

  /// Creates a space; nil if the colorants do not span a space (their matrix has no inverse).
  public init?(colorants toPCS: Matrix3, red: TransferFunction, green: TransferFunction, blue: TransferFunction) {
    guard let fromPCS = toPCS.inverse else { return nil }
    self.toPCS = toPCS
    self.fromPCS = fromPCS
    curves = [red, green, blue]
  }

  /// Returns a space with the same colorants and one curve for all channels.
  package func with(_ curve: TransferFunction) -> RGBSpace { RGBSpace(toPCS: toPCS, fromPCS: fromPCS, curve: curve) }

  init(toPCS: Matrix3, fromPCS: Matrix3, curve: TransferFunction) {
    self.toPCS = toPCS
    self.fromPCS = fromPCS
    curves = [curve, curve, curve]
  }

  /// The curve of the red channel, from encoded to linear values.
  public var red: TransferFunction { curves[0] }
  /// The curve of the green channel, from encoded to linear values.
  public var green: TransferFunction { curves[1] }
  /// The curve of the blue channel, from encoded to linear values.
  public var blue: TransferFunction { curves[2] }

  /// The curve of channel 0 (red), 1 (green) or 2 (blue).
  public subscript(channel: Int) -> TransferFunction { curves[channel] }
}

/// The mapping from an image's codes to colour.
public enum SourceSpace: Sendable {
  /// Three channels, curves and a matrix.
  case rgb(RGBSpace)
  /// One channel whose linear value is used for all three channels of the destination.
  case grey(TransferFunction)
  /// A lookup table of a profile, evaluated elsewhere.
  case table(any DeviceToPCS)

  /// The space, or one whose neutrals have the curve; nil for lookup tables.
  package var comparable: RGBSpace? {
    switch self {
    case .rgb(let space): space
    case .grey(let curve): RGBSpace.sRGB.with(curve)
    case .table: nil
    }
  }
}

/// A device space whose conversion to the profile connection space is implemented outside this module.
public protocol DeviceToPCS: AnyObject, Sendable {
  /// Appends the D50 XYZ of each colour; `colors` contains encoded values in [0, 1], red, green, blue.
  func appendXYZ(of colors: [SIMD3<Double>], to result: inout [SIMD3<Double>])
}

/// The parameters of our profiles, as s15Fixed16 integers: the meaning of an sRGB chunk and of cICP 1/13 and 12/13.
extension RGBSpace {
  /// D50, the white of the profile connection space.
  public static let pcsWhite = SIMD3<Double>(63190, 65536, 54061) / 65536

  /// sRGB with the colorants of the project's own profile, which follow IEC 61966-2-1.
  public static let sRGB = RGBSpace(
    s15Fixed16: [0x6fa0, 0x38f2, 0x038f], [0x6296, 0xb789, 0x18da], [0x24a0, 0x0f85, 0xb6c4])

  /// sRGB with the colorants published by HP in 1998 and by the ICC in sRGB2014; most files tagged sRGB use these.
  /// Their rounding differs from that of IEC 61966-2-1, which moves codes near black by up to 0.8 of 255.
  public static let sRGB1998 = RGBSpace(
    s15Fixed16: [0x6fa2, 0x38f5, 0x0390], [0x6299, 0xb785, 0x18da], [0x24a0, 0x0f84, 0xb6cf])

  /// Display P3: the primaries of DCI-P3 with the white and the curve of sRGB, as in the project's own profile.
  public static let displayP3 = RGBSpace(
    s15Fixed16: [0x83df, 0x3dbf, -0x45], [0x4abf, 0xb137, 0x0ab9], [0x2838, 0x110a, 0xc8b9])

  /// The curve of both spaces (IEC 61966-2-1, parametric kind 3, rounded to s15Fixed16).
  public static let sRGBCurve = TransferFunction.parametric(
    ParametricCurve(
      g: Double(0x26666) / 65536, a: Double(0xf2a7) / 65536, b: Double(0x0d59) / 65536, c: Double(0x13d0) / 65536,
      d: Double(0x0a5b) / 65536))

  private init(s15Fixed16 r: SIMD3<Double>, _ g: SIMD3<Double>, _ b: SIMD3<Double>) {
    let toPCS = Matrix3(columns: r / 65536, g / 65536, b / 65536)
    self.init(toPCS: toPCS, fromPCS: toPCS.inverse ?? .identity, curve: Self.sRGBCurve)
  }
}

/// sRGB by the numbers of IEC 61966-2-1, extended below 0 and above 1, as CSS defines it: single colours have these.
/// Images have those of ``RGBSpace/sRGB``, which are rounded as in a profile.
package enum ExtendedSRGB {
  /// The matrix from linear values to XYZ relative to D65, and its inverse.
  package static let toXYZ = Primaries.sRGB.toXYZ ?? .identity
  package static let fromXYZ = toXYZ.inverse ?? .identity

  /// The matrix to linear values in Display P3, and its inverse.
  private static let toDisplayP3 = fromDisplayP3.inverse ?? .identity
  package static let fromDisplayP3 = fromXYZ * (Primaries.displayP3.toXYZ ?? .identity)

  package static func linearDisplayP3(_ linear: SIMD3<Double>) -> SIMD3<Double> { toDisplayP3 * linear }

  /// Returns the linear value of an encoded one, on the curve of sRGB and Display P3.
  package static func linear(_ encoded: Double) -> Double {
    let value = encoded.magnitude
    let linear = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    return encoded < 0 ? -linear : linear
  }

  package static func encoded(_ linear: Double) -> Double {
    let value = linear.magnitude
    let encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055
    return linear < 0 ? -encoded : encoded
  }

  package static func linear(_ encoded: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(linear(encoded.x), linear(encoded.y), linear(encoded.z))
  }

  package static func encoded(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(encoded(linear.x), encoded(linear.y), encoded(linear.z))
  }
}
