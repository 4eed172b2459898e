extension RowFormat {
  /// Returns a formatter for the rows of `gamut embed`.
  ///
  /// - Parameters:
  ///   - style: the style of text.
  ///   - isList: whether the run has more than one input, which text shows as a list.
  public func embedFormatter(
    _ style: TextStyle, isList: Bool
  ) -> any RowFormatter<EmbedRow, Void> {
    formatter(
      text: EmbedTextFormatter(style: style, isList: isList),
      json: RowsInJSON(
        schema: "gamut.embed-set/1", member: "actions", results: WriteAction.allCases.map(\.rawValue),
        result: { try? $0.result.get().action.rawValue },
        json: { $0.json() }))
  }
}

private struct EmbedTextFormatter: RowFormatter {
  private var text: WriteText
  /// The number of files without a declaration, and the space that their pixels are now assumed to have.
  private var taken = 0
  private var takenName = ""

  init(style: TextStyle, isList: Bool) { text = WriteText(style: style, isList: isList) }

  mutating func add(_ row: EmbedRow) -> [UInt8] {
    if case .success(let report) = row.result, case .taken(let name) = report.meaning, report.action != .unchanged {
      (taken, takenName) = (taken + 1, name)
    }
    let lines = text.text(for: row, reasons: \.reasons, details: \.details)
    // Files that keep their declaration are only counted.
    if case .success(let report) = row.result, case .kept = report.meaning, text.isList, text.style.detail != .verbose {
      return []
    }
    return Array(lines.utf8)
  }

  func end(_: Void) -> [UInt8] {
    var summary = text.summary
    if !summary.isEmpty, taken > 0 {
      let sentence =
        "\(Words.count(taken, "image")) had no declaration and \(taken == 1 ? "is" : "are") now tagged "
        + "\(takenName.printable). If that is wrong, remove it with --profile none."
      summary += "\n" + sentence.wrapped(indent: "") + "\n"
    }
    return Array(summary.utf8)
  }
}
