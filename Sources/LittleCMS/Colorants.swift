/// The columns of the matrix from linear red, green and blue to D50 XYZ (ICC.1:2022 clause F.3).
public struct Colorants: Sendable, Hashable {
  /// The D50 XYZ of full red, green and blue.
  public var red, green, blue: XYZNumber

  /// Creates a matrix from its columns, which are not checked.
  public init(red: XYZNumber, green: XYZNumber, blue: XYZNumber) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The X, Y and Z of white, times 65,536. In a balanced profile this is exactly D50.
  public var sum: SIMD3<Int> {
    func sum(_ path: KeyPath<XYZNumber, Int32>) -> Int {
      Int(red[keyPath: path]) + Int(green[keyPath: path]) + Int(blue[keyPath: path])
    }
    return SIMD3(sum(\.x), sum(\.y), sum(\.z))
  }

  /// Whether white lies within 0.01 of D50 in each of X, Y and Z.
  public var hasPlausibleSum: Bool {
    let d50 = SIMD3(Int(XYZNumber.d50.x), Int(XYZNumber.d50.y), Int(XYZNumber.d50.z))
    let difference = sum &- d50
    return (0..<3).allSatisfy { difference[$0].magnitude <= 655 }  // 0.01 * 65,536 = 655.36
  }

  /// Whether the matrix has an inverse, computed in integers and therefore without a threshold.
  public var isInvertible: Bool {
    func minor(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) -> Int128 {
      Int128(a) * Int128(d) - Int128(b) * Int128(c)
    }
    let determinant =
      Int128(red.x) * minor(green.y, blue.y, green.z, blue.z)
      - Int128(green.x) * minor(red.y, blue.y, red.z, blue.z)
      + Int128(blue.x) * minor(red.y, green.y, red.z, green.z)
    return determinant != 0
  }
}
