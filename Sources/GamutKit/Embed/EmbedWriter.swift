/// Puts the rows of a run of `gamut embed` into one of the formats, as they come.
public struct EmbedWriter: WriteRowWriter {
  private let format: RowFormat
  private var text: WriteText
  private var rows: JSONRows
  /// Files that declared nothing, and what their pixels are now taken to mean.
  private var taken = 0
  private var takenName = ""

  /// - Parameters:
  ///   - format: of the rows.
  ///   - style: of text.
  ///   - isList: whether the run has more than one input.
  public init(format: RowFormat, style: TextStyle, isList: Bool) {
    self.format = format
    text = WriteText(style: style, isList: isList)
    rows = JSONRows(isArray: format == .json)
  }

  public mutating func bytes(for row: EmbedRow) -> [UInt8] {
    if case .success(let report) = row.result, case .taken(let name) = report.meaning, report.action != .unchanged {
      (taken, takenName) = (taken + 1, name)
    }
    guard format == .text else { return rows.bytes(for: row.json) }
    return Array(text.text(for: row, reasons: \.reasons, details: \.details).utf8)
  }

  public func end() -> [UInt8] {
    guard format == .text else { return rows.end() }
    var summary = text.summary()
    if !summary.isEmpty, taken > 0 {
      let sentence =
        "\(Words.count(taken, "image")) declared nothing, and from now on \(taken == 1 ? "its" : "their") pixels mean "
        + "\(takenName.printable). Where that is wrong, --profile none takes it back."
      summary += "\n" + sentence.wrapped(indent: "") + "\n"
    }
    return Array(summary.utf8)
  }
}
