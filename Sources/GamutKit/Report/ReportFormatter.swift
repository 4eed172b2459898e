extension RowFormat {
  /// Returns a formatter for the rows of `gamut report`.
  ///
  /// - Parameters:
  ///   - style: the style of text.
  ///   - isList: whether the run has more than one input, which text shows as a list.
  ///   - wording: the wording of errors.
  public func reportFormatter(
    _ style: TextStyle, isList: Bool, wording: ErrorWording = .facts
  ) -> any RowFormatter<ReportRow, Void> {
    formatter(text: ReportTextFormatter(style: style, isList: isList)) { $0.json(wording) }
  }
}

/// Reports as text: one image in full, or one line for each of several images and a summary.
private struct ReportTextFormatter: RowFormatter {
  let style: TextStyle
  let isList: Bool
  private var summary = ReportSummary()
  private var isFirst = true

  init(style: TextStyle, isList: Bool) {
    self.style = style
    self.isList = isList
  }

  mutating func add(_ row: ReportRow) -> [UInt8] {
    defer { isFirst = false }
    if isList { summary.add(row) }
    return Array(text(for: row).utf8)
  }

  func end(_: Void) -> [UInt8] {
    isList && !isFirst && style.detail != .quiet ? Array(("\n" + summary.text(style: style)).utf8) : []
  }

  private func text(for row: ReportRow) -> String {
    if case .success(let report) = row.result, style.detail != .quiet, style.detail == .verbose || !isList {
      let details = ReportDetails(report: report, style: style).text(path: row.path)
      return isFirst ? details : "\n" + details
    }
    // The complete message of a single file that fails is on standard error.
    if case .failure = row.result, !isList { return "" }
    return ReportLine(row: row, style: style).text() + "\n"
  }
}
