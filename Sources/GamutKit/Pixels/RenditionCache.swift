import Gamut
import PNGCodec
import Synchronization

/// A cache of the meanings of declarations, and of their tables; most files of a folder share these.
final class RenditionCache: Sendable {
  /// The properties that determine the meaning of a file's codes, for one set of options.
  struct Key: Equatable, Sendable {
    var declaration: Declaration?
    var isGrey: Bool
  }

  /// The meaning of a declaration, with tables by the depth of the image's samples.
  final class Entry: Sendable {
    let color: SourceColor
    private let tables = Mutex<[(depth: Int, tables: RenditionTables)]>([])

    fileprivate init(_ color: SourceColor) { self.color = color }

    func tables(depth: Int, make: () -> RenditionTables) -> RenditionTables {
      if let known = tables.withLock({ $0.first { $0.depth == depth }?.tables }) { return known }
      let made = make()
      tables.withLock { $0.append((depth, made)) }
      return made
    }
  }

  /// Few enough that comparing is faster than hashing.
  private let entries = Mutex<[(key: Key, entry: Entry)]>([])
  /// The number of entries at which the cache is cleared: tables take up to 2.3 MB for each.
  private static let limit = 32

  func entry(_ key: Key, color: () throws(GamutError) -> SourceColor) throws(GamutError) -> Entry {
    if let known = entries.withLock({ $0.first { $0.key == key }?.entry }) { return known }
    let made = Entry(try color())
    entries.withLock {
      if $0.count >= Self.limit { $0.removeAll() }
      $0.append((key, made))
    }
    return made
  }
}
