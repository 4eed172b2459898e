extension RowFormat {
  /// Returns a formatter for the rows of `gamut inspect`.
  ///
  /// - Parameters:
  ///   - style: the style of text.
  ///   - isList: whether the run has more than one input, which text shows as a list.
  public func inspectFormatter(
    _ style: TextStyle, isList: Bool
  ) -> any RowFormatter<InspectRow, Void> {
    formatter(
      text: InspectTextFormatter(style: style, isList: isList),
      json: RowsInJSON(
        schema: "gamut.inspect-set/1", member: "declarations", results: InspectRow.declarations,
        result: { $0.declaration },
        json: { $0.json() }))
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
    if style.detail == .quiet, case .success(let inspection) = row.result, !inspection.hasFaults { return "" }
    // The complete message of a single file that fails is on standard error.
    if case .failure = row.result, !isList { return "" }
    return InspectLine(row: row, style: style).text + "\n"
  }
}

extension Inspection {
  /// Whether there is an error or a warning.
  fileprivate var hasFaults: Bool { worst.map { $0 > .note } ?? false }
}

extension InspectRow {
  /// The kinds of declarations that a summary counts: their origins, none, and profiles in files of their own.
  fileprivate static let declarations =
    SourceOrigin.allCases.filter { ![.assumed, .override].contains($0) }.map(\.rawValue) + ["none", "icc"]

  /// The declaration in force; nil if the file could not be inspected.
  fileprivate var declaration: String? {
    switch result {
    case .success(.png(let png)): png.inForce?.origin.rawValue ?? "none"
    case .success(.profile): "icc"
    case .failure: nil
    }
  }
}
