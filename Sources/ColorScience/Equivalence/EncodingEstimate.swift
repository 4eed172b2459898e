import LibC

/// Encodes many colours in a space, in a fraction of the time of `TransferFunction.inverse`, and nearly as exactly.
struct EncodingEstimate {
  /// The largest error of a channel, for each unit of its magnitude and of 1.
  static let error = 1e-12

  private let curves: [CurveInverse]
  /// The channels of the encoded colours, one after the other.
  private var channels: [[Double]] = [[], [], []]

  init(_ space: RGBSpace) {
    let red = CurveInverse(space.red)
    let green = space.green == space.red ? red : CurveInverse(space.green)
    curves = [
      red, green, space.blue == space.red ? red : space.blue == space.green ? green : CurveInverse(space.blue),
    ]
  }

  /// Encodes the products of a matrix with vectors, which are linear values, in place of the colours before.
  mutating func encode(_ matrix: Matrix3, times vectors: [SIMD3<Double>]) {
    for (channel, row) in [matrix.row0, matrix.row1, matrix.row2].enumerated() {
      if channels[channel].count != vectors.count { channels[channel] = Array(repeating: 0, count: vectors.count) }
      unsafe channels[channel].withUnsafeMutableBufferPointer {
        unsafe curves[channel].encode(row, times: vectors, into: $0)
      }
    }
  }

  subscript(index: Int) -> SIMD3<Double> { SIMD3(channels[0][index], channels[1][index], channels[2][index]) }
}

/// The inverse of a curve, for many values.
private enum CurveInverse {
  case exact(TransferFunction)
  case power(ParametricCurve, PowerEstimate)
  case sampled(SampledInverse)

  init(_ curve: TransferFunction) {
    switch curve {
    // The published curves, and those like them: others would enlarge an error of the power.
    case .parametric(let curve) where curve.g > 1 && curve.a >= 0.5 && curve.b.magnitude <= 1:
      self = .power(curve, PowerEstimate(1 / curve.g))
    case .parametric: self = .exact(curve)
    case .sampled(let samples): self = .sampled(SampledInverse(samples))
    }
  }

  func encode(
    _ row: SIMD3<Double>, times vectors: [SIMD3<Double>], into result: UnsafeMutableBufferPointer<Double>
  ) {
    func linear(_ index: Int) -> Double {
      row.x * vectors[index].x + row.y * vectors[index].y + row.z * vectors[index].z
    }
    switch self {
    case .exact(let curve):
      for index in vectors.indices { unsafe result[index] = curve.inverse(linear(index)) }
    case .power(let curve, let power):
      let lineEnd = curve.c * curve.d + curve.f
      let scale = 1 / curve.a
      for index in vectors.indices {
        let y = linear(index)
        let magnitude = y.magnitude
        let x =
          magnitude < lineEnd ? curve.inverse(magnitude) : (power(max(magnitude - curve.e, 0)) - curve.b) * scale
        // No branch, because signs are random.
        unsafe result[index] = x * Double(signOf: y, magnitudeOf: 1)
      }
    case .sampled(let inverse):
      for index in vectors.indices { unsafe result[index] = inverse(linear(index)) }
    }
  }
}

/// y^p for an exponent p between 0 and 1, with a relative error below 1e-14.
///
/// y is m 2^e with m from 1 to 2. With c the middle of one of 128 parts of that range and t = m / c - 1, at most 1/256, it
/// is c^p (1 + t)^p 2^(e p). The first and the last factor are in tables, and of the binomial series of the other one,
/// the terms up to t^5 suffice.
private struct PowerEstimate {
  private let exponent: Double
  /// c, 1/c and c^p for each part.
  private let parts: [SIMD4<Double>]
  private let octaves: [Double]
  private let c1, c2, c3, c4, c5: Double

  init(_ exponent: Double) {
    self.exponent = exponent
    parts = (0..<128).map { part in
      let middle = 1 + (Double(part) + 0.5) / 128
      return SIMD4(middle, 1 / middle, pow(middle, exponent), 0)
    }
    octaves = (-64..<64).map { exp2(Double($0) * exponent) }
    c1 = exponent
    c2 = c1 * (exponent - 1) / 2
    c3 = c2 * (exponent - 2) / 3
    c4 = c3 * (exponent - 3) / 4
    c5 = c4 * (exponent - 4) / 5
  }

  func callAsFunction(_ y: Double) -> Double {
    let bits = y.bitPattern
    let octave = Int(bits >> 52) - (1023 - 64)
    guard 0..<128 ~= octave else { return pow(y, exponent) }
    let part = parts[Int(bits >> 45 & 127)]
    let t = (Double(bitPattern: bits & (1 << 52 - 1) | 1023 << 52) - part.x) * part.y
    let power = part.z * octaves[octave]
    return power + power * t * (c1 + t * (c2 + t * (c3 + t * (c4 + t * c5))))
  }
}

/// The inverse of samples that never decrease: exactly `TransferFunction.inverse`, without a search.
private struct SampledInverse {
  private let samples: [UInt16]
  /// The index of the first sample that is not below a value, for each value of a sample.
  private var first: [Int32] = []
  /// The slope beyond the last sample; 0 if the samples never rise.
  private let slope: Double

  init(_ samples: [UInt16]) {
    self.samples = samples
    first.reserveCapacity(1 << 16)
    var index = 0
    for value in 0...samples[samples.count - 1] {
      while samples[index] < value { index += 1 }
      first.append(Int32(index))
    }
    slope = TransferFunction.lastSlope(of: samples)
  }

  func callAsFunction(_ y: Double) -> Double {
    let x = inverse(y.magnitude)
    return y < 0 ? -x : x
  }

  private func inverse(_ y: Double) -> Double {
    let target = y * 65535
    let last = samples.count - 1
    guard target <= Double(samples[last]) else {
      return slope > 0 ? (Double(last) + (target - Double(samples[last])) / slope) / Double(last) : 1
    }
    let low = Int(first[Int(target.rounded(.up))])
    guard low > 0 else { return 0 }
    let below = Double(samples[low - 1])
    return (Double(low - 1) + (target - below) / (Double(samples[low]) - below)) / Double(last)
  }
}
