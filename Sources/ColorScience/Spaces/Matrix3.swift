/// A 3 x 3 matrix in double precision, stored by rows.
public struct Matrix3: Sendable, Hashable {
  /// The rows, first to last.
  public let row0, row1, row2: SIMD3<Double>

  /// Creates a matrix from its rows, first to last.
  @inlinable
  public init(rows row0: SIMD3<Double>, _ row1: SIMD3<Double>, _ row2: SIMD3<Double>) {
    self.row0 = row0
    self.row1 = row1
    self.row2 = row2
  }

  /// Creates a matrix whose columns are the given vectors, as a profile lists its colorants.
  @inlinable
  public init(columns a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) {
    self.init(rows: [a.x, b.x, c.x], [a.y, b.y, c.y], [a.z, b.z, c.z])
  }

  /// The matrix that changes no vector.
  public static let identity = Matrix3(rows: [1, 0, 0], [0, 1, 0], [0, 0, 1])

  /// Returns the product of a matrix and a column vector.
  @inlinable
  public static func * (m: Matrix3, v: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      m.row0.x * v.x + m.row0.y * v.y + m.row0.z * v.z,
      m.row1.x * v.x + m.row1.y * v.y + m.row1.z * v.z,
      m.row2.x * v.x + m.row2.y * v.y + m.row2.z * v.z)
  }

  /// Returns the matrix product, which applies `n` first and then `m`.
  public static func * (m: Matrix3, n: Matrix3) -> Matrix3 {
    Matrix3(columns: m * n.column(0), m * n.column(1), m * n.column(2))
  }

  package var elements: (Double, Double, Double, Double, Double, Double, Double, Double, Double) {
    (row0.x, row0.y, row0.z, row1.x, row1.y, row1.z, row2.x, row2.y, row2.z)
  }

  /// Column `index`, 0 to 2.
  @inlinable
  public func column(_ index: Int) -> SIMD3<Double> { SIMD3(row0[index], row1[index], row2[index]) }

  /// The determinant; 0, within rounding, if the matrix has no inverse.
  public var determinant: Double {
    let normal = Self.cross(row1, row2)
    return row0.x * normal.x + row0.y * normal.y + row0.z * normal.z
  }

  /// The inverse, or nil if the magnitude of the determinant is too small (1e-9 or less) to divide by.
  public var inverse: Matrix3? {
    let d = determinant
    guard d.isFinite, d.magnitude > 1e-9 else { return nil }
    return Matrix3(
      columns: Self.cross(row1, row2) / d, Self.cross(row2, row0) / d, Self.cross(row0, row1) / d)
  }

  private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }
}
