import Gamut
import PNGCodec
import Synchronization

/// What declarations mean, and the tables for it, kept from file to file: in a folder most are alike.
final class RenditionCache: Sendable {
  /// What decides the meaning of a file's codes, with one set of options.
  struct Key: Hashable, Sendable {
    var declaration: Declaration?
    var isGrey: Bool
  }

  /// What the declarations mean, with tables by the depth of the image's samples.
  final class Entry: Sendable {
    let color: SourceColor
    private let tables = Mutex<[Int: RenditionTables]>([:])

    fileprivate init(_ color: SourceColor) { self.color = color }

    func tables(depth: Int, make: () -> RenditionTables) -> RenditionTables {
      if let known = tables.withLock({ $0[depth] }) { return known }
      let made = make()
      tables.withLock { $0[depth] = made }
      return made
    }
  }

  private let entries = Mutex<[Key: Entry]>([:])
  /// Entries at which the cache starts again: tables take up to 2.3 MB for each.
  private static let limit = 32

  func entry(_ key: Key, color: () throws(GamutError) -> SourceColor) throws(GamutError) -> Entry {
    if let known = entries.withLock({ $0[key] }) { return known }
    let made = Entry(try color())
    entries.withLock {
      if $0.count >= Self.limit { $0.removeAll() }
      $0[key] = made
    }
    return made
  }
}
