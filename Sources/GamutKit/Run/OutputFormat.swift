import PNGCodec

/// The rows of a command as a document: what the formatters need, and the formats that there are.
public protocol RowDocument: Sendable {
  /// The outcome for one input.
  associatedtype Row
  /// Data that is known only after all rows; none for most commands.
  associatedtype Summary = Void
  /// The name of the command.
  static var command: String { get }
  /// The formats.
  static var formats: [OutputFormat<Self>] { get }
  /// The style of text.
  var style: TextStyle { get set }
  /// The formatter of text for people.
  var text: any RowFormatter<Row, Summary> { get }
}

/// An output format: its name, its formatter, and how a file of it is known again.
public struct OutputFormat<Document: RowDocument>: RawRepresentable, CaseIterable, Sendable, Hashable {
  /// The name, which is also the ending of a file.
  public let rawValue: String
  /// Other endings of a file.
  package let endings: [String]
  /// What precedes the output in a file; mostly empty.
  package let heading: String
  /// Whether a file that begins like this is one of ours, which may be replaced.
  package let isOurs: @Sendable (FileHead) -> Bool
  private let make: @Sendable (Document) -> any RowFormatter<Document.Row, Document.Summary>

  /// Creates a format. Unless its contents say whose it is, a file begins with the name of the command.
  package init(
    _ name: String, endings: [String] = [], isOurs: (@Sendable (FileHead) -> Bool)? = nil,
    _ make: @escaping @Sendable (Document) -> any RowFormatter<Document.Row, Document.Summary>
  ) {
    let heading = isOurs == nil ? "gamut \(Document.command)\n\n" : ""
    (rawValue, self.endings, self.heading, self.make) = (name, endings, heading, make)
    self.isOurs = isOurs ?? { $0.text.hasPrefix(heading) }
  }

  /// Returns the format of a name; nil if the command has none.
  public init?(rawValue: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = format
  }

  package var isForPeople: Bool { rawValue == "text" || rawValue == "html" }

  /// The formats of the command.
  public static var allCases: [Self] { Document.formats }
  /// Text for people.
  public static var text: Self { Self("text", endings: ["txt"]) { $0.text } }

  /// Returns a formatter for the rows of a document.
  public func formatter(_ document: Document) -> any RowFormatter<Document.Row, Document.Summary> { make(document) }
}

/// The first bytes of a file.
package struct FileHead {
  package let text: String
  /// The text without white space, because another program may have reformatted JSON.
  package let json: String

  /// Reads them; nil if the system does not let us.
  package init?(of path: Pathname) {
    guard var source = try? ByteSource(pathBytes: path.bytes), let head = try? source.readSome(2048) else { return nil }
    text = String(decoding: head, as: UTF8.self)
    json = text.filter { !$0.isWhitespace }
  }

  /// Whether it is JSON with one of our schemas.
  package func isJSON(_ names: String...) -> Bool {
    names.contains { json.hasPrefix("{\"schema\":\"gamut.\($0)/") || json.hasPrefix("[{\"schema\":\"gamut.\($0)/") }
  }
}

/// The document of a command that has text, JSON and NDJSON.
package protocol RunDocument: RowDocument where Row: OutcomeRow, Summary == Void {
  var json: RowsInJSON<Row> { get }
}

extension RunDocument {
  static var runFormats: [OutputFormat<Self>] {
    let isOurs: @Sendable (FileHead) -> Bool = { $0.isJSON(command, command + "-set") }
    return [
      .text, OutputFormat("json", isOurs: isOurs) { JSONFormatter(schema: "gamut.\(command)-set/1", rows: $0.json) },
      OutputFormat("ndjson", endings: ["jsonl"], isOurs: isOurs) { NDJSONFormatter(json: $0.json.json) },
    ]
  }
}
