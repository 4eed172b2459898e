/// The colour space of a file: its name, its parameters, and the declaration that it comes from.
public struct DeclaredColor: Sendable, Hashable {
  /// The chunks of the declaration.
  public var origin: SourceOrigin
  /// The profile's own description, or a description of the declaration.
  public var description: String?
  /// The space identified by its parameters, not by its name; nil for any other space.
  public var space: ReferenceSpace?

  /// The name of the space, or the description in quotes.
  var words: String { space?.name ?? description.map { "\"\($0)\"" } ?? "a space without a name" }
}
