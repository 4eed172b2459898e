/// Whether two images show one picture, and why not: the numbers of the definition of two pictures.
public struct PictureDifference: Sendable, Hashable {
  /// The answer.
  public enum Verdict: String, Sendable, Hashable, CaseIterable, Comparable {
    /// The codes of one are those of the other, converted and rounded.
    case same
    /// The codes differ, and nobody sees it.
    case alike
    /// A difference that people see.
    case differs

    /// The worse verdict is the larger one.
    public static func < (a: Verdict, b: Verdict) -> Bool { a.rank < b.rank }

    private var rank: Int { self == .same ? 0 : self == .alike ? 1 : 2 }
  }

  /// One of the two images.
  public enum Side: String, Sendable, Hashable, CaseIterable {
    /// The image named first, and the other one.
    case a, b
  }

  /// A way from one image to the other.
  public struct Reason: Sendable, Hashable {
    /// The kind of a reason, in the order in which they are looked for.
    public enum Code: String, Sendable, Hashable, CaseIterable {
      /// The images have other sizes; nothing else was compared.
      case size
      /// `side` is opaque, and the other is not.
      case alphaDropped = "alpha-dropped"
      /// Alpha differs.
      case alpha
      /// Other declarations with the same codes.
      case declaration
      /// Declarations that differ in their curves only, with the same codes.
      case curve
      /// `side` is the other one in another colour space or depth.
      case reencoded = "re-encoded"
      /// `side` is the other one, converted to its own space with clipping.
      case clipped
      /// `side` is the other one, clipped to sRGB, and converted to its own space from there.
      case clippedToSRGB = "clipped-to-srgb"
      /// `side` is the other one, converted to sRGB, and declares another space.
      case mistagged
      /// `side` has fewer codes; or all codes differ by at most one of 255, as dithering does, and no side has fewer.
      case quantized
      /// `side` is the other one, multiplied by alpha once more.
      case premultiplied
      /// Only colours differ that alpha hides.
      case hiddenColors = "hidden-colors"
      /// B is A, moved by `offset`.
      case moved
      /// At least half of the pixels have other colours.
      case shifted
      /// Regions differ.
      case regions
      /// Single pixels differ.
      case details
    }

    /// The kind.
    public var code: Code
    /// The image that follows from the other one; nil if there is no direction.
    public var side: Side?
    /// The columns and rows by which B is moved.
    public var offset: SIMD2<Int>?

    /// Creates a reason from its values.
    public init(_ code: Code, _ side: Side? = nil, offset: SIMD2<Int>? = nil) {
      (self.code, self.side, self.offset) = (code, side, offset)
    }
  }

  /// Numbers of pixels.
  public struct Pixels: Sendable, Hashable {
    /// All pixels; those that are visible in an image; those whose codes or alpha are not the same numbers; those that
    /// are not equal; and those whose surroundings differ by the tolerance.
    public var total = 0, visible = 0, codes = 0, unequal = 0, differing = 0
  }

  /// Pixels that touch and differ.
  public struct Region: Sendable, Hashable {
    /// The rectangle around them.
    public var box: LossReport.Box
    /// The number of pixels.
    public var pixels: Int
    /// The largest difference (DIN99o), and the first pixel that has it.
    public var difference: Double, at: LossReport.Position
  }

  /// A pixel in both images.
  public struct Pair: Sendable, Hashable {
    /// The place of the pixel.
    public var position: LossReport.Position
    /// The codes, and alpha.
    public var a, b: SIMD4<UInt16>
    /// The colour of each image in the space of the other, in levels (0 to 1 inside); nil if that has no way back.
    public var aInB, bInA: SIMD3<Double>?
  }

  /// The answer.
  public var verdict = Verdict.same
  /// The reasons, in the order of their kinds; empty for equal images.
  public var reasons: [Reason] = []
  /// The numbers of pixels.
  public var pixels = Pixels()
  /// The differences (DIN99o) of the pixels that are not equal.
  public var shift = LossReport.Shift()
  /// The mean of these differences from A to B, as lightness, green to red, and blue to yellow.
  public var direction = SIMD3<Double>()
  /// The number of regions, and their pixels.
  public var regions = 0, regionPixels = 0
  /// The regions with the largest differences.
  public var largest: [Region] = []
  /// The first pixel that is not equal; nil if there is none.
  public var first: Pair?

  /// Creates the result of images that are equal.
  public init() {}
}
