import ColorScience

/// The single-precision test of one pixel, with all data in registers or one pointer away.
@unsafe
struct SurfaceKernel {
  /// Linear values of the codes of each channel.
  let red, green, blue: UnsafePointer<Float>
  /// 8-bit codes by root, for each channel of the destination; nil for 16 bits.
  let redCodes, greenCodes, blueCodes: UnsafePointer<UInt16>?
  let column0, column1, column2: SIMD4<Float>
  let lower, upper: SIMD4<Float>
  let lowMinus, lowPlus, highMinus, highPlus: SIMD4<Float>
  let margin: Float
  /// Decides the cases that single precision cannot decide.
  let exact: ExactCoder

  @inline(__always)
  func linear(_ color: (red: Int, green: Int, blue: Int)) -> SIMD4<Float> {
    unsafe column0 * red[color.red] + column1 * green[color.green] + column2 * blue[color.blue]
  }

  /// Returns whether the code may be on the surface.
  @inline(__always)
  func isCandidate(_ linear: SIMD4<Float>) -> Bool {
    unsafe any((linear .< lower) .| (linear .> upper))
  }

  /// Returns whether a value may be farther outside [0, 1] than `excess`.
  @inline(__always)
  func exceeds(_ linear: SIMD4<Float>, _ excess: Double) -> Bool {
    let bound = unsafe Float(excess) - margin
    let isOut = (linear .< SIMD4(repeating: -bound)) .| (linear .> SIMD4(repeating: 1 + bound))
    return isOut[0] || isOut[1] || isOut[2]
  }

  /// Returns the surface code, `interior`, or `undecided` if double precision is needed.
  @inline(__always)
  func surfaceCode(_ linear: SIMD4<Float>) -> UInt64 {
    guard let redCodes = unsafe redCodes, let greenCodes = unsafe greenCodes, let blueCodes = unsafe blueCodes else {
      return SurfaceCode.undecided
    }
    let (below, above) = unsafe (linear .< lowMinus, linear .> highPlus)
    // Closer to a limit of the clip test than the margin: undecided.
    let near = unsafe (linear .< lowPlus) .^ below .| (linear .> highMinus) .^ above
    if any(near) { return SurfaceCode.undecided }
    let clamped = linear.replacing(with: 0, where: linear .< 0).replacing(with: 1, where: linear .> 1)
    let root = unsafe unsafeBitCast(
      clamped.squareRoot() * RootCodes.steps + RootCodes.rounding, to: SIMD4<UInt32>.self)
    let red = unsafe redCodes[Int(root.x & 0xffff)]
    let green = unsafe greenCodes[Int(root.y & 0xffff)]
    let blue = unsafe blueCodes[Int(root.z & 0xffff)]
    if (red | green | blue) & RootCodes.ambiguous != 0 { return SurfaceCode.undecided }
    // A code of 0 wraps around, so that the result is 254 or more only for a code at an end of the range.
    if max(red &- 1, green &- 1, blue &- 1) < 254 { return SurfaceCode.interior }
    let code = UInt64(red) &<< 32 | UInt64(green) &<< 16 | UInt64(blue)
    let sides =
      SIMD4<UInt32>.zero.replacing(with: SIMD4(1, 2, 4, 0), where: below)
      | SIMD4<UInt32>.zero.replacing(with: SIMD4(8, 16, 32, 0), where: above)
    return code | UInt64(sides.x | sides.y | sides.z) &<< 48
  }
}

extension RenditionTables {
  @unsafe
  func withTables(
    _ body: (_ decode: UnsafePointer<Float>, _ codes: UnsafePointer<UInt16>?, _ exact: ExactCoder) -> Void
  ) {
    unsafe decoding.doubles.withUnsafeBufferPointer { doubles in
      unsafe decoding.floats.withUnsafeBufferPointer { decode in
        unsafe rootCodes.codes.withUnsafeBufferPointer { codes in
          guard let doubles = doubles.baseAddress, let decode = decode.baseAddress else { return }
          unsafe body(
            decode, codes.isEmpty ? nil : codes.baseAddress,
            ExactCoder(model, encoders, decode: doubles, decoding.offsets))
        }
      }
    }
  }

  @unsafe
  func kernel(
    _ decode: UnsafePointer<Float>, _ codes: UnsafePointer<UInt16>?, _ exact: ExactCoder
  ) -> SurfaceKernel {
    let (offsets, codeOffsets, matrix) = (decoding.offsets, rootCodes.offsets, toDestinationFloat)
    let (low, high, margin) = (limits.low, limits.high, limits.margin)
    return unsafe SurfaceKernel(
      red: decode + offsets.x, green: decode + offsets.y, blue: decode + offsets.z,
      redCodes: codes.map { unsafe $0 + codeOffsets.x }, greenCodes: codes.map { unsafe $0 + codeOffsets.y },
      blueCodes: codes.map { unsafe $0 + codeOffsets.z },
      column0: matrix.column0, column1: matrix.column1, column2: matrix.column2,
      lower: limits.lower, upper: limits.upper,
      lowMinus: low - margin, lowPlus: low + margin, highMinus: high - margin, highPlus: high + margin,
      margin: margin, exact: exact)
  }
}

/// A destination code, on the surface of the destination cube unless a mapping gave it, and the sides on which its
/// colour is out of range.
///
///      63      54 53   51 50   48 47         32 31         16 15          0
///     ┌──────────┬───────┬───────┬─────────────┬─────────────┬─────────────┐
///     │    0     │ above │ below │ red         │ green       │ blue        │
///     └──────────┴───────┴───────┴─────────────┴─────────────┴─────────────┘
///
/// The sides have a bit for each channel, red lowest.
struct SurfaceCode: Sendable, Hashable {
  var bits: UInt64

  static let codeMask: UInt64 = 0xffff_ffff_ffff
  static let sidesMask: UInt64 = 0x3f << 48

  /// Bits that are not a surface code: `undecided` if single precision cannot decide, `interior` for a code inside the
  /// cube.
  static let undecided = UInt64.max, interior = UInt64.max - 1
  /// Marks an entry that repeats the previous one, up to and including its position.
  static let repeated = UInt64.max - 2

  @inline(__always) init(bits: UInt64) { self.bits = bits }

  /// Creates the code of a colour; nil if the code lies inside the cube.
  init?(linear: SIMD3<Double>, _ tables: RenditionTables) {
    self.init(linear: linear, mapped: linear, tables)
    let (color, maximum) = (PackedColor(bits: code).color, UInt16(truncatingIfNeeded: 1 << tables.depth - 1))
    guard isClipped || (0..<3).contains(where: { color[$0] == 0 || color[$0] == maximum }) else { return nil }
  }

  /// Creates the code of a mapped colour, with the sides on which the original colour is out of range.
  init(linear: SIMD3<Double>, mapped: SIMD3<Double>, _ tables: RenditionTables) {
    var bits: UInt64 = 0
    for channel in 0..<3 {
      let encoder = tables.encoders[channel]
      bits |= UInt64(encoder.code(mapped[channel])) << UInt64(32 - 16 * channel)
      if encoder.isBelow(linear[channel]) { bits |= 1 << UInt64(48 + channel) }
      if encoder.isAbove(linear[channel]) { bits |= 1 << UInt64(51 + channel) }
    }
    self.bits = bits
  }

  @inline(__always) var code: UInt64 { bits & Self.codeMask }
  @inline(__always) var isClipped: Bool { bits & Self.sidesMask != 0 }
}

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
  var largestRowSum: Double {
    [row0, row1, row2].map { $0.x.magnitude + $0.y.magnitude + $0.z.magnitude }.max() ?? 0
  }
}
