/// An output format of the rows of a run.
public struct RowFormat: RawRepresentable, Sendable, Hashable {
  enum Kind: String {
    case text, json, ndjson
  }

  let kind: Kind

  /// Text for people.
  public static let text = RowFormat(kind: .text)
  /// A single JSON object, with the rows as `files` and a summary.
  public static let json = RowFormat(kind: .json)
  /// One JSON object per line.
  public static let ndjson = RowFormat(kind: .ndjson)

  init(kind: Kind) { self.kind = kind }

  /// Returns the format of this name; nil if there is none.
  public init?(rawValue: String) {
    guard let kind = Kind(rawValue: rawValue) else { return nil }
    self.kind = kind
  }

  /// The name.
  public var rawValue: String { kind.rawValue }
}

extension RowFormat: CaseIterable {
  /// All formats.
  public static let allCases: [RowFormat] = [.text, .json, .ndjson]
}
