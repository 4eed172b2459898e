/// The output formats of the rows of a run.
public enum RowFormat: String, Sendable, CaseIterable {
  /// For people.
  case text
  /// An array with one object per input.
  case json
  /// One object per line.
  case ndjson
}
