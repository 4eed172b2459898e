/// Writes the rows of a run in one format, as they are added.
public protocol RowFormatter<Row, Summary> {
  /// The outcome for one input.
  associatedtype Row
  /// Data that is known only after all rows; none for most commands.
  associatedtype Summary = Void

  /// Returns the output before the rows.
  mutating func begin() -> [UInt8]
  /// Returns the part of the output that can be written immediately for a row.
  mutating func add(_ row: Row) -> [UInt8]
  /// Returns the output after the last row.
  mutating func end(_ summary: Summary) -> [UInt8]
}

extension RowFormatter {
  /// Returns no output.
  public mutating func begin() -> [UInt8] { [] }
}

extension RowFormatter where Summary == Void {
  /// Returns the output after the last row.
  public mutating func end() -> [UInt8] { end(()) }
}

/// Rows as JSON: objects in an array, or one object per line.
struct JSONFormatter<Row>: RowFormatter {
  private let isArray: Bool
  private let json: (Row) -> [UInt8]
  private var isFirst = true

  /// - Parameters:
  ///   - isArray: whether the objects form an array.
  ///   - json: returns the object of a row, without a line feed.
  init(isArray: Bool, _ json: @escaping (Row) -> [UInt8]) {
    self.isArray = isArray
    self.json = json
  }

  mutating func add(_ row: Row) -> [UInt8] {
    defer { isFirst = false }
    return isArray ? Array((isFirst ? "[\n" : ",\n").utf8) + json(row) : json(row) + [0x0a]
  }

  func end(_: Void) -> [UInt8] { isArray ? Array((isFirst ? "[]\n" : "\n]\n").utf8) : [] }
}

extension RowFormat {
  /// Returns the formatter of a command: its text, or the JSON of its rows.
  func formatter<Row>(
    text: some RowFormatter<Row, Void>, json: @escaping (Row) -> [UInt8]
  ) -> any RowFormatter<Row, Void> {
    switch kind {
    case .text: text
    case .json: JSONFormatter(isArray: true, json)
    case .ndjson: JSONFormatter(isArray: false, json)
    }
  }
}
