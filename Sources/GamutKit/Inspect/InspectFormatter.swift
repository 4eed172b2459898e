extension RowFormat {
  /// Returns a formatter for the rows of `gamut inspect`.
  ///
  /// - Parameters:
  ///   - style: the style of text.
  ///   - isList: whether the run has more than one input, which text shows as a list.
  ///   - wording: the wording of errors.
  public func inspectFormatter(
    _ style: TextStyle, isList: Bool, wording: ErrorWording = .facts
  ) -> any RowFormatter<InspectRow, Void> {
    formatter(text: InspectTextFormatter(style: style, isList: isList)) { $0.json(wording) }
  }
}

/// Inspections as text: one file in full, or one line for each of several files and a summary.
private struct InspectTextFormatter: RowFormatter {
  let style: TextStyle
  let isList: Bool
  private var summary = InspectSummary()
  private var isFirst = true

  init(style: TextStyle, isList: Bool) {
    self.style = style
    self.isList = isList
  }

  mutating func add(_ row: InspectRow) -> [UInt8] {
    defer { isFirst = false }
    summary.add(row)
    return Array(text(for: row).utf8)
  }

  func end(_: Void) -> [UInt8] {
    isList && !isFirst && style.detail != .quiet ? Array(("\n" + summary.text(style: style)).utf8) : []
  }

  private func text(for row: InspectRow) -> String {
    if case .success(let inspection) = row.result, style.detail != .quiet, style.detail == .verbose || !isList {
      let details = InspectDetails(path: row.path, inspection: inspection, style: style).text
      return isFirst ? details : "\n" + details
    }
    // The complete message of a single file that fails is on standard error.
    if case .failure = row.result, !isList { return "" }
    return InspectLine(row: row, style: style).text + "\n"
  }
}
