/// Puts the rows of a run of `gamut convert` into one of the formats, as they come.
public struct ConvertWriter: ~Copyable {
  private let format: ReportWriter.Format
  private let style: TextStyle
  /// Whether the run has more than one input.
  private let isList: Bool
  private var rows: JSONRows
  private var isFirst = true
  private var counts: [EmbedReport.Action: Int] = [:]
  private var failures = 0
  private var bytes = 0

  public init(format: ReportWriter.Format, style: TextStyle, isList: Bool) {
    self.format = format
    self.style = style
    self.isList = isList
    rows = JSONRows(isArray: format == .json)
  }

  /// The bytes of a row, with what must stand before it.
  public mutating func bytes(for row: ConvertRow) -> [UInt8] {
    defer { isFirst = false }
    switch row.result {
    case .success(let report):
      counts[report.action, default: 0] += 1
      bytes += report.size
    case .failure: failures += 1
    }
    return format == .text ? Array(text(for: row).utf8) : rows.bytes(for: row.json)
  }

  private func text(for row: ConvertRow) -> String {
    // The message of a single file that fails stands on standard error, and says it all.
    if case .failure = row.result, !isList { return "" }
    let text = ConvertText(row: row, style: style)
    guard style.detail != .quiet, style.detail == .verbose || !isList else { return text.line() }
    return (isFirst ? "" : "\n") + text.details()
  }

  /// What comes after the last row.
  public func end() -> [UInt8] {
    guard format == .text else { return rows.end() }
    return isList && !isFirst && style.detail != .quiet ? Array(("\n" + summary).utf8) : []
  }

  private var summary: String {
    var parts: [String] = []
    for action in [EmbedReport.Action.written, .wouldWrite, .unchanged] {
      guard let count = counts[action] else { continue }
      parts.append("\(Words.count(count)) \(action == .wouldWrite ? "would be written" : action.words)")
    }
    if failures > 0 { parts.append(style.failure("\(Words.count(failures)) could not be processed")) }
    let total = counts.values.reduce(failures, +)
    let size = bytes > 0 ? "; \(Words.count(bytes, "byte")) written" : ""
    return style.heading(Words.count(total, "image")) + ": " + parts.joined(separator: ", ") + size + "\n"
  }
}
