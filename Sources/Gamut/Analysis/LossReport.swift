/// Everything that one rendition of one image loses: the quantities behind a verdict.
public struct LossReport: Sendable, Hashable {
  /// What to do about the image.
  public enum Verdict: String, Sendable, Hashable, CaseIterable, Comparable {
    /// No pixel leaves the destination.
    case fits
    /// Pixels clip, but nothing that could be seen vanishes.
    case clips
    /// Visible differences vanish: flat colours merge, or shapes and gradients flatten.
    case collapses

    public static func < (a: Verdict, b: Verdict) -> Bool { a.rank < b.rank }
    private var rank: Int { self == .fits ? 0 : self == .clips ? 1 : 2 }
  }

  /// Numbers of pixels. `analyzed` is `total` less `transparent`.
  public struct Pixels: Sendable, Hashable {
    public var total = 0, transparent = 0, analyzed = 0, clipped = 0
  }

  /// Clipped pixels in which a channel is out, by side.
  public struct ChannelCounts: Sendable, Hashable {
    public var below = 0, above = 0
  }

  /// ΔEOK of the clipped pixels, each to its clamped colour, or to what a mapping makes of it. All 0 where nothing clips.
  public struct Shift: Sendable, Hashable {
    public var maximum = 0.0, mean = 0.0, p95 = 0.0
  }

  /// Sums over collapse groups.
  public struct GroupCounts: Sendable, Hashable {
    public var groups = 0, colors = 0, pixels = 0
  }

  /// One colour of a collapse group: its code in the source's own depth (red, green, blue) and its pixels.
  public struct Member: Sendable, Hashable {
    public var code: SIMD3<UInt16>
    public var pixels: Int

    public init(code: SIMD3<UInt16>, pixels: Int) {
      self.code = code
      self.pixels = pixels
    }
  }

  /// A pixel's place, from 0 at the left and the top.
  public struct Position: Sendable, Hashable {
    public var x, y: Int

    public init(x: Int, y: Int) {
      self.x = x
      self.y = y
    }
  }

  /// Two pixels that show a loss: apart in the source, alike in the destination.
  public struct Witnesses: Sendable, Hashable {
    public var first, second: Position

    public init(_ first: Position, _ second: Position) {
      self.first = first
      self.second = second
    }
  }

  /// Two or more distinct colours with one destination code, at least one of them clipped.
  public struct CollapseGroup: Sendable, Hashable {
    /// In the destination's depth.
    public var destination: SIMD3<UInt16>
    /// Every member counts.
    public var colors, pixels: Int
    /// The largest ΔEOK between two broad members; 0 with fewer than two.
    public var spread: Double
    /// CIEDE2000 between the two members that give the spread; nil with fewer than two.
    public var deltaE2000: Double?
    /// The first flat pixels of these two, the lower code first; nil with fewer than two.
    public var witnesses: Witnesses?
    /// These two, the lower code first, then the most frequent others; at most 16.
    public var members: [Member]
    /// The group's first pixel in reading order.
    public var example: Position

    public init(
      destination: SIMD3<UInt16>, colors: Int, pixels: Int, spread: Double, deltaE2000: Double?,
      witnesses: Witnesses?, members: [Member], example: Position
    ) {
      self.destination = destination
      self.colors = colors
      self.pixels = pixels
      self.spread = spread
      self.deltaE2000 = deltaE2000
      self.witnesses = witnesses
      self.members = members
      self.example = example
    }
  }

  public struct Collapse: Sendable, Hashable {
    public var all = GroupCounts()
    public var visible = GroupCounts()
    /// By spread, then pixels, descending, then destination code.
    public var largest: [CollapseGroup] = []
  }

  /// A connected set of lost pixels, in which a shape or a gradient vanishes, with its bounding box.
  public struct FlattenedRegion: Sendable, Hashable {
    public var x, y, width, height: Int
    public var pixels: Int
    /// The largest ΔEOK that a run with a lost pixel in the region loses.
    public var loss: Double
    /// Of the first such run with that loss: its anchor, and the pixel farthest from it. They may lie outside.
    public var witnesses: Witnesses

    public init(x: Int, y: Int, width: Int, height: Int, pixels: Int, loss: Double, witnesses: Witnesses) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
      self.pixels = pixels
      self.loss = loss
      self.witnesses = witnesses
    }
  }

  public struct Flattened: Sendable, Hashable {
    /// Flattened runs of both directions, and the number of their lost pixels, each counted once.
    public var runs = 0, pixels = 0
    /// Visible regions and their pixels.
    public var visibleRegions = 0, visiblePixels = 0
    /// Visible regions by pixels, descending, then y, then x.
    public var regions: [FlattenedRegion] = []
  }

  /// The tolerance `t` of the clip test, of the encoded range.
  public var tolerance: Double
  /// The just-noticeable difference in ΔEOK.
  public var jnd: Double
  public var pixels = Pixels()
  /// Distinct colours that clip.
  public var clippedColors = 0
  public var red = ChannelCounts(), green = ChannelCounts(), blue = ChannelCounts()
  /// How far the linear values leave [0, 1] at most.
  public var excess = 0.0
  public var shift = Shift()
  public var collapse = Collapse()
  public var flattened = Flattened()
  /// How many pixels, at least, say something else than before: those of visible regions, or those of visible groups that
  /// differ visibly from their group's reference, whichever are more.
  public var lostPixels = 0
  /// What the rendition's mapping does to the image; nil where it has none and clamps.
  public var mapping: MappingEffect?

  /// Lost pixels in analysed ones, 0 to 1; 0 with none.
  public var lostShare: Double { pixels.analyzed > 0 ? Double(lostPixels) / Double(pixels.analyzed) : 0 }

  public var verdict: Verdict {
    if collapse.visible.groups > 0 || flattened.visibleRegions > 0 { return .collapses }
    return pixels.clipped > 0 ? .clips : .fits
  }

  /// No image has more visible groups, or more visible regions: each takes a ten-thousandth of the analysed pixels.
  public static let mostVisible = 10_000

  /// The groups in `largest` that are visible.
  public var visibleGroups: [CollapseGroup] { Array(collapse.largest.prefix(collapse.visible.groups)) }

  /// The witnesses of the visible groups, then of the visible regions; nil where `top` left some out.
  public var visibleWitnesses: [Witnesses]? {
    guard visibleGroups.count == collapse.visible.groups, flattened.regions.count == flattened.visibleRegions else {
      return nil
    }
    return visibleGroups.compactMap(\.witnesses) + flattened.regions.map(\.witnesses)
  }

  /// Of an image in which nothing is lost.
  public init(tolerance: Double, jnd: Double) {
    self.tolerance = tolerance
    self.jnd = jnd
  }
}
