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

  private struct Entry {
    var color: SourceColor
    /// By the depth of the image's samples.
    var tables: [Int: RenditionTables] = [:]
  }

  private let entries = Mutex<[Key: Entry]>([:])
  /// Entries at which the cache starts again: tables take up to 2.3 MB for each.
  private static let limit = 32

  func color(_ key: Key, make: () throws(GamutError) -> SourceColor) throws(GamutError) -> SourceColor {
    if let known = entries.withLock({ $0[key]?.color }) { return known }
    let made = try make()
    entries.withLock {
      if $0.count >= Self.limit { $0.removeAll() }
      $0[key] = Entry(color: made)
    }
    return made
  }

  func tables(_ key: Key, depth: Int, make: () -> RenditionTables) -> RenditionTables {
    if let known = entries.withLock({ $0[key]?.tables[depth] }) { return known }
    let made = make()
    entries.withLock { $0[key]?.tables[depth] = made }
    return made
  }
}
