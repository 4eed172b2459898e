extension RowFormat {
  /// Returns a formatter for the rows of `gamut convert`.
  ///
  /// - Parameters:
  ///   - style: the style of text.
  ///   - isList: whether the run has more than one row.
  ///   - requested: the rendering requested for lookup tables, if it is not plain relative colorimetric.
  public func convertFormatter(
    _ style: TextStyle, isList: Bool, requested: ConvertReport.Rendering? = nil
  ) -> any RowFormatter<ConvertRow, Void> {
    formatter(
      text: ConvertTextFormatter(style: style, isList: isList, requested: requested),
      json: RowsInJSON(
        schema: "gamut.convert-set/1", member: "actions", results: WriteAction.allCases.map(\.rawValue),
        result: { try? $0.result.get().action.rawValue },
        json: { $0.json() }))
  }
}

private struct ConvertTextFormatter: RowFormatter {
  private let requested: ConvertReport.Rendering?
  private var text: WriteText

  init(style: TextStyle, isList: Bool, requested: ConvertReport.Rendering?) {
    self.requested = requested
    text = WriteText(style: style, isList: isList)
  }

  mutating func add(_ row: ConvertRow) -> [UInt8] {
    let (style, requested) = (text.style, requested)
    return Array(text.text(for: row, reasons: \.reasons, details: { $0.details(style, requested: requested) }).utf8)
  }

  func end(_: Void) -> [UInt8] {
    Array(text.summary().utf8)
  }
}
