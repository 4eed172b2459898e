/// What an image means, and what it is rendered to: everything the analysis needs to know besides the pixels.
public struct Rendition: Sendable {
  public var source: SourceSpace
  public var destination: RGBSpace
  /// The destination's depth, 8 or 16.
  public var depth: Int
  /// The just-noticeable difference in ΔEOK, above 0.
  public var jnd: Double
  /// How many groups and regions are listed.
  public var top: Int
  /// What gives each colour its destination code. Nil clamps, as the definitions have it, and finds out the fastest.
  public var mapping: (any GamutMapping)?

  public init(
    source: SourceSpace, destination: RGBSpace, depth: Int = 8, jnd: Double = 0.015, top: Int = 10,
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
