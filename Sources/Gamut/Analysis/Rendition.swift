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
  /// The mapping that gives each colour its destination code. nil clamps, which is the default of the definitions and
  /// the fastest path.
  public var mapping: (any GamutMapping)?

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
