public import ColorScience

/// A conversion between two spaces of matrix and curves, prepared for pixels: decoding tables, a matrix and thresholds of
/// codes in double precision, and the equivalent tables for a vector kernel.
///
/// The formulas are those of the report, `ColorModel`: linear = M_dst^-1 M_src TRC(code / max), and the code is
/// floor(clamp(v, 0, 1) (2^D - 1) + 0.5) of v = inverse TRC(linear). Construction costs one power for each code of each
/// distinct curve. The tables are immutable: one instance serves any number of images and threads.
public final class ConversionTables: Sendable {
  let model: ColorModel
  let encoders: [ChannelEncoder]
  /// Linear values of each source code, a table for each distinct curve.
  let decode: Scratch<Double>
  /// The start of each channel's table.
  let offsets: SIMD3<Int>
  let vectorConversion: VectorConversion?
  /// Bits of the result, 8 or 16.
  public let depth: Int
  /// The mapping of colours outside the destination; nil clamps.
  let mapping: CSSMapping?

  /// - Parameters:
  ///   - source: the source space; a profile's table returns nil.
  ///   - destination: the space of the result.
  ///   - sourceDepth: bits of the image's samples, 1 to 16.
  ///   - depth: bits of the result, 8 or 16.
  ///   - mapping: the mapping of colours outside the destination, for which the result is nil if the destination has
  ///     primaries that no eye can see, or a curve with which clamped values have other codes; nil clamps.
  public init?(
    _ source: SourceSpace, to destination: RGBSpace, sourceDepth: Int, depth: Int, mapping: CSSMapping? = nil
  ) {
    if case .table = source { return nil }
    if let mapping, !mapping.movesNothingWithin { return nil }
    self.mapping = mapping
    let model = ColorModel(Rendition(source: source, destination: destination, depth: depth), sourceDepth: sourceDepth)
    self.model = model
    self.depth = depth
    let encoders = ChannelEncoder.all(of: model)
    if mapping != nil {
      func codes(_ linear: Double) -> [UInt16] { encoders.map { $0.code(linear) } }
      let isPlain = encoders.allSatisfy { $0.isRegular && !($0.seam?.contains(0) ?? false) }
      guard isPlain, codes(-8) == codes(0), codes(8) == codes(1) else { return nil }
    }
    let decode = ChannelTables(decoding: model)
    self.encoders = encoders
    self.decode = Scratch(decode.elements)
    offsets = decode.offsets
    vectorConversion = VectorConversion(model, encoders, decode)
  }

  /// Returns the code of a colour whose channels are at most the largest code of `sourceDepth`.
  public func convert(_ color: SIMD3<UInt16>) -> SIMD3<UInt16> {
    let linear = linear(color)
    return code(mapping.map { $0(linear) } ?? linear)
  }

  /// The destination's linear values of a colour, not clamped.
  public func linear(_ color: SIMD3<UInt16>) -> SIMD3<Double> {
    let last = Int(model.sourceMaximum)
    func value(_ offset: Int, _ code: UInt16) -> Double { unsafe decode.base[offset + min(Int(code), last)] }
    return model.toDestination * SIMD3(value(offsets.x, color.x), value(offsets.y, color.y), value(offsets.z, color.z))
  }

  /// Returns the code of linear values of the destination; values outside [0, 1] are clamped.
  public func code(_ linear: SIMD3<Double>) -> SIMD3<UInt16> { encoders.code(linear) }
}
