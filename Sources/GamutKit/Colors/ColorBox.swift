import Gamut

/// A box in DIN99o around some colours, with exact limits of the differences from them.
struct ColorBox: Sendable {
  private(set) var low, high: SIMD3<Double>

  init(_ color: JudgedColor) { (low, high) = (color.vector, color.vector) }

  mutating func add(_ color: JudgedColor) {
    (low, high) = (pointwiseMin(low, color.vector), pointwiseMax(high, color.vector))
  }

  /// Returns a lower limit of the differences between a colour and the colours in the box.
  func least(to color: JudgedColor) -> Double {
    let distance = pointwiseMax(pointwiseMax(low - color.vector, color.vector - high), .zero)
    return (distance * distance).sum().squareRoot()
  }

  /// Returns an upper limit of the differences between a colour and the colours in the box.
  func most(to color: JudgedColor) -> Double {
    let distance = pointwiseMax(high - color.vector, color.vector - low)
    return (distance * distance).sum().squareRoot()
  }
}
