public import ColorScience

/// What other eyes, or other light, lose of an image: a rendition, as `Documentation/definitions.md` defines it.
public struct ViewingLoss: Sendable, Hashable {
  /// The conclusion about a rendition, the least severe first.
  public enum Verdict: String, Sendable, Hashable, CaseIterable {
    /// Nothing is lost; drawn colours become alike; edges vanish.
    case keeps, confuses, loses
  }

  /// One of two colours that become alike: a box beside a lost edge, or a drawn colour.
  public struct Side: Sendable, Hashable {
    /// The code of 8 bits: of a drawn colour in the file, of a box as it is shown.
    public var code: SIMD3<UInt16>
    /// The colour as the display shows it, and as it is seen: codes of 8 bits in sRGB, clamped.
    public var shown, seen: SIMD3<UInt16>
    /// The drawn pixels, or the 4 of the box, and the first of them in reading order.
    public var pixels: Int
    public var witness: LossReport.Position

    package init(
      code: SIMD3<UInt16>, shown: SIMD3<UInt16>, seen: SIMD3<UInt16>, pixels: Int, witness: LossReport.Position
    ) {
      (self.code, self.shown, self.seen, self.pixels, self.witness) = (code, shown, seen, pixels, witness)
    }

    init(
      _ linear: SIMD3<Double>, code: SIMD3<UInt16>? = nil, pixels: Int = 4, at witness: LossReport.Position,
      _ viewing: Viewing
    ) {
      let shown = ColorInSRGB(linearSRGB: linear).code
      self.init(
        code: code ?? shown, shown: shown, seen: ColorInSRGB(linearSRGB: viewing(linear)).code, pixels: pixels,
        witness: witness)
    }
  }

  /// A visible region of lost edges, or a confused pair.
  public struct Finding: Sendable, Hashable {
    /// The pixels of a region's marked boxes, and the number of these; nil and 0 of a pair.
    public var box: LossReport.Box?
    public var boxes: Int
    /// Of a region the lost edge of its first box, the left or upper side first; of a pair the lower code first.
    public var sides: [Side]
    /// The difference (DIN99o) of the sides as shown, and as seen.
    public var before, after: Double

    package init(box: LossReport.Box? = nil, boxes: Int = 0, sides: [Side], before: Double, after: Double) {
      (self.box, self.boxes, self.sides, self.before, self.after) = (box, boxes, sides, before, after)
    }
  }

  /// The eye and the light.
  public var viewing: Viewing
  /// The number of visible regions, of the boxes marked in them, and of confused pairs.
  public var regions = 0, boxes = 0, pairs = 0
  /// The largest regions, by boxes, descending, then y, then x.
  public var largest: [Finding] = []
  /// The first confused pairs: those whose rarer colour has the most pixels, then with the larger loss of difference, then
  /// with the lower codes.
  public var confused: [Finding] = []

  package init(_ viewing: Viewing) { self.viewing = viewing }

  /// The conclusion.
  public var verdict: Verdict { regions > 0 ? .loses : pairs > 0 ? .confuses : .keeps }

  /// The number of marked boxes that make a region visible, and of drawn pixels that make a colour drawn.
  static func visibleBoxes(judged: Int) -> Int { max(100, (judged + 999) / 1_000) }
  static func drawnPixels(judged: Int) -> Int { max(16, (judged + 4_999) / 5_000) }
  /// The least length of a run of drawn pixels.
  static let run = 4
}
