import Gamut
import PNGCodec

extension RowFormat {
  /// Returns a formatter for the rows of `gamut convert`.
  ///
  /// - Parameters:
  ///   - style: the style of text.
  ///   - isList: whether the run has more than one row.
  public func convertFormatter(_ style: TextStyle, isList: Bool) -> any RowFormatter<ConvertRow, Void> {
    formatter(
      text: ConvertTextFormatter(text: WriteText(style: style, isList: isList)),
      json: RowsInJSON(
        schema: "gamut.convert-set/1", member: "actions", results: WriteAction.allCases.map(\.rawValue),
        result: { try? $0.result.get().action.rawValue },
        json: { $0.json() }))
  }
}

private struct ConvertTextFormatter: RowFormatter {
  var text: WriteText
  /// What the colours of areas became, by their code, depth and space, at most 4,096.
  var areas: [String: Set<SIMD3<UInt16>>] = [:]

  mutating func add(_ row: ConvertRow) -> [UInt8] {
    if case .success(let report) = row.result {
      for area in report.areas {
        let key = "\(area.code) of \(report.image.bitDepth) bits in \(report.source.words)"
        if areas.count < 4096 || areas[key] != nil { areas[key, default: []].insert(area.becomes) }
      }
    }
    let style = text.style
    return Array(text.text(for: row, reasons: \.reasons, details: { $0.details(style) }).utf8)
  }

  func end(_: Void) -> [UInt8] {
    let summary = text.summary
    let split = areas.values.count { $0.count > 1 }
    guard split > 0, !summary.isEmpty else { return Array(summary.utf8) }
    let colors = Words.count(split, "colour of areas became", plural: "colours of areas became")
    let note = "\(colors) different ones in different files: --together converts all files with one strength."
    return Array((summary + "\n" + note.wrapped(indent: "") + "\n").utf8)
  }
}
