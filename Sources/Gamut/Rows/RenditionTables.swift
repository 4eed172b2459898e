import ColorScience

/// A rendition prepared for rows of pixels: decoding tables, a matrix in single precision and thresholds.
///
/// Construction costs one power for each code of each distinct curve. The tables are immutable: one instance serves any
/// number of images and threads.
public final class RenditionTables: Sendable {
  package let model: ColorModel
  /// A copy of the model's matrix, for fast access; and the same in single precision.
  let toDestination: Matrix3
  let toDestinationFloat: FloatMatrix
  /// The destination's depth.
  let depth: Int
  let encoders: [ChannelEncoder]
  let decoding: DecodingTables
  /// The linear value of each destination code; empty if nothing can clip.
  let decodingOfResult: ChannelTables<Double>
  let limits: SurfaceLimits
  let rootCodes: RootCodes
  /// The conversion with which kernels find codes; nil if there are no such kernels, and if it is not worthwhile.
  let vectorConversion: VectorConversion?
  /// The test whether clamping moves a colour; nil if it always does.
  let clampTest: ClampTest?
  /// Whether any colour can leave [0, 1], and whether it can leave it far enough to clip.
  let canExceed, canClip: Bool
  /// Whether a mapping gives the codes, so that every pixel is evaluated.
  var isMapped: Bool { canExceed && model.rendition.mapping != nil }

  /// - Parameters:
  ///   - rendition: the source and the destination.
  ///   - sourceDepth: bits of the image's samples, 1 to 16.
  public init(_ rendition: Rendition, sourceDepth: Int) {
    let model = ColorModel(rendition, sourceDepth: sourceDepth)
    self.model = model
    toDestination = model.toDestination
    toDestinationFloat = FloatMatrix(model.toDestination)
    depth = rendition.depth
    encoders = ChannelEncoder.all(of: model)
    let decode = ChannelTables(decoding: model)
    decoding = DecodingTables(decode)
    limits = SurfaceLimits(model, encoders)
    rootCodes = RootCodes(model, encoders, margin: limits.margin)
    (canExceed, canClip) = Self.reach(model)
    decodingOfResult = ChannelTables(ofResult: model, codes: canClip ? 0...Int(model.maximum) : 0...0)
    clampTest = canClip ? ClampTest(model, decoding) : nil
    vectorConversion =
      canClip && !decoding.isEmpty && VectorExtension.best != .portable
        && encoders.allSatisfy(\.isRegular)
      ? VectorConversion(model, encoders, decode) : nil
  }

  /// Creates the tables of the same rendition with another mapping; nil clamps.
  package init(_ other: RenditionTables, mapping: (any GamutMapping)?) {
    var model = other.model
    model.rendition.mapping = mapping
    self.model = model
    (toDestination, toDestinationFloat, depth) = (other.toDestination, other.toDestinationFloat, other.depth)
    (encoders, decoding, decodingOfResult) = (other.encoders, other.decoding, other.decodingOfResult)
    (limits, rootCodes, vectorConversion) = (other.limits, other.rootCodes, other.vectorConversion)
    (clampTest, canExceed, canClip) = (other.clampTest, other.canExceed, other.canClip)
  }

  /// Returns whether any colour can leave [0, 1], and whether it can leave it far enough to clip.
  private static func reach(_ model: ColorModel) -> (canExceed: Bool, canClip: Bool) {
    if case .table = model.rendition.source { return (true, true) }
    if model.isOdd { return (true, true) }
    // The extremes of the destination's values are sums of those of the source's, which are mostly 0 and 1.
    let ends = (0..<3).map { channel -> [Double] in
      // The rounded numbers of a profile end near 1.
      let reached = [0.0, 1.0].map { end -> Double in
        let value = model.curve(channel)?.unclamped(end) ?? end
        return (value - end).magnitude < ColorModel.linearTolerance / 2 ? end : value
      }
      return reached + [0, 1]
    }
    let rows = [model.toDestination.row0, model.toDestination.row1, model.toDestination.row2]
    func extreme(_ row: SIMD3<Double>, _ choose: ([Double]) -> Double?) -> Double {
      (0..<3).reduce(0) { sum, channel in sum + (choose(ends[channel].map { $0 * row[channel] }) ?? 0) }
    }
    let above = rows.map { extreme($0) { $0.max() } }.max() ?? 0
    let below = rows.map { extreme($0) { $0.min() } }.min() ?? 0
    return (
      above > 1 || below < 0, above > 1 + ColorModel.linearTolerance || below < -ColorModel.linearTolerance
    )
  }

  /// The rendition that the tables were made for.
  public var rendition: Rendition { model.rendition }

  func sourceLinear(_ color: PackedColor) -> SIMD3<Double> {
    decoding.isEmpty ? model.sourceLinear(CollectionOfOne(color.color))[0] : decoding.linear(color.color)
  }

  /// Returns the linear values of packed colours; a table of a profile evaluates all at once.
  func sourceLinear(_ colors: [UInt64]) -> [SIMD3<Double>] {
    decoding.isEmpty
      ? model.sourceLinear(colors.map { PackedColor(bits: $0).color })
      : colors.map { decoding.linear(PackedColor(bits: $0).color) }
  }

  func din99o(_ source: UInt64) -> DIN99o { model.din99o(sourceLinear(PackedColor(bits: source))) }
}
