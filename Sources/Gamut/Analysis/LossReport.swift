/// The losses of one rendition of one image: the quantities behind a verdict.
public struct LossReport: Sendable, Hashable {
  /// The conclusion about an image, the least severe first.
  public enum Verdict: String, Sendable, Hashable, CaseIterable, Comparable {
    /// No pixel leaves the destination.
    case fits
    /// Pixels clip, but no visible difference vanishes.
    case clips
    /// Visible differences vanish: flat colours merge, or shapes and gradients flatten.
    case collapses

    public static func < (a: Verdict, b: Verdict) -> Bool { a.rank < b.rank }
    private var rank: Int { self == .fits ? 0 : self == .clips ? 1 : 2 }
  }

  /// Pixel counts. `analyzed` is `total` minus `transparent`.
  public struct Pixels: Sendable, Hashable {
    /// All pixels; those with an alpha of 0 or the transparent colour; the others; and those of the others that clip.
    public var total = 0, transparent = 0, analyzed = 0, clipped = 0
  }

  /// Clipped pixels with a channel out of range, by side.
  public struct ChannelCounts: Sendable, Hashable {
    /// Pixels whose linear value is below 0, and above 1, in this channel by more than the tolerance.
    public var below = 0, above = 0
  }

  /// ΔEOK of the clipped pixels between the original and the clamped, or mapped, colour. All 0 if nothing clips.
  public struct Shift: Sendable, Hashable {
    /// The largest shift, the mean over the clipped pixels, and the 95th percentile: the upper end of its bin of 1/4096,
    /// at most 1 and at most the maximum.
    public var maximum = 0.0, mean = 0.0, p95 = 0.0
  }

  /// Sums over collapse groups.
  public struct GroupCounts: Sendable, Hashable {
    /// The number of groups, of the distinct source colours in them, and of their pixels.
    public var groups = 0, colors = 0, pixels = 0
  }

  /// One colour of a collapse group: its code in the source's own depth (red, green, blue) and its pixels.
  public struct Member: Sendable, Hashable {
    /// Red, green and blue in the source, each from 0 to 2^depth - 1.
    public var code: SIMD3<UInt16>
    /// The number of analysed pixels of this colour.
    public var pixels: Int

    /// Creates a member from its source code and its number of pixels.
    public init(code: SIMD3<UInt16>, pixels: Int) {
      self.code = code
      self.pixels = pixels
    }
  }

  /// The position of a pixel, counted from 0 at the left and the top.
  public struct Position: Sendable, Hashable {
    /// The column from the left and the row from the top, both from 0.
    public var x, y: Int

    /// Creates a position from a column and a row, both from 0.
    public init(x: Int, y: Int) {
      self.x = x
      self.y = y
    }
  }

  /// Two pixels that demonstrate a loss: different in the source, equal in the destination.
  public struct Witnesses: Sendable, Hashable {
    /// The two pixels; in a collapse group, the first one has the lower code.
    public var first, second: Position

    /// Creates a pair of witnesses.
    public init(_ first: Position, _ second: Position) {
      self.first = first
      self.second = second
    }
  }

  /// Two or more distinct colours with one destination code, at least one of them clipped.
  public struct CollapseGroup: Sendable, Hashable {
    /// The destination code, at the destination's depth.
    public var destination: SIMD3<UInt16>
    /// The counts of all members, broad or not.
    public var colors, pixels: Int
    /// The largest ΔEOK between two broad members; 0 with fewer than two.
    public var spread: Double
    /// CIEDE2000 between the two members that give the spread; nil with fewer than two.
    public var deltaE2000: Double?
    /// The first flat pixels of these two, the lower code first; nil with fewer than two.
    public var witnesses: Witnesses?
    /// The two members that give the spread, the lower code first, then the most frequent others; at most 16.
    public var members: [Member]
    /// The group's first pixel in reading order.
    public var example: Position

    /// Creates a group from its values, which are not checked.
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

  /// Destination codes that several colours become.
  public struct Collapse: Sendable, Hashable {
    /// The counts of all groups.
    public var all = GroupCounts()
    /// The counts of the groups whose difference is visible.
    public var visible = GroupCounts()
    /// The largest visible groups, sorted by spread, then pixels, both descending, then destination code.
    public var largest: [CollapseGroup] = []
  }

  /// A connected set of lost pixels in which a shape or a gradient vanishes, with its bounding box.
  public struct FlattenedRegion: Sendable, Hashable {
    /// The bounding box in pixels: its left column and top row, from 0, and its size, at least 1 x 1.
    public var x, y, width, height: Int
    /// The number of lost pixels in the region.
    public var pixels: Int
    /// The largest loss, as ΔEOK, of the runs that have a lost pixel in the region.
    public var loss: Double
    /// The anchor of the first run with that loss, and the pixel farthest from it. They may lie outside the region.
    public var witnesses: Witnesses

    /// Creates a region from its values, which are not checked.
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

  /// Runs of pixels of different colours that become one code, and the regions in which they are visible.
  public struct Flattened: Sendable, Hashable {
    /// Flattened runs of both directions, and the number of their lost pixels, each counted once.
    public var runs = 0, pixels = 0
    /// Visible regions and their pixels.
    public var visibleRegions = 0, visiblePixels = 0
    /// Visible regions, sorted by pixels, descending, then y, then x.
    public var regions: [FlattenedRegion] = []
  }

  /// The tolerance `t` of the clip test, as a fraction of the encoded range.
  public var tolerance: Double
  /// The just-noticeable difference in ΔEOK.
  public var jnd: Double
  /// The pixels of the image by kind.
  public var pixels = Pixels()
  /// Distinct colours that clip.
  public var clippedColors = 0
  /// The clipped pixels that are out of range in each channel; a pixel may count in several channels.
  public var red = ChannelCounts(), green = ChannelCounts(), blue = ChannelCounts()
  /// The largest distance of a linear value from [0, 1].
  public var excess = 0.0
  /// The distances that the clipped pixels move, in ΔEOK.
  public var shift = Shift()
  /// The groups of distinct colours that get the same destination code.
  public var collapse = Collapse()
  /// The runs and regions in which shapes or gradients vanish.
  public var flattened = Flattened()
  /// A lower bound of the pixels that no longer stand out: the pixels of visible regions, or those of visible groups
  /// that differ visibly from their group's reference, whichever are more.
  public var lostPixels = 0
  /// The effect of the rendition's mapping on the image; nil if there is no mapping and colours are clamped.
  public var mapping: MappingEffect?

  /// The share of lost pixels in the analysed pixels, 0 to 1; 0 if there are no analysed pixels.
  public var lostShare: Double { pixels.analyzed > 0 ? Double(lostPixels) / Double(pixels.analyzed) : 0 }

  /// The conclusion: `collapses` if a group or region is visible, otherwise `clips` if any pixel clips, otherwise
  /// `fits`.
  public var verdict: Verdict {
    if collapse.visible.groups > 0 || flattened.visibleRegions > 0 { return .collapses }
    return pixels.clipped > 0 ? .clips : .fits
  }

  /// The upper bound of visible groups, and of visible regions: each needs at least a ten-thousandth of the analysed
  /// pixels.
  public static let visibleLimit = 10_000

  /// The groups in `largest` that are visible.
  public var visibleGroups: [CollapseGroup] { Array(collapse.largest.prefix(collapse.visible.groups)) }

  /// The witnesses of the visible groups, then of the visible regions; nil if `top` omitted some of them.
  public var visibleWitnesses: [Witnesses]? {
    guard visibleGroups.count == collapse.visible.groups, flattened.regions.count == flattened.visibleRegions else {
      return nil
    }
    return visibleGroups.compactMap(\.witnesses) + flattened.regions.map(\.witnesses)
  }

  /// Creates a report of an image without losses.
  public init(tolerance: Double, jnd: Double) {
    self.tolerance = tolerance
    self.jnd = jnd
  }
}
