/// A rendition prepared for rows of pixels: decoding tables, a matrix in single precision and thresholds.
///
/// Construction costs one power for each code of each distinct curve. The tables are immutable: one instance serves any
/// number of images and threads.
public final class RenditionTables: Sendable {
  let model: ColorModel
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
  ///   - used: the codes that occur in the image, if the tables are for it alone; nil for all codes.
  public init(_ rendition: Rendition, sourceDepth: Int, codes used: [Bool]? = nil) {
    let model = ColorModel(rendition, sourceDepth: sourceDepth)
    self.model = model
    toDestination = model.toDestination
    toDestinationFloat = FloatMatrix(model.toDestination)
    depth = rendition.depth
    encoders = ChannelEncoder.all(of: model)
    let decode = ChannelTables(decoding: model, codes: used)
    decoding = DecodingTables(decode, isComplete: used == nil)
    limits = SurfaceLimits(model, encoders)
    rootCodes = RootCodes(model, encoders, margin: limits.margin)
    (canExceed, canClip) = Self.reach(model)
    let (space, codes) = (rendition.destination, canClip ? 0...Int(model.maximum) : 0...0)
    decodingOfResult = ChannelTables(areEqual: { space[$0] == space[$1] }) { channel in
      codes.map { space[channel](Double($0) / model.maximum) }
    }
    clampTest = canClip ? ClampTest(model, decoding, isComplete: used == nil && !decoding.isEmpty) : nil
    vectorConversion =
      canClip && used == nil && !decoding.isEmpty && VectorExtension.best != .portable
        && encoders.allSatisfy(\.isRegular)
      ? VectorConversion(model, encoders, decode) : nil
  }

  /// Returns whether any colour can leave [0, 1], and whether it can leave it far enough to clip.
  private static func reach(_ model: ColorModel) -> (canExceed: Bool, canClip: Bool) {
    if case .table = model.rendition.source { return (true, true) }
    // Each channel of the source is in [0, 1], so the extremes are sums of a row's positive or negative parts.
    let rows = [model.toDestination.row0, model.toDestination.row1, model.toDestination.row2]
    let above = rows.map { max($0.x, 0) + max($0.y, 0) + max($0.z, 0) }.max() ?? 0
    let below = rows.map { min($0.x, 0) + min($0.y, 0) + min($0.z, 0) }.min() ?? 0
    return (
      above > 1 || below < 0, above > 1 + ColorModel.linearTolerance || below < -ColorModel.linearTolerance
    )
  }

  /// The rendition that the tables were made for.
  public var rendition: Rendition { model.rendition }

  /// Returns the linear values of a colour at the source's depth.
  func sourceLinear(_ color: PackedColor) -> SIMD3<Double> {
    decoding.isEmpty ? model.sourceLinear(CollectionOfOne(color.color))[0] : decoding.linear(color.color)
  }

  /// Returns the linear values of packed colours; a table of a profile evaluates all at once.
  func sourceLinear(_ colors: [UInt64]) -> [SIMD3<Double>] {
    decoding.isEmpty
      ? model.sourceLinear(colors.map { PackedColor(bits: $0).color })
      : colors.map { decoding.linear(PackedColor(bits: $0).color) }
  }

  /// Returns DIN99o of a packed colour.
  func din99o(_ source: UInt64) -> DIN99o { model.din99o(sourceLinear(PackedColor(bits: source))) }
}
