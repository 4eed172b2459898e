/// Puts the rows of a run of `gamut convert` into one of the formats, as they come.
public struct ConvertWriter: WriteRowWriter {
  private let format: RowFormat
  private let asked: ConvertReport.Rendering?
  private var text: WriteText
  private var rows: JSONRows
  private var bytes = 0

  /// - Parameters:
  ///   - format: of the rows.
  ///   - style: of text.
  ///   - isList: whether the run has more than one row.
  ///   - asked: what was asked of lookup tables, where that is not relative colorimetric alone.
  public init(format: RowFormat, style: TextStyle, isList: Bool, asked: ConvertReport.Rendering? = nil) {
    self.format = format
    self.asked = asked
    text = WriteText(style: style, isList: isList)
    rows = JSONRows(isArray: format == .json)
  }

  public mutating func bytes(for row: ConvertRow) -> [UInt8] {
    if case .success(let report) = row.result { bytes += report.size }
    guard format == .text else { return rows.bytes(for: row.json) }
    let (style, asked) = (text.style, asked)
    return Array(text.text(for: row, reasons: \.reasons, details: { $0.details(style, asked: asked) }).utf8)
  }

  public func end() -> [UInt8] {
    guard format == .text else { return rows.end() }
    return Array(text.summary(and: bytes > 0 ? "; \(Words.count(bytes, "byte")) written" : "").utf8)
  }
}
