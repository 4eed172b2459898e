import PNGCodec

/// The declared meaning of a file's pixels.
public struct DeclaredColor: Sendable, Hashable {
  /// The chunks of the declaration.
  public var origin: SourceOrigin
  /// The profile's own description, or a description of the declaration.
  public var description: String?
  /// The space identified by its parameters, not by its name; nil for any other space.
  public var space: KnownSpace?
  /// The byte offset of the first chunk.
  public var offset: Int?

  init(_ color: SourceColor, in chunks: ColorChunks) {
    origin = color.origin
    description = color.description
    space = color.space
    offset = color.origin.offset(in: chunks)
  }

  /// The name of the space, or the description in quotes.
  var words: String { space?.name ?? description.map { "\"\($0)\"" } ?? "a space without a name" }
}
