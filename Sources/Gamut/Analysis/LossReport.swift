/// What is lost of one rendition of one image: the quantities behind a verdict, as `Documentation/definitions.md` defines
/// them.
///
/// What clips, how far it moves, and which colours get one code is that of clamping, whatever the mapping; steps, areas and
/// lost pixels are those of the mapping.
public struct LossReport: Sendable, Hashable {
  /// The conclusion about an image, the least severe first.
  public enum Verdict: String, Sendable, Hashable, CaseIterable, Comparable {
    /// No pixel leaves the destination.
    case fits
    /// Pixels clip, but nothing that was seen is lost.
    case clips
    /// An edge, a gradient, or the difference of two areas is lost.
    case collapses

    public static func < (a: Verdict, b: Verdict) -> Bool { a.rank < b.rank }
    private var rank: Int { self == .fits ? 0 : self == .clips ? 1 : 2 }
  }

  /// Pixel counts. `analyzed` is `total` minus `transparent`.
  public struct Pixels: Sendable, Hashable {
    /// All pixels; those with an alpha of 0 or the transparent colour; the others; those of the others that clip; and those
    /// of these that are darker than the destination's black.
    public var total = 0, transparent = 0, analyzed = 0, clipped = 0, darker = 0
  }

  /// Differences (DIN99o) of pixels between the original and the clamped colour. All 0 without pixels.
  public struct Shift: Sendable, Hashable {
    /// The largest shift, the mean, and the 95th percentile: the least multiple of 1/16 that 95 % do not exceed, at
    /// most the maximum.
    public var maximum = 0.0, mean = 0.0, p95 = 0.0
  }

  /// One colour of a collapse group: its code in the source's own depth (red, green, blue) and its pixels.
  public struct Member: Sendable, Hashable {
    /// Red, green and blue in the source, each from 0 to 2^depth - 1.
    public var code: SIMD3<UInt16>
    /// The number of analysed pixels of this colour.
    public var pixels: Int

    package init(code: SIMD3<UInt16>, pixels: Int) { (self.code, self.pixels) = (code, pixels) }
  }

  /// The position of a pixel, counted from 0 at the left and the top.
  public struct Position: Sendable, Hashable {
    /// The column from the left and the row from the top, both from 0.
    public var x, y: Int

    package init(x: Int, y: Int) { (self.x, self.y) = (x, y) }
  }

  /// A rectangle of pixels.
  public struct Box: Sendable, Hashable {
    /// The left column and the top row, both from 0, and the size, at least 1 x 1.
    public var x, y, width, height: Int

    /// Creates a rectangle from its left column, its top row and its size.
    public init(x: Int, y: Int, width: Int, height: Int) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    package mutating func formUnion(_ other: Box) {
      let (left, top) = (min(x, other.x), min(y, other.y))
      width = max(x + width, other.x + other.width) - left
      height = max(y + height, other.y + other.height) - top
      (x, y) = (left, top)
    }
  }

  /// Two or more distinct colours with one destination code, at least one of them clipped.
  public struct CollapseGroup: Sendable, Hashable {
    /// The destination code, at the destination's depth.
    public var destination: SIMD3<UInt16>
    /// The number of the group's colours and of their pixels.
    public var colors, pixels: Int
    /// The most frequent colours, at most 16.
    public var members: [Member]

    package init(destination: SIMD3<UInt16>, colors: Int, pixels: Int, members: [Member]) {
      (self.destination, self.colors, self.pixels, self.members) = (destination, colors, pixels, members)
    }
  }

  /// Destination codes that several colours become. They are no loss by themselves.
  public struct Collapse: Sendable, Hashable {
    /// The number of groups, of the distinct source colours in them, and of their pixels.
    public var groups = 0, colors = 0, pixels = 0
    /// The largest groups, by pixels, descending, then destination code.
    public var largest: [CollapseGroup] = []
  }

  /// A colour before and after.
  public struct ChangedColor: Sendable, Hashable {
    /// Its code in the source's own depth, and the destination code that it becomes.
    public var code, becomes: SIMD3<UInt16>

    package init(code: SIMD3<UInt16>, becomes: SIMD3<UInt16>) { (self.code, self.becomes) = (code, becomes) }
  }

  /// A connected set of lost pixels: a band on both sides of an edge that is lost, or along a gradient.
  public struct LostRegion: Sendable, Hashable {
    /// The bounding box.
    public var box: Box
    /// The number of lost pixels in the region.
    public var pixels: Int
    /// The largest step before (DIN99o) of its pixels.
    public var loss: Double
    /// The first pixel that has this step.
    public var witness: Position
    /// The mean colours, in linear light, of the pieces of a row or column on both sides of the witness, left or upper first.
    public var sides: [ChangedColor]
    /// The shape that the region surrounds, if it touches both colours of a lost pair.
    public var shape: LostShape?

    package init(
      box: Box, pixels: Int, loss: Double, witness: Position, sides: [ChangedColor], shape: LostShape? = nil
    ) {
      (self.box, self.pixels, self.loss, self.witness) = (box, pixels, loss, witness)
      (self.sides, self.shape) = (sides, shape)
    }
  }

  /// A shape of one colour of a lost pair that can no longer be seen on its ground, the other colour.
  public struct LostShape: Sendable, Hashable {
    /// The box of the pixels of the rarer colour in the region or beside it.
    public var box: Box
    /// The index of the lost pair in ``Areas/largest``.
    public var pair: Int

    package init(box: Box, pair: Int) { (self.box, self.pair) = (box, pair) }
  }

  /// Steps between adjacent pieces of rows and columns that were seen, and are not seen any more.
  public struct Steps: Sendable, Hashable {
    /// The lost pixels of all regions, and the number of these.
    public var pixels = 0, regions = 0
    /// The pixels of visible regions, and the number of these.
    public var visiblePixels = 0, visibleRegions = 0
    /// The largest visible regions, by pixels, descending, then y, then x.
    public var largest: [LostRegion] = []
  }

  /// One colour of a lost pair.
  public struct AreaColor: Sendable, Hashable {
    /// Its code in the source's own depth, and the destination code that it becomes.
    public var color: ChangedColor
    /// The number of its judged pixels, and the first of them in reading order.
    public var pixels: Int
    public var witness: Position

    package init(color: ChangedColor, pixels: Int, witness: Position) {
      (self.color, self.pixels, self.witness) = (color, pixels, witness)
    }
  }

  /// Two area colours that differed and no longer do: a lost pair.
  public struct AreaPair: Sendable, Hashable {
    /// The two colours, the lower code first.
    public var first, second: AreaColor
    /// The difference (DIN99o) before and after.
    public var before, after: Double

    package init(first: AreaColor, second: AreaColor, before: Double, after: Double) {
      (self.first, self.second, self.before, self.after) = (first, second, before, after)
    }

    /// The colour with fewer pixels; of equal ones the lower code.
    public var rarer: AreaColor { second.pixels < first.pixels ? second : first }
    /// The other colour.
    public var ground: AreaColor { second.pixels < first.pixels ? first : second }
  }

  /// Areas, which need not touch, that looked different and look alike.
  public struct Areas: Sendable, Hashable {
    /// The number of lost pairs.
    public var pairs = 0
    /// The judged pixels of the rarer colour of each lost pair, each once.
    public var pixels = 0
    /// The lost pairs by the difference before, descending, then by codes.
    public var largest: [AreaPair] = []
    /// Colours with as many solid pixels as an area has, by code, if they are asked for.
    package var colors: [ChangedColor] = []
  }

  /// The tolerance of the clip test, as a fraction of the encoded range.
  public var tolerance: Double
  /// The just-noticeable difference (DIN99o) of steps.
  public var jnd: Double
  /// The pixels of the image by kind.
  public var pixels = Pixels()
  /// Distinct colours that clip.
  public var clippedColors = 0
  /// The largest distance of a linear value from [0, 1].
  public var excess = 0.0
  /// The distances that the clipped pixels move.
  public var shift = Shift()
  /// The groups of distinct colours that get the same destination code.
  public var collapse = Collapse()
  /// The steps that are lost.
  public var steps = Steps()
  /// The areas that are lost.
  public var areas = Areas()
  /// The pixels of visible regions and of the rarer colours of lost pairs, each once.
  public var lostPixels = 0
  /// What other eyes and other light lose of the image, in the order of ``Rendition/viewings``.
  public var renditions: [ViewingLoss] = []

  /// The share of lost pixels in the analysed pixels, 0 to 1; 0 if there are no analysed pixels.
  public var lostShare: Double { pixels.analyzed > 0 ? Double(lostPixels) / Double(pixels.analyzed) : 0 }

  /// The conclusion: `collapses` if there is a visible region or a lost pair, otherwise `clips` if any pixel clips,
  /// otherwise `fits`.
  public var verdict: Verdict {
    if steps.visibleRegions > 0 || areas.pairs > 0 { return .collapses }
    return pixels.clipped > 0 ? .clips : .fits
  }

  package init(tolerance: Double, jnd: Double) {
    self.tolerance = tolerance
    self.jnd = jnd
  }
}
