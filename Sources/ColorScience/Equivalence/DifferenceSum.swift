extension SpaceDifference {
  /// The difference from a reference over the colours so far.
  struct Sum {
    private let reference: RGBSpace
    private let limit: Double
    private var result = SpaceDifference()
    private var (sum, count) = (0.0, 0.0)
    private var encoder: EncodingEstimate?
    /// Whether a colour differs by more than the limit.
    private(set) var isEnded = false

    init(from reference: RGBSpace, stopAbove limit: Double) {
      self.reference = reference
      self.limit = limit
    }

    /// Adds an encoded colour and its linear values in the reference.
    mutating func add(_ color: SIMD3<Double>, linear: SIMD3<Double>) {
      let encoded = SIMD3(
        reference.red.inverse(linear.x), reference.green.inverse(linear.y), reference.blue.inverse(linear.z))
      let largest = Self.largest(encoded - color)
      sum += largest
      count += 1
      if largest > result.largest {
        (result.largest, result.color, result.encoded) = (largest, color, encoded)
        isEnded = largest > limit
      }
    }

    /// Adds encoded colours, up to one that differs by more than the limit. Their linear values in the reference are the
    /// products of a matrix with the values.
    ///
    /// Only the colours that may differ most so far, and those that hardly differ, are computed exactly, and for the others
    /// estimates are added to the mean.
    mutating func add(_ colors: [SIMD3<Double>], _ values: [SIMD3<Double>], times matrix: Matrix3) {
      guard result.largest > Self.leastEstimate else {
        for (color, value) in zip(colors, values) where !isEnded { add(color, linear: matrix * value) }
        return
      }
      var encoder = self.encoder.take() ?? EncodingEstimate(reference)
      encoder.encode(matrix, times: values)
      for index in colors.indices {
        let estimate = Self.largest(encoder[index] - colors[index])
        if estimate < Self.leastEstimate || estimate + EncodingEstimate.error * (1 + estimate) > result.largest {
          add(colors[index], linear: matrix * values[index])
          if isEnded { break }
        } else {
          sum += estimate
          count += 1
        }
      }
      self.encoder = encoder
    }

    /// The errors of smaller estimates would be seen in the digits of a small mean.
    private static let leastEstimate = 1e-4

    private static func largest(_ off: SIMD3<Double>) -> Double {
      max(off.x.magnitude, off.y.magnitude, off.z.magnitude)
    }

    var difference: SpaceDifference {
      var result = result
      result.mean = count > 0 ? sum / count : 0
      return result
    }
  }
}
