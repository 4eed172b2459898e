import PNGCodec
import Synchronization

/// What declarations mean, kept from file to file: in a folder most are alike.
final class DeclaredCache: Sendable {
  private struct Key: Hashable {
    var declaration: Declaration
    var isGrey: Bool
  }

  private struct Entry {
    var color: SourceColor
    /// Whether it is what the label says, once that was asked.
    var matches: Bool?
  }

  private let entries = Mutex<[Key: Entry]>([:])
  /// Entries at which the cache starts again.
  private static let limit = 64

  /// What the declaration in force means, nil where there is none.
  func declared(_ chunks: ColorChunks, isGrey: Bool) -> Result<SourceColor, GamutError>? {
    guard let declaration = chunks.declarations.first else { return nil }
    let key = Key(declaration: declaration, isGrey: isGrey)
    if let known = entries.withLock({ $0[key]?.color }) { return .success(known) }
    let color: SourceColor
    do {
      color = try DeclarationInForce().source(chunks, isGrey: isGrey)
    } catch {
      // Not kept: it names the place of the chunk in this file.
      return .failure(error)
    }
    entries.withLock {
      if $0.count >= Self.limit { $0.removeAll() }
      $0[key] = Entry(color: color)
    }
    return .success(color)
  }

  /// Whether a declaration is equivalent to the one label for this kind of image.
  func matches(_ color: SourceColor, _ declaration: Declaration, _ label: ColorLabel) -> Bool {
    let key = Key(declaration: declaration, isGrey: label.isGrey)
    if let known = entries.withLock({ $0[key]?.matches }) { return known }
    let matches = label.isProfile(of: declaration) || label.matches(color)
    entries.withLock { $0[key]?.matches = matches }
    return matches
  }
}
