import ColorScience

/// A 3 x 3 matrix in single precision, by columns; the fourth lanes are 0.
struct FloatMatrix: Sendable {
  let column0, column1, column2: SIMD4<Float>

  private init(_ column0: SIMD4<Float>, _ column1: SIMD4<Float>, _ column2: SIMD4<Float>) {
    (self.column0, self.column1, self.column2) = (column0, column1, column2)
  }

  init(_ matrix: Matrix3) {
    func column(_ index: Int) -> SIMD4<Float> { SIMD4(SIMD3<Float>(matrix.column(index)), 0) }
    self.init(column(0), column(1), column(2))
  }

  /// The elements by rows.
  var rows: (Float, Float, Float, Float, Float, Float, Float, Float, Float) {
    (
      column0.x, column1.x, column2.x, column0.y, column1.y, column2.y, column0.z, column1.z, column2.z
    )
  }
}
