internal import CGamutKernels
import ColorScience

/// The conversion of an image's samples to codes, prepared for a kernel: linear values times 2^30, and lines instead of
/// a table of thresholds.
final class VectorConversion: Sendable {
  private let matrix: Matrix3
  private let encoders: [ChannelEncoder]
  /// Linear values of each source code, and lines, each with the start of each channel's table.
  private let decode: Scratch<Int32>
  private let offsets: SIMD3<Int>
  private let lines: Scratch<gamut_code_line>
  private let lineOffsets: SIMD3<Int>
  private let firstLinear: UInt32
  private let depth: Int
  /// The largest error of a linear value in a kernel.
  private let error: Double

  /// Creates the conversion; nil if a linear value is not below 2: a curve of a file may run far past 1, and so large
  /// integers do not fit.
  init?(_ model: ColorModel, _ encoders: [ChannelEncoder], _ decode: ChannelTables<Double>) {
    guard decode.elements.allSatisfy({ $0.magnitude < 2 - 0x1p-30 }) else { return nil }
    matrix = model.toDestination
    let depth = model.rendition.depth
    // The error of decoded values as integers, and of double precision.
    let error = matrix.largestRowSum * 0x1p-31 + 2e-12
    let first = Float(sign: .plus, exponent: EncodingLines.firstExponent(encoders), significand: 1).bitPattern
    let lines = ChannelTables(areEqual: { encoders[$0] === encoders[$1] }) { channel in
      EncodingLines(
        encoders[channel], model.rendition.destination[channel], depth: depth, first: first, error: error
      ).entries
    }
    (self.depth, self.error, firstLinear, self.encoders) = (depth, error, first, encoders)
    self.decode = Scratch(decode.elements.map { Int32(($0 * 0x1p30).rounded()) })
    offsets = decode.offsets
    self.lines = Scratch(lines.elements)
    lineOffsets = lines.offsets
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
