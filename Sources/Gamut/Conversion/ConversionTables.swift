internal import CGamutKernels

/// A conversion between two spaces of matrix and curves made ready for pixels: decoding tables, a matrix and encoding
/// tables, all in double precision.
///
/// Its mathematics is that of the report, `ColorModel`: linear = M_dst^-1 M_src TRC(code / max), and the code is
/// floor(clamp(v, 0, 1) (2^D - 1) + 0.5) of v = inverse TRC(linear). Building it costs a power for each code of each
/// distinct curve; nothing of it changes afterwards, so one serves any number of images and threads.
public final class ConversionTables: Sendable {
  let model: ColorModel
  let encoders: [ChannelEncoder]
  /// Linear values of each source code, a table for each distinct curve.
  let decode: [Double]
  /// Where a channel's table starts.
  let offsets: SIMD3<Int>
  let encode: [UInt64]
  let encodeOffsets: SIMD3<Int>
  let steps: Int
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
    self.decode = decode
    self.offsets = offsets
    self.encoders = encoders
    self.encode = encode
    self.encodeOffsets = encodeOffsets
  }

  /// The code of a color, each of whose channels is within `sourceDepth`.
  public func convert(_ color: SIMD3<UInt16>) -> SIMD3<UInt16> { code(linear(color)) }

  /// The destination's linear values of a colour, not clamped.
  public func linear(_ color: SIMD3<UInt16>) -> SIMD3<Double> {
    model.toDestination
      * SIMD3(
        decode[offsets.x + Int(color.x)], decode[offsets.y + Int(color.y)], decode[offsets.z + Int(color.z)])
  }

  /// The code of linear values of the destination; those outside [0, 1] are clamped.
  public func code(_ linear: SIMD3<Double>) -> SIMD3<UInt16> {
    SIMD3(encoders[0].code(linear.x), encoders[1].code(linear.y), encoders[2].code(linear.z))
  }

  /// Calls `body` with what a kernel needs.
  @unsafe
  func withConversion<Result>(_ body: (UnsafePointer<gamut_conversion>) -> Result) -> Result {
    unsafe decode.withUnsafeBufferPointer { decode in
      unsafe encode.withUnsafeBufferPointer { encode in
        // Neither is empty.
        guard let decode = decode.baseAddress, let encode = encode.baseAddress else { fatalError("No tables") }
        let m = model.toDestination
        let conversion = unsafe gamut_conversion(
          decode: (decode + offsets.x, decode + offsets.y, decode + offsets.z),
          matrix: (
            m.row0.x, m.row0.y, m.row0.z, m.row1.x, m.row1.y, m.row1.z, m.row2.x, m.row2.y, m.row2.z
          ),
          encode: (encode + encodeOffsets.x, encode + encodeOffsets.y, encode + encodeOffsets.z),
          root_steps: Float(steps))
        return unsafe withUnsafePointer(to: conversion) { unsafe body($0) }
      }
    }
  }
}
