import Gamut
import PNGCodec
import Synchronization

/// A cache of the meanings of declarations, and of the tables to convert from them; most files of a folder share these.
final class ConversionCache: Sendable {
  /// The properties that determine the meaning of a file's codes, for one set of options.
  struct Key: Hashable, Sendable {
    var declaration: Declaration?
    var isGrey: Bool
  }

  private struct Entry {
    var color: SourceColor
    var tables: [SIMD2<Int>: ConversionTables] = [:]
    var greys: [SIMD2<Int>: GreyConverter] = [:]
  }

  private let entries = Mutex<[Key: Entry]>([:])
  /// The chunks with the destination's profile, for grey images and for others: compressing it takes as long as a small
  /// image.
  private let chunks = Mutex<[Bool: [UInt8]]>([:])
  /// The number of entries at which the cache is cleared: tables take up to 1.6 MB for each curve.
  private static let limit = 16

  func color(_ key: Key, make: () throws(GamutError) -> SourceColor) throws(GamutError) -> SourceColor {
    if let known = entries.withLock({ $0[key]?.color }) { return known }
    let made = try make()
    entries.withLock {
      if $0.count >= Self.limit { $0.removeAll() }
      $0[key] = Entry(color: made)
    }
    return made
  }

  /// - Parameter depths: the depths of the source and of the result.
  func tables(_ key: Key, depths: SIMD2<Int>, make: () -> ConversionTables?) -> ConversionTables? {
    if let known = entries.withLock({ $0[key]?.tables[depths] }) { return known }
    let made = make()
    entries.withLock { $0[key]?.tables[depths] = made }
    return made
  }

  func grey(_ key: Key, depths: SIMD2<Int>, make: () -> GreyConverter) -> GreyConverter {
    if let known = entries.withLock({ $0[key]?.greys[depths] }) { return known }
    let made = make()
    entries.withLock { $0[key]?.greys[depths] = made }
    return made
  }

  func chunk(isGrey: Bool, make: () throws(ConvertError) -> [UInt8]) throws(ConvertError) -> [UInt8] {
    if let known = chunks.withLock({ $0[isGrey] }) { return known }
    let made = try make()
    chunks.withLock { $0[isGrey] = made }
    return made
  }
}
