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

  /// The matrix of the positive elements, and that of the magnitudes of the negative ones: it is their difference.
  var added: FloatMatrix { FloatMatrix(column0.positive, column1.positive, column2.positive) }
  var subtracted: FloatMatrix { FloatMatrix((-column0).positive, (-column1).positive, (-column2).positive) }

  /// The matrix of the absolute values.
  var magnitudes: FloatMatrix {
    let (added, subtracted) = (added, subtracted)
    return FloatMatrix(
      added.column0 + subtracted.column0, added.column1 + subtracted.column1, added.column2 + subtracted.column2)
  }

  /// Returns the product with a vector.
  @inline(__always)
  func callAsFunction(_ x: Float, _ y: Float, _ z: Float) -> SIMD4<Float> { column0 * x + column1 * y + column2 * z }

  /// The elements by rows.
  var rows: (Float, Float, Float, Float, Float, Float, Float, Float, Float) {
    (
      column0.x, column1.x, column2.x, column0.y, column1.y, column2.y, column0.z, column1.z, column2.z
    )
  }
}

extension SIMD4<Float> {
  /// The positive lanes; the others are 0.
  fileprivate var positive: Self { replacing(with: 0, where: self .< 0) }
}

/// The matrices to OKLab in single precision.
struct LabMatrices: Sendable {
  /// The matrix from the source's linear values to the cone responses.
  let toLMS: FloatMatrix
  /// Its terms that are added, those that are subtracted, and the absolute values of all.
  let toLMSAdded, toLMSSubtracted, toLMSMagnitudes: FloatMatrix
  /// The matrix from the cube roots of the cone responses to OKLab, and its terms that are added and subtracted.
  let fromRoots = FloatMatrix(OKLab.fromRoots)
  let fromRootsAdded, fromRootsSubtracted: FloatMatrix

  init(_ model: ColorModel) {
    toLMS = FloatMatrix(OKLab.toLMS * model.toSRGB)
    toLMSAdded = toLMS.added
    toLMSSubtracted = toLMS.subtracted
    toLMSMagnitudes = toLMS.magnitudes
    fromRootsAdded = fromRoots.added
    fromRootsSubtracted = fromRoots.subtracted
  }
}
