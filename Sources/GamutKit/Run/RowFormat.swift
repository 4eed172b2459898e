/// The forms in which the rows of a run are written.
public enum RowFormat: String, Sendable, CaseIterable {
  case text
  /// An array with one object per input.
  case json
  /// One object per line.
  case ndjson
}
