/// A colour in CIE XYZ as stored in a profile: three s15Fixed16 numbers (ICC.1:2022 clauses 4.6 and 4.14).
public struct XYZNumber: Sendable, Hashable {
  /// The numbers times 65,536.
  public var x, y, z: Int32

  /// Creates a colour from X, Y and Z times 65,536.
  public init(x: Int32, y: Int32, z: Int32) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The illuminant of the profile connection space (ICC.1:2022 clause 7.2.16).
  public static let d50 = XYZNumber(x: 0xF6D6, y: 0x10000, z: 0xD32D)

  /// The exact values of X, Y and Z.
  public var values: SIMD3<Double> { SIMD3(Double(x), Double(y), Double(z)) / 65536 }
}
