import Gamut
import PNGCodec
import Synchronization

/// What declarations mean, and the tables for it, kept from file to file: in a folder most are alike.
final class RenditionCache: Sendable {
  /// What decides the meaning of a file's codes, with one set of options.
  struct Key: Equatable, Sendable {
    var declaration: Declaration?
    var isGrey: Bool
  }

  /// What the declarations mean, with tables by the depth of the image's samples.
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

  /// So few that they are compared faster than hashed.
  private let entries = Mutex<[(key: Key, entry: Entry)]>([])
  /// Entries at which the cache starts again: tables take up to 2.3 MB for each.
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
