import ColorScience

/// Evaluates the pixels of an image in the destination one by one, as `ColorModel` defines it, for pictures of the loss
/// that need each pixel and not only counts.
public struct PixelRenderer: ~Copyable, Sendable {
  /// The colours of one pixel, and the losses that concern it.
  public struct Outcome: Sendable {
    /// Linear values of sRGB, not clamped.
    public var original = SIMD3<Double>()
    /// Linear values of the destination, clamped to [0, 1].
    public var rendered = SIMD3<Double>()
    /// Whether the pixel clips.
    public var isClipped = false
    /// The size of the lost step at the pixel; nil outside visible regions.
    public var lostStep: StepSize?
    /// The first listed lost pair that the pixel's colour belongs to, and whether it is the rarer colour of a lost pair.
    public var pair: Int?
    public var isRarer = false
    /// Whether the pixel is lost.
    public var isLost: Bool { lostStep != nil || isRarer }
    /// The alpha: 0 for pixels that are not analysed, 1 for opaque ones.
    public var alpha: Float = 0

    /// Creates the outcome of a transparent black pixel.
    public init() {}
  }

  private let tables: RenditionTables
  private let model: ColorModel
  /// The linear values below, or above, which a channel is out of range.
  private let low, high: SIMD3<Double>
  private let layout: PixelLayout
  private let key: UInt64
  private let lost: LostPixels?

  /// - Parameters:
  ///   - tables: tables for `layout.depth` and for all codes.
  ///   - layout: the layout of the rows to render.
  ///   - lost: the lost pixels of the same image; nil if there are none.
  public init(_ tables: RenditionTables, layout: PixelLayout, lost: LostPixels?) {
    self.lost = lost
    self.tables = tables
    model = tables.model
    let encoders = tables.encoders
    low = SIMD3(encoders[0].low, encoders[1].low, encoders[2].low)
    high = SIMD3(encoders[0].high, encoders[1].high, encoders[2].high)
    self.layout = layout
    key = layout.transparentColor.map { PackedColor($0).bits } ?? .max
  }

  /// Evaluates row `y` of the image; `outcomes` must have room for its width.
  public func render(_ row: RawSpan, y: Int, into outcomes: inout [Outcome]) {
    unsafe row.withUnsafeBytes { row in
      guard let base = row.baseAddress else { return }
      layout.withFormat { unsafe render(base, as: $0, into: &outcomes) }
    }
    guard let lost else { return }
    for x in 0..<layout.width { outcomes[x].lostStep = lost.step(x: x, y: y) }
  }

  @unsafe
  private func render<Format: PixelFormat>(
    _ row: UnsafeRawPointer, as format: Format.Type, into outcomes: inout [Outcome]
  ) {
    // A table of a profile is evaluated for the whole row at once.
    let evaluated =
      tables.decoding.isEmpty
      ? tables.sourceLinear((0..<layout.width).map { unsafe Format.packed(row, $0) }) : []
    let opaque = Float(Format.Sample.max)
    var previous = UInt64.max
    var outcome = Outcome()
    for x in 0..<layout.width {
      let packed = unsafe Format.packed(row, x)
      if packed != previous {
        previous = packed
        let source = evaluated.isEmpty ? tables.sourceLinear(PackedColor(bits: packed)) : evaluated[x]
        outcome = self.outcome(packed, source)
      }
      outcome.alpha =
        Format.hasAlpha ? unsafe Float(Format.alpha(row, x)) / opaque : packed == key ? 0 : 1
      outcomes[x] = outcome
      if Format.hasAlpha, unsafe !Visibility.isJudged(alpha: Format.alpha(row, x), depth: layout.depth) {
        (outcomes[x].pair, outcomes[x].isRarer) = (nil, false)
      }
    }
  }

  private func outcome(_ packed: UInt64, _ source: SIMD3<Double>) -> Outcome {
    let linear = model.toDestination * source
    var outcome = Outcome()
    outcome.original = model.toSRGB * source
    outcome.rendered = SIMD3(linear.x.clampedToUnit, linear.y.clampedToUnit, linear.z.clampedToUnit)
    outcome.isClipped = any((linear .< low) .| (linear .> high))
    if outcome.isClipped, let test = tables.clampTest { outcome.isClipped = test.moves(packed) }
    if let lost, lost.hasPairs { (outcome.pair, outcome.isRarer) = (lost.pair(of: packed), lost.isRarer(packed)) }
    return outcome
  }
}

extension Rendition {
  /// Returns linear sRGB values, not clamped, of colours of the source at a depth of 1 to 16 bits.
  public func linearSRGB(of codes: [SIMD3<UInt16>], depth: Int) -> [SIMD3<Double>] {
    let model = ColorModel(self, sourceDepth: depth)
    return model.sourceLinear(codes).map { model.toSRGB * $0 }
  }

  /// Returns linear sRGB values, not clamped, of a destination code.
  public func linearSRGB(ofDestination code: SIMD3<UInt16>) -> SIMD3<Double> {
    let encoded = SIMD3<Double>(code) / Double(1 << depth - 1)
    let linear = SIMD3(destination.red(encoded.x), destination.green(encoded.y), destination.blue(encoded.z))
    return RGBSpace.sRGB.fromPCS * destination.toPCS * linear
  }
}

/// What a map of the loss shows of a pixel, or of a cell of pixels: the worst of them, which is the largest mark.
public struct LossMark: Sendable, Hashable, Comparable {
  /// 0 for an unchanged pixel, 1 for one that clips without being lost, then lost pairs and steps.
  public let rawValue: UInt8

  /// A pixel that keeps its colour.
  public static let unchanged = LossMark(rawValue: 0)
  /// A pixel that clips, and that is not lost.
  public static let clipped = LossMark(rawValue: 1)

  /// The number of lost pairs that have a mark of their own; all others share one.
  public static let pairs = 6
  /// All marks, in ascending order.
  public static let all = (0..<UInt8(2 + 2 * (pairs + 1) + StepSize.allCases.count)).map { LossMark(rawValue: $0) }

  /// Returns the mark of a colour of a lost pair.
  ///
  /// - Parameters:
  ///   - index: the index in ``LossReport/Areas/largest``; nil for a pair that is not listed.
  ///   - isRarer: whether it is the rarer colour of a pair, which is the lost one.
  public static func pair(_ index: Int?, isRarer: Bool) -> LossMark {
    LossMark(rawValue: UInt8(2 + (isRarer ? pairs + 1 : 0) + pairs - min(index ?? pairs, pairs)))
  }

  /// Returns the mark of a lost step, which hides that of a pair.
  public static func step(_ size: StepSize) -> LossMark {
    LossMark(rawValue: UInt8(2 + 2 * (pairs + 1) + size.rawValue - 1))
  }

  public static func < (a: LossMark, b: LossMark) -> Bool { a.rawValue < b.rawValue }
}

extension PixelRenderer.Outcome {
  /// The mark of the pixel.
  public var mark: LossMark {
    if let lostStep { return .step(lostStep) }
    if pair != nil || isRarer { return .pair(pair, isRarer: isRarer) }
    return isClipped ? .clipped : .unchanged
  }
}
