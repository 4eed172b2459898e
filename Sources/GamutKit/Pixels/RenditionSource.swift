import Gamut
import Synchronization

/// The meaning of a declaration, with tables by the depth of the image's samples.
final class RenditionSource: Sendable {
  let color: SourceColor
  let tables = Memo<Int, RenditionTables>()
  private let isUsed = Mutex(false)

  /// The number of sources that are cached: the tables of each take up to 2.3 MB.
  static let limit = 32

  init(color: SourceColor) { self.color = color }

  /// Returns whether this is the first image with the declaration: perhaps it is the only one.
  func isFirstUse() -> Bool {
    isUsed.withLock { isUsed in
      defer { isUsed = true }
      return !isUsed
    }
  }
}
