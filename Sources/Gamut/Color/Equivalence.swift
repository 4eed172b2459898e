extension RGBSpace {
  /// Whether every encoded colour means the same in both spaces to half an 8-bit code, so that one may stand for the
  /// other.
  ///
  /// Asked of `difference(from:)`, unless the numbers of the two spaces are so close that no colour can differ by as
  /// much.
  public func isEquivalent(to reference: RGBSpace) -> Bool {
    if self == reference { return true }
    let tolerance = 0.5 / 255
    if reference.red == Self.sRGBCurve, reference.green == Self.sRGBCurve, reference.blue == Self.sRGBCurve {
      // The curve is steepest at 0 when it encodes: a linear difference grows 12.92 times at most.
      let matrix = reference.fromPCS * toPCS
      let rows = [matrix.row0 - [1, 0, 0], matrix.row1 - [0, 1, 0], matrix.row2 - [0, 0, 1]]
      let matrixBound = rows.map { $0.x.magnitude + $0.y.magnitude + $0.z.magnitude }.max() ?? 0
      let curveBound =
        (0...1024).map { step in
          let x = Double(step) / 1024
          let y = reference.red(x)
          return max((red(x) - y).magnitude, (green(x) - y).magnitude, (blue(x) - y).magnitude)
        }.max() ?? 0
      // Twice the bound, for what lies between the samples.
      if (matrixBound + 2 * curveBound) * 2 * 12.93 < tolerance { return true }
    }
    return difference(from: reference, stopAbove: tolerance) <= tolerance
  }

  /// The largest difference in a channel, of the encoded range, between a colour of this space encoded in
  /// `reference` and the colour itself: odd-symmetric, not clamped, over the 33 x 33 x 33 grid and 100,000 colours of
  /// a fixed seed.
  ///
  /// - Parameter limit: the search ends at the first colour that differs by more.
  public func difference(from reference: RGBSpace, stopAbove limit: Double = .infinity) -> Double {
    let matrix = reference.fromPCS * toPCS
    var largest = 0.0
    func visit(_ color: SIMD3<Double>) {
      let linear = matrix * SIMD3(red(color.x), green(color.y), blue(color.z))
      for channel in 0..<3 {
        largest = max(largest, (reference[channel].inverse(linear[channel]) - color[channel]).magnitude)
      }
    }
    for index in 0..<(33 * 33 * 33) {
      visit(SIMD3(Double(index % 33), Double(index / 33 % 33), Double(index / (33 * 33))) / 32)
      if largest > limit { return largest }
    }
    var state: UInt64 = 1
    func random() -> Double {
      // Knuth's MMIX congruential generator; its high bits.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / Double(1 << 53)
    }
    for _ in 0..<100_000 {
      visit([random(), random(), random()])
      if largest > limit { return largest }
    }
    return largest
  }
}
