/// An output format of the rows of a run.
public struct RowFormat: RawRepresentable, Sendable, Hashable {
  /// The name.
  public let rawValue: String

  /// Text for people.
  public static let text = RowFormat("text")
  /// A single JSON object, with the rows as `files` and a summary.
  public static let json = RowFormat("json")
  /// One JSON object per line.
  public static let ndjson = RowFormat("ndjson")

  private init(_ name: String) { rawValue = name }

  /// Returns the format of this name; nil if there is none.
  public init?(rawValue: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = format
  }
}

extension RowFormat: CaseIterable {
  /// All formats.
  public static let allCases: [RowFormat] = [.text, .json, .ndjson]
}
