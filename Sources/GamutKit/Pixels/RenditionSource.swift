import Gamut

/// The meaning of a declaration, with tables by the depth of the image's samples.
final class RenditionSource: Sendable {
  let color: SourceColor
  let tables = Memo<Int, RenditionTables>()

  /// The number of sources that are cached: the tables of each take up to 2.3 MB.
  static let limit = 32

  init(color: SourceColor) { self.color = color }
}
