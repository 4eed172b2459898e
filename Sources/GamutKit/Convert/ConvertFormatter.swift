extension RowFormat {
  /// Returns a formatter for the rows of `gamut convert`.
  ///
  /// - Parameters:
  ///   - style: the style of text.
  ///   - isList: whether the run has more than one row.
  ///   - asked: the rendering requested for lookup tables, if it is not plain relative colorimetric.
  ///   - wording: the wording of errors.
  public func convertFormatter(
    _ style: TextStyle, isList: Bool, asked: ConvertReport.Rendering? = nil, wording: ErrorWording = .facts
  ) -> any RowFormatter<ConvertRow, Void> {
    formatter(text: ConvertTextFormatter(style: style, isList: isList, asked: asked)) { $0.json(wording) }
  }
}

private struct ConvertTextFormatter: RowFormatter {
  private let asked: ConvertReport.Rendering?
  private var text: WriteText
  private var bytes = 0

  init(style: TextStyle, isList: Bool, asked: ConvertReport.Rendering?) {
    self.asked = asked
    text = WriteText(style: style, isList: isList)
  }

  mutating func add(_ row: ConvertRow) -> [UInt8] {
    if case .success(let report) = row.result { bytes += report.size }
    let (style, asked) = (text.style, asked)
    return Array(text.text(for: row, reasons: \.reasons, details: { $0.details(style, asked: asked) }).utf8)
  }

  func end(_: Void) -> [UInt8] {
    Array(text.summary(and: bytes > 0 ? "; \(Words.count(bytes, "byte")) written" : "").utf8)
  }
}
