// Spaces, curves and mappings are part of what a program imports with this library.
@_exported public import ColorScience

/// The interpretation of an image and its destination: everything that the analysis needs besides the pixels.
public struct Rendition: Sendable {
  /// The interpretation of the image's codes as colours.
  public var source: SourceSpace
  /// The space that the image is analysed for or converted to.
  public var destination: RGBSpace
  /// The destination's depth, 8 or 16.
  public var depth: Int
  /// The just-noticeable difference (DIN99o) of steps, above 0.
  public var jnd: Double
  /// The maximum number of groups, of regions and of pairs in the lists.
  public var top: Int
  /// The maximum number of listed colours that may be areas.
  package var listedAreas = 0
  /// The mapping that gives each colour its destination code. nil clamps, which is the default of the definitions and
  /// the fastest path.
  public var mapping: (any GamutMapping)?
  /// The other eyes and the other light whose losses are found, too.
  public var viewings: [Viewing] = []

  /// The default just-noticeable difference (DIN99o).
  public static let defaultJND = 1.75

  /// Creates a rendition; the arguments are not checked against the ranges of the properties.
  public init(
    source: SourceSpace, destination: RGBSpace, depth: Int = 8, jnd: Double = Rendition.defaultJND, top: Int = 10,
    mapping: (any GamutMapping)? = nil
  ) {
    self.source = source
    self.destination = destination
    self.depth = depth
    self.jnd = jnd
    self.top = top
    self.mapping = mapping
  }
}

/// The areas and differences from which on a loss counts. Differences are in units of 1/256, as ``DIN99o/coordinates``.
package enum Visibility {
  /// The lengths of the pieces of rows and columns whose steps are looked at.
  package static let scales = [2, 4, 8, 16, 32, 64, 128]
  /// How far from a lost pixel, in each direction, no pixel may be kept.
  package static let keptReach = 2
  /// The least differences that make a pixel of a stroke solid (5) and of an area a border (2.5), squared.
  package static let stroke = 1280 * 1280, border = 640 * 640
  /// The least number of border pixels of an area colour.
  package static let borderPixels = 4

  /// The just-noticeable difference in 1/256; at most 2^20, which no two colours differ by.
  package static func units(jnd: Double) -> Int { Int(min((jnd * DIN99o.unit).rounded(), 0x1p20)) }

  /// The number of solid pixels of an area colour.
  package static func solidPixels(analyzed: Int) -> Int { max(9, share(analyzed)) }

  /// The number of pixels that makes a region visible.
  package static func regionPixels(analyzed: Int) -> Int { max(48, share(analyzed)) }

  /// A ten-thousandth of the analysed pixels, rounded up.
  private static func share(_ analyzed: Int) -> Int { (analyzed + 9_999) / 10_000 }

  /// Returns whether an alpha of 8 or 16 bits is at least one half, so that losses of the pixel are judged.
  package static func isJudged(alpha: Int, depth: Int) -> Bool { depth == 16 ? alpha >= 32_768 : alpha >= 128 }
}
