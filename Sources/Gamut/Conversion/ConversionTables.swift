public import ColorScience

/// A conversion between two spaces of matrix and curves, prepared for pixels: decoding tables, a matrix and encoding
/// tables in double precision, and the equivalent tables for a vector kernel.
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
  let encode: Scratch<UInt64>
  let encodeOffsets: SIMD3<Int>
  let steps: Int
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
    steps = EncodingTable.steps(depth: depth)
    let encoders = ChannelEncoder.all(of: model)
    if mapping != nil {
      func codes(_ linear: Double) -> [UInt16] { encoders.map { $0.code(linear) } }
      let isPlain = encoders.allSatisfy { $0.isRegular && !($0.seam?.contains(0) ?? false) }
      guard isPlain, codes(-8) == codes(0), codes(8) == codes(1) else { return nil }
    }
    let decode = ChannelTables(decoding: model)
    let encode = ChannelTables(areEqual: { encoders[$0] === encoders[$1] }) { channel in
      EncodingTable(encoders[channel], depth: depth).entries
    }
    self.encoders = encoders
    self.decode = Scratch(decode.elements)
    self.encode = Scratch(encode.elements)
    (offsets, encodeOffsets) = (decode.offsets, encode.offsets)
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
    let source = SIMD3(value(offsets.x, color.x), value(offsets.y, color.y), value(offsets.z, color.z))
    return model.toDestination * source
  }

  /// Returns the code of linear values of the destination; values outside [0, 1] are clamped.
  public func code(_ linear: SIMD3<Double>) -> SIMD3<UInt16> {
    SIMD3(encoders[0].code(linear.x), encoders[1].code(linear.y), encoders[2].code(linear.z))
  }
}

/// One channel of a destination as a table that gives a code with one look-up and one comparison.
///
/// The index is the square root of the linear value, which spreads codes about as evenly as curves do. An entry
/// contains the threshold of the next code as a double whose low 16 bits are replaced by the lower code. This changes
/// the threshold by less than the margin within which the reference decides.
struct EncodingTable: Sendable {
  /// For roots at equal steps; the last entry covers all values from 1 on.
  let entries: [UInt64]

  /// The largest error of a root in single precision, in steps.
  private static let slack = 0.05
  /// NaN: no comparison with it succeeds, so the value is undecided.
  private static let undecided = Double.nan.bitPattern

  init(_ encoder: ChannelEncoder, depth: Int) {
    let steps = Self.steps(depth: depth)
    // The thresholds of the codes from 1 on: the first belongs to code 1.
    let thresholds = unsafe Array(encoder.thresholds)
    let last = thresholds.count
    var entries: [UInt64] = []
    entries.reserveCapacity(steps + 1)
    var code = 0
    for step in 0...steps {
      let low = (Double(step) - Self.slack) / Double(steps)
      let high = step == steps ? .infinity : (Double(step) + 1 + Self.slack) / Double(steps)
      // The first entry also covers all negative values.
      let range = (low > 0 ? low * low : -.infinity)...high * high
      while code < last, thresholds[code] <= range.lowerBound { code += 1 }
      let isCertain =
        encoder.isRegular && !(encoder.seam?.overlaps(range) ?? false)
        && (code + 1 >= last || thresholds[code + 1] > range.upperBound)
      guard isCertain else {
        entries.append(Self.undecided)
        continue
      }
      let threshold = code < last ? min(thresholds[code], 1e300) : 1e300
      entries.append(threshold.bitPattern & ~0xffff | UInt64(code))
    }
    self.entries = entries
  }

  /// Fine enough that two thresholds hardly ever fall into one step.
  static func steps(depth: Int) -> Int { depth == 8 ? 8192 : 131_072 }
}
