import PNGCodec

/// What a file says that its pixels mean.
public struct DeclaredColor: Sendable, Hashable {
  public var origin: SourceOrigin
  /// The profile's own description, or what the declaration is in words.
  public var description: String?
  /// By its numbers, not by its name; nil for any other space.
  public var space: KnownSpace?
  /// Byte offset of the (first) chunk.
  public var offset: Int?

  init(_ color: SourceColor, in chunks: ColorChunks) {
    origin = color.origin
    description = color.description
    space = color.space
    offset = color.origin.offset(in: chunks)
  }

  /// The space by its name, or the description in quotes.
  var words: String { space?.name ?? description.map { "\"\($0)\"" } ?? "a space without a name" }
}
