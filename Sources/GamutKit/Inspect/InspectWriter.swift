/// Puts the rows of an `inspect` into one of the formats, as they come.
public struct InspectWriter: ~Copyable {
  private let format: RowFormat
  private let style: TextStyle
  /// Whether the run has more than one input, which text treats as a list.
  private let isList: Bool
  private var rows: JSONRows
  private var summary = InspectSummary()
  private var isFirst = true

  public init(format: RowFormat, style: TextStyle, isList: Bool) {
    self.format = format
    self.style = style
    self.isList = isList
    rows = JSONRows(isArray: format == .json)
  }

  /// The bytes of a row, with what must stand before it.
  public mutating func bytes(for row: InspectRow) -> [UInt8] {
    guard format == .text else { return rows.bytes(for: row.json) }
    defer { isFirst = false }
    summary.add(row)
    return Array(text(for: row).utf8)
  }

  /// What comes after the last row.
  public func end() -> [UInt8] {
    guard format == .text else { return rows.end() }
    return isList && !isFirst && style.detail != .quiet ? Array(("\n" + summary.text(style: style)).utf8) : []
  }

  private func text(for row: InspectRow) -> String {
    if case .success(let inspection) = row.result, style.detail != .quiet, style.detail == .verbose || !isList {
      let details = InspectDetails(path: row.path, inspection: inspection, style: style).text
      return isFirst ? details : "\n" + details
    }
    // The message of a single file that fails stands on standard error, and says it all.
    if case .failure = row.result, !isList { return "" }
    return InspectLine(row: row, style: style).text + "\n"
  }
}
