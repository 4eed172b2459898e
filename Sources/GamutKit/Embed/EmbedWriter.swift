/// Puts the rows of a run of `gamut embed` into one of the formats, as they come.
public struct EmbedWriter: ~Copyable {
  private let format: ReportWriter.Format
  private let style: TextStyle
  /// Whether the run has more than one input.
  private let isList: Bool
  private var isFirst = true
  private var counts: [EmbedReport.Action: Int] = [:]
  private var failures = 0
  /// Files that declared nothing, and what their pixels are now taken to mean.
  private var taken = 0
  private var takenName = ""

  public init(format: ReportWriter.Format, style: TextStyle, isList: Bool) {
    self.format = format
    self.style = style
    self.isList = isList
  }

  /// The bytes of a row, with what must stand before it.
  public mutating func bytes(for row: EmbedRow) -> [UInt8] {
    defer { isFirst = false }
    count(row)
    switch format {
    case .json: return Array((isFirst ? "[\n" : ",\n").utf8) + row.json
    case .ndjson: return row.json + [0x0a]
    case .text: return Array(text(for: row).utf8)
    }
  }

  private mutating func count(_ row: EmbedRow) {
    guard case .success(let report) = row.result else {
      failures += 1
      return
    }
    counts[report.action, default: 0] += 1
    if case .taken(let name) = report.meaning, report.action != .unchanged { (taken, takenName) = (taken + 1, name) }
  }

  private func text(for row: EmbedRow) -> String {
    let text = EmbedText(row: row, style: style)
    if style.detail != .quiet, style.detail == .verbose || !isList {
      // The message of a single file that fails stands on standard error, and says it all.
      if case .failure = row.result, !isList { return "" }
      return (isFirst ? "" : "\n") + text.details()
    }
    if case .failure = row.result, !isList { return "" }
    return text.line()
  }

  /// What comes after the last row.
  public func end() -> [UInt8] {
    switch format {
    case .json: Array((isFirst ? "[]\n" : "\n]\n").utf8)
    case .ndjson: []
    case .text: isList && !isFirst && style.detail != .quiet ? Array(("\n" + summary).utf8) : []
    }
  }

  private var summary: String {
    let total = counts.values.reduce(failures, +)
    var parts: [String] = []
    for action in [EmbedReport.Action.written, .wouldWrite, .unchanged] {
      guard let count = counts[action] else { continue }
      parts.append("\(Words.count(count)) \(action == .wouldWrite ? "would be written" : action.words)")
    }
    if failures > 0 { parts.append(style.failure("\(Words.count(failures)) could not be processed")) }
    var text = style.heading(Words.count(total, "image")) + ": " + parts.joined(separator: ", ") + "\n"
    if taken > 0 {
      let sentence =
        "\(Words.count(taken, "image")) declared nothing, and from now on \(taken == 1 ? "its" : "their") pixels mean "
        + "\(takenName.printable). Where that is wrong, --profile none takes it back."
      text += "\n" + sentence.wrapped(indent: "") + "\n"
    }
    return text
  }
}
