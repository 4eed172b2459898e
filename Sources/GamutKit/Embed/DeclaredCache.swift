import PNGCodec
import Synchronization

/// A cache of the meanings of declarations; most files of a folder share these.
final class DeclaredCache: Sendable {
  private struct Key: Hashable {
    var declaration: Declaration
    var isGrey: Bool
  }

  private struct Entry {
    var color: SourceColor
    /// Whether it matches the label; nil before the first check.
    var matches: Bool?
  }

  private let entries = Mutex<[Key: Entry]>([:])
  /// The number of entries at which the cache is cleared.
  private static let limit = 64

  /// Returns the meaning of the declaration in force, or nil if there is none.
  func declared(_ chunks: ColorChunks, isGrey: Bool) -> Result<SourceColor, GamutError>? {
    guard let declaration = chunks.declarations.first else { return nil }
    let key = Key(declaration: declaration, isGrey: isGrey)
    if let known = entries.withLock({ $0[key]?.color }) { return .success(known) }
    let color: SourceColor
    do {
      color = try DeclarationInForce().source(chunks, isGrey: isGrey)
    } catch {
      // Not cached: the error contains the chunk's offset in this file.
      return .failure(error)
    }
    entries.withLock {
      if $0.count >= Self.limit { $0.removeAll() }
      $0[key] = Entry(color: color)
    }
    return .success(color)
  }

  /// Returns whether a declaration is equivalent to the label for this kind of image.
  func matches(_ color: SourceColor, _ declaration: Declaration, _ label: ColorLabel) -> Bool {
    let key = Key(declaration: declaration, isGrey: label.isGrey)
    if let known = entries.withLock({ $0[key]?.matches }) { return known }
    let matches = label.isProfile(of: declaration) || label.matches(color)
    entries.withLock { $0[key]?.matches = matches }
    return matches
  }
}
