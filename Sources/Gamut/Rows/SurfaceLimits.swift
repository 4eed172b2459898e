import ColorScience

/// The limits of the tests of single precision for linear values of the destination. Values within `margin` of a limit
/// are left to double precision.
struct SurfaceLimits: Sendable {
  /// Values outside [lower, upper] may have a code on the surface, or exceed [0, 1].
  let lower, upper: SIMD4<Float>
  /// Values below `low`, or above `high`, are out of range.
  let low, high: SIMD4<Float>
  /// The largest error of single precision.
  let margin: Float

  init(_ model: ColorModel, _ encoders: [ChannelEncoder]) {
    // The error of three products and two sums of values up to the largest row sum, each rounded to 24 bits, and of the
    // tables.
    let margin = Float(8 * max(model.toDestination.largestRowSum, 1)) * Float.ulpOfOne
    self.margin = margin
    var lower = SIMD4<Float>(repeating: -.infinity)
    var upper = SIMD4<Float>(repeating: .infinity)
    for (channel, encoder) in encoders.enumerated() {
      // If thresholds decide nothing, every colour is evaluated.
      guard encoder.isRegular else {
        lower[channel] = .infinity
        continue
      }
      // Values outside [0, 1] must also be evaluated, whatever their code.
      let thresholds = unsafe encoder.thresholds
      lower[channel] = Float(max(unsafe thresholds[0], 0)) + margin
      upper[channel] = Float(min(unsafe thresholds[thresholds.count - 1], 1)) - margin
    }
    self.lower = lower
    self.upper = upper
    // The fourth lane decides nothing: it contains 0 and is within all limits.
    low = SIMD4(Float(encoders[0].low), Float(encoders[1].low), Float(encoders[2].low), -.infinity)
    high = SIMD4(Float(encoders[0].high), Float(encoders[1].high), Float(encoders[2].high), .infinity)
  }
}

extension Matrix3 {
  /// The largest sum of absolute values of a row.
  var largestRowSum: Double {
    [row0, row1, row2].map { $0.x.magnitude + $0.y.magnitude + $0.z.magnitude }.max() ?? 0
  }
}
