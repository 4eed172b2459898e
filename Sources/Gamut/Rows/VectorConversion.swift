internal import CGamutKernels

/// The conversion of an image's samples to codes, prepared for a kernel: linear values times 2^30, and lines instead of
/// a table of thresholds.
final class VectorConversion: Sendable {
  private let matrix: Matrix3
  private let encoders: [ChannelEncoder]
  /// Linear values of each source code, and the start of each channel's table.
  private let decode: Scratch<Int32>
  private let offsets: SIMD3<Int>
  private let lines: Scratch<gamut_code_line>
  private let lineOffsets: SIMD3<Int>
  private let firstLinear: UInt32
  private let depth: Int
  /// The largest error of a linear value in a kernel.
  private let error: Double

  /// - Parameters:
  ///   - model: the model that defines the codes.
  ///   - encoders: the encoders of its three channels.
  ///   - decode: linear values of each source code, a table for each distinct curve.
  ///   - offsets: the start of each channel's table.
  init(_ model: ColorModel, _ encoders: [ChannelEncoder], decode: [Double], offsets: SIMD3<Int>) {
    let m = model.toDestination
    let largest = [m.row0, m.row1, m.row2].map { $0.x.magnitude + $0.y.magnitude + $0.z.magnitude }.max() ?? 0
    matrix = m
    depth = model.rendition.depth
    // The error of decoded values as integers, and of double precision.
    error = largest * 0x1p-31 + 2e-12
    firstLinear = Float(sign: .plus, exponent: EncodingLines.firstExponent(encoders), significand: 1).bitPattern
    var lines: [gamut_code_line] = []
    var lineOffsets = SIMD3<Int>()
    for channel in 0..<3 {
      if let same = (0..<channel).first(where: { encoders[$0] === encoders[channel] }) {
        lineOffsets[channel] = lineOffsets[same]
      } else {
        lineOffsets[channel] = lines.count
        lines +=
          EncodingLines(
            encoders[channel], model.rendition.destination[channel], depth: depth, first: firstLinear, error: error
          ).entries
      }
    }
    self.encoders = encoders
    self.decode = Scratch(decode.map { Int32(($0 * 0x1p30).rounded()) })
    self.offsets = offsets
    self.lines = Scratch(lines)
    self.lineOffsets = lineOffsets
  }

  /// The data that a kernel needs, valid for the lifetime of this value.
  @unsafe
  var conversion: gamut_conversion {
    let (row0, row1, row2) = (matrix.row0 * 0x1p-30, matrix.row1 * 0x1p-30, matrix.row2 * 0x1p-30)
    let (decode, lines) = unsafe (UnsafePointer(decode.base), UnsafePointer(lines.base))
    return unsafe gamut_conversion(
      decode: (decode + offsets.x, decode + offsets.y, decode + offsets.z),
      matrix: (row0.x, row0.y, row0.z, row1.x, row1.y, row1.z, row2.x, row2.y, row2.z),
      encode: (lines + lineOffsets.x, lines + lineOffsets.y, lines + lineOffsets.z),
      first: firstLinear, shift: UInt32(EncodingLines.shift(depth: depth)),
      zero_below: (zeroBelow(0), zeroBelow(1), zeroBelow(2)),
      thresholds: (encoders[0].thresholdsByCode, encoders[1].thresholdsByCode, encoders[2].thresholdsByCode),
      error: error)
  }

  /// Below this value, which exceeds any error, a linear value is negative: code 0 if the curve starts at 0.
  private func zeroBelow(_ channel: Int) -> Float { encoders[channel].isRegular ? Float(-2 * error) : -.infinity }
}
