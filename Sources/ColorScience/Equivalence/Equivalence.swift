/// The difference between two spaces: the largest difference between a colour's codes in both, the colour that has it,
/// and the mean of the differences of all colours.
public struct SpaceDifference: Sendable, Hashable {
  /// The largest difference in one channel, as a fraction of the encoded range: 1 is the distance from black to white.
  public var largest: Double
  /// The mean, over the compared colours, of each colour's largest difference in a channel.
  public var mean: Double
  /// The colour with the largest difference, as encoded in the compared space.
  public var color: SIMD3<Double>
  /// The same colour as encoded in the reference; not clamped.
  public var encoded: SIMD3<Double>

  /// Creates a difference from its values; without arguments, it is that of equal spaces.
  public init(largest: Double = 0, mean: Double = 0, color: SIMD3<Double> = .zero, encoded: SIMD3<Double> = .zero) {
    self.largest = largest
    self.mean = mean
    self.color = color
    self.encoded = encoded
  }

  /// `largest` in codes of 65,535.
  public var codes16: Double { largest * 65535 }
  /// `largest` in codes of 255.
  public var codes8: Double { largest * 255 }

  /// The finest depth for which one space may replace the other; nil if there is none.
  public var level: EquivalenceLevel? {
    codes16 <= 1 ? .sixteenBit : codes8 <= 0.5 ? .eightBit : nil
  }
}

/// The image depth for which one space may replace another.
public enum EquivalenceLevel: String, Sendable, Hashable, CaseIterable {
  /// No colour differs by more than half a code of 255.
  case eightBit = "8-bit"
  /// No colour differs by more than one code of 65,535.
  case sixteenBit = "16-bit"
}

extension RGBSpace {
  /// Returns whether every encoded colour means the same in both spaces to within half an 8-bit code, so that one may
  /// replace the other.
  ///
  /// Uses `difference(from:)`, unless the parameters of the two spaces are so close that no colour can differ by as
  /// much. sRGB has been published with two sets of parameters; either is accepted.
  public func isEquivalent(to reference: RGBSpace) -> Bool {
    reference.publications.contains { isClose(to: $0) }
  }

  /// This space, and the same space with its other published parameters.
  public var publications: [RGBSpace] {
    self == .sRGB ? [.sRGB, .sRGB1998] : self == .sRGB1998 ? [.sRGB1998, .sRGB] : [self]
  }

  private func isClose(to reference: RGBSpace) -> Bool {
    if self == reference { return true }
    let tolerance = 0.5 / 255
    if reference.red == Self.sRGBCurve, reference.green == Self.sRGBCurve, reference.blue == Self.sRGBCurve {
      // The curve is steepest at 0 in the encoding direction: a linear difference grows at most 12.92 times.
      let matrix = reference.fromPCS * toPCS
      let rows = [matrix.row0 - [1, 0, 0], matrix.row1 - [0, 1, 0], matrix.row2 - [0, 0, 1]]
      let matrixBound = rows.map { $0.x.magnitude + $0.y.magnitude + $0.z.magnitude }.max() ?? 0
      let curveBound =
        (0...1024).map { step in
          let x = Double(step) / 1024
          let y = reference.red(x)
          return max((red(x) - y).magnitude, (green(x) - y).magnitude, (blue(x) - y).magnitude)
        }.max() ?? 0
      // Twice the bound, to cover values between the samples.
      if (matrixBound + 2 * curveBound) * 2 * 12.93 < tolerance { return true }
    }
    return difference(from: reference, stopAbove: tolerance).largest <= tolerance
  }

  /// The largest |encode_ref(M_ref^-1 M TRC(c)) - c| in a channel: odd-symmetric, not clamped, over `ProbeColors`.
  ///
  /// - Parameters:
  ///   - reference: the space to compare with.
  ///   - limit: the search ends at the first colour that differs by more.
  public func difference(from reference: RGBSpace, stopAbove limit: Double = .infinity) -> SpaceDifference {
    ProbedSource(.rgb(self)).differences(from: [reference], stopAbove: limit)[0]
  }
}

extension SpaceDifference {
  /// The difference from a reference over the colours so far.
  struct Sum {
    let reference: RGBSpace
    let limit: Double
    private(set) var result = SpaceDifference()
    private(set) var sum = 0.0, count = 0.0
    private(set) var encoder: EncodingEstimate?
    /// Whether a colour differs by more than the limit.
    private(set) var isEnded = false

    /// Adds an encoded colour and its linear values in the reference.
    private mutating func add(_ color: SIMD3<Double>, linear: SIMD3<Double>) {
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
