package import Gamut

/// An output format of comparisons.
public enum CompareFormat: String, Sendable, Hashable, CaseIterable {
  /// Text for people, one JSON object, an object on each line, and formats of build servers.
  case text, json, ndjson, junit, sarif, github
  /// A page with pictures.
  case html

  /// The extension of a file's name.
  package var suffix: String {
    switch self {
    case .text, .github: "txt"
    case .junit: "xml"
    default: rawValue
    }
  }

  /// The first line of a file; empty for a format that names the program itself.
  package var heading: String { self == .text || self == .github ? OutputFile.heading("compare") : "" }

  /// Returns a formatter for the rows of `gamut compare`. A pair fails a test from the verdict `least` on.
  package func formatter(
    _ style: TextStyle, _ comparer: Comparer, _ pairs: [ComparePair], least: PictureDifference.Verdict
  ) -> any RowFormatter<CompareRow, Void> {
    switch self {
    case .junit: CompareJUnit(least: least)
    case .sarif: CompareSARIF()
    case .github: CompareGitHub()
    case .html: ComparePage(comparer, pairs)
    case .text: CompareTextFormatter(style: style, isList: pairs.count > 1)
    case .json, .ndjson:
      (RowFormat(rawValue: rawValue) ?? .json).formatter(
        text: CompareTextFormatter(style: style, isList: true),
        json: RowsInJSON(
          schema: "gamut.compare-set/1", member: "verdicts",
          results: PictureDifference.Verdict.allCases.map(\.rawValue), result: { $0.verdict?.rawValue },
          json: { $0.json() }))
    }
  }
}
