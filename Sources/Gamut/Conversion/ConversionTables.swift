internal import CGamutKernels

/// A conversion between two spaces of matrix and curves made ready for pixels: decoding tables, a matrix and encoding
/// tables, in double precision, and in less for what does not need it.
///
/// Its mathematics is that of the report, `ColorModel`: linear = M_dst^-1 M_src TRC(code / max), and the code is
/// floor(clamp(v, 0, 1) (2^D - 1) + 0.5) of v = inverse TRC(linear). Building it costs a power for each code of each
/// distinct curve; nothing of it changes afterwards, so one serves any number of images and threads.
public final class ConversionTables: Sendable {
  let model: ColorModel
  let encoders: [ChannelEncoder]
  /// Linear values of each source code, a table for each distinct curve.
  let decode: Scratch<Double>
  /// Where a channel's table starts.
  let offsets: SIMD3<Int>
  let encode: Scratch<UInt64>
  let encodeOffsets: SIMD3<Int>
  let steps: Int
  /// The same for kernels: linear values times 2^30, and lines instead of a table.
  private let fixed: Scratch<Int32>
  private let lines: Scratch<gamut_code_line>
  private let lineOffsets: SIMD3<Int>
  private let firstLinear: UInt32
  /// How far a linear value may be off in a kernel.
  private let error: Double
  /// Of the result, 8 or 16.
  public let depth: Int

  /// - Parameters:
  ///   - source: not a table of a profile; nil is returned for one.
  ///   - destination: the space of the result.
  ///   - sourceDepth: bits of the image's samples, 1 to 16.
  ///   - depth: bits of the result, 8 or 16.
  public init?(_ source: Rendition.Source, to destination: RGBSpace, sourceDepth: Int, depth: Int) {
    if case .table = source { return nil }
    let model = ColorModel(Rendition(source: source, destination: destination, depth: depth), sourceDepth: sourceDepth)
    self.model = model
    self.depth = depth
    steps = EncodingTable.steps(depth: depth)

    var decode: [Double] = []
    var offsets = SIMD3<Int>()
    var encoders: [ChannelEncoder] = []
    var encode: [UInt64] = []
    var encodeOffsets = SIMD3<Int>()
    for channel in 0..<3 {
      if let same = (0..<channel).first(where: { model.curve($0) == model.curve(channel) }) {
        offsets[channel] = offsets[same]
      } else if let curve = model.curve(channel) {
        offsets[channel] = decode.count
        decode += (0...Int(model.sourceMaximum)).map { curve(Double($0) / model.sourceMaximum) }
      }
      if let same = (0..<channel).first(where: { destination[$0] == destination[channel] }) {
        encoders.append(encoders[same])
        encodeOffsets[channel] = encodeOffsets[same]
      } else {
        encoders.append(ChannelEncoder(model: model, channel: channel))
        encodeOffsets[channel] = encode.count
        encode += EncodingTable(encoders[channel], depth: depth).entries
      }
    }
    let m = model.toDestination
    let largest = [m.row0, m.row1, m.row2].map { $0.x.magnitude + $0.y.magnitude + $0.z.magnitude }.max() ?? 0
    // Of decoded values as whole numbers, and what double precision rounds.
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
            encoders[channel], destination[channel], depth: depth, first: firstLinear, error: error
          ).entries
      }
    }
    self.decode = Scratch(decode)
    fixed = Scratch(decode.map { Int32(($0 * 0x1p30).rounded()) })
    self.offsets = offsets
    self.encoders = encoders
    self.encode = Scratch(encode)
    self.encodeOffsets = encodeOffsets
    self.lines = Scratch(lines)
    self.lineOffsets = lineOffsets
  }

  /// The code of a color, each of whose channels is within `sourceDepth`.
  public func convert(_ color: SIMD3<UInt16>) -> SIMD3<UInt16> { code(linear(color)) }

  /// The destination's linear values of a colour, not clamped.
  public func linear(_ color: SIMD3<UInt16>) -> SIMD3<Double> {
    let last = Int(model.sourceMaximum)
    func value(_ offset: Int, _ code: UInt16) -> Double { unsafe decode.base[offset + min(Int(code), last)] }
    let source = SIMD3(value(offsets.x, color.x), value(offsets.y, color.y), value(offsets.z, color.z))
    return model.toDestination * source
  }

  /// The code of linear values of the destination; those outside [0, 1] are clamped.
  public func code(_ linear: SIMD3<Double>) -> SIMD3<UInt16> {
    SIMD3(encoders[0].code(linear.x), encoders[1].code(linear.y), encoders[2].code(linear.z))
  }

  /// What a kernel needs, for as long as these tables live.
  @unsafe
  var conversion: gamut_conversion {
    let m = model.toDestination
    let (row0, row1, row2) = (m.row0 * 0x1p-30, m.row1 * 0x1p-30, m.row2 * 0x1p-30)
    let (fixed, lines) = unsafe (UnsafePointer(fixed.base), UnsafePointer(lines.base))
    return unsafe gamut_conversion(
      decode: (fixed + offsets.x, fixed + offsets.y, fixed + offsets.z),
      matrix: (row0.x, row0.y, row0.z, row1.x, row1.y, row1.z, row2.x, row2.y, row2.z),
      encode: (lines + lineOffsets.x, lines + lineOffsets.y, lines + lineOffsets.z),
      first: firstLinear, shift: UInt32(EncodingLines.shift(depth: depth)),
      zero_below: (zeroBelow(0), zeroBelow(1), zeroBelow(2)),
      thresholds: (encoders[0].thresholdsByCode, encoders[1].thresholdsByCode, encoders[2].thresholdsByCode),
      error: error)
  }

  /// Beyond any error the value is negative, which is code 0 where the curve starts at 0.
  private func zeroBelow(_ channel: Int) -> Float { encoders[channel].isRegular ? Float(-2 * error) : -.infinity }
}
