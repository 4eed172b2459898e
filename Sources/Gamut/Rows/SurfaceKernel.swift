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
  /// Calls `body` with the decoding tables of the source, and the code tables for 8 bits.
  @unsafe
  func withTables(
    _ body: (_ decode: UnsafePointer<Float>, _ codes: UnsafePointer<UInt16>?, _ exact: ExactCoder) -> Void
  ) {
    unsafe decoding.doubles.withUnsafeBufferPointer { doubles in
      unsafe decoding.floats.withUnsafeBufferPointer { decode in
        unsafe rootCodes.codes.withUnsafeBufferPointer { codes in
          guard let doubles = doubles.baseAddress, let decode = decode.baseAddress else { return }
          unsafe body(decode, codes.isEmpty ? nil : codes.baseAddress, ExactCoder(self, decode: doubles))
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
