/// Puts the rows of a run into one of the formats, as they come.
public struct ReportWriter: ~Copyable {
  private let format: RowFormat
  private let style: TextStyle
  /// Whether the run has more than one input, which text treats as a list.
  private let isList: Bool
  private var summary = ReportSummary()
  private var isFirst = true

  public init(format: RowFormat, style: TextStyle, isList: Bool) {
    self.format = format
    self.style = style
    self.isList = isList
  }

  /// The bytes of a row, with what must stand before it.
  public mutating func bytes(for row: ReportRow) -> [UInt8] {
    defer { isFirst = false }
    switch format {
    case .json: return Array((isFirst ? "[\n" : ",\n").utf8) + row.json
    case .ndjson: return row.json + [0x0a]
    case .text:
      if isList { summary.add(row) }
      return Array(text(for: row).utf8)
    }
  }

  /// What comes after the last row.
  public func end() -> [UInt8] {
    switch format {
    case .json: Array((isFirst ? "[]\n" : "\n]\n").utf8)
    case .ndjson: []
    case .text:
      isList && !isFirst && style.detail != .quiet ? Array(("\n" + summary.text(style: style)).utf8) : []
    }
  }

  private func text(for row: ReportRow) -> String {
    if case .success(let report) = row.result, style.detail != .quiet, style.detail == .verbose || !isList {
      let details = ReportDetails(report: report, style: style).text(path: row.path)
      return isFirst ? details : "\n" + details
    }
    // The message of a single file that fails stands on standard error, and says it all.
    if case .failure = row.result, !isList { return "" }
    return ReportLine(row: row, style: style).text() + "\n"
  }
}
