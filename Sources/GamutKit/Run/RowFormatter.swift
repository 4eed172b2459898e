/// Puts the rows of a run into one form, as they come.
public protocol RowFormatter<Row, Summary> {
  associatedtype Row
  /// What is known only when all rows are; nothing for most commands.
  associatedtype Summary = Void

  /// What comes before the rows.
  mutating func begin() -> [UInt8]
  /// What can be written of a row at once.
  mutating func add(_ row: Row) -> [UInt8]
  /// What comes after the last row.
  mutating func end(_ summary: Summary) -> [UInt8]
}

extension RowFormatter {
  public mutating func begin() -> [UInt8] { [] }
}

extension RowFormatter where Summary == Void {
  /// What comes after the last row.
  public mutating func end() -> [UInt8] { end(()) }
}

/// Rows as JSON: objects in an array, or each in a line of its own.
struct JSONFormatter<Row>: RowFormatter {
  private let isArray: Bool
  private let json: (Row) -> [UInt8]
  private var isFirst = true

  /// - Parameters:
  ///   - isArray: whether the objects form an array.
  ///   - json: the object of a row, without a line feed.
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
  /// The formatter of a command: its text, or the JSON of its rows.
  func formatter<Row>(
    text: some RowFormatter<Row, Void>, json: @escaping (Row) -> [UInt8]
  ) -> any RowFormatter<Row, Void> {
    switch self {
    case .text: text
    case .json: JSONFormatter(isArray: true, json)
    case .ndjson: JSONFormatter(isArray: false, json)
    }
  }
}
