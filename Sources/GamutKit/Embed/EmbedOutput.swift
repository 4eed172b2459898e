import PNGCodec

/// The rows of `gamut embed`; in text, those of a list are one line each.
public struct EmbedDocument: RunDocument {
  public static let formats = runFormats
  public static let command = "embed"
  public var style: TextStyle
  private let isList: Bool

  /// Creates the document of one input, or of a list.
  public init(_ style: TextStyle, isList: Bool) { (self.style, self.isList) = (style, isList) }

  public var text: any RowFormatter<EmbedRow, Void> {
    EmbedTextFormatter(text: WriteText(style: style, isList: isList))
  }
  package var json: RowsInJSON<EmbedRow> {
    RowsInJSON(actions: { try? $0.result.get().action }, json: { $0.json() })
  }
}

private struct EmbedTextFormatter: RowFormatter {
  var text: WriteText
  /// The number of files without a declaration, and the space that their pixels are now assumed to have.
  var taken = 0
  var takenName = ""

  mutating func add(_ row: EmbedRow) -> [UInt8] {
    let report = try? row.result.get()
    if let report, report.meaning.basis == .taken, report.action != .unchanged {
      (taken, takenName) = (taken + 1, report.meaning.name ?? "")
    }
    let lines = text.text(for: row, reasons: \.reasons, details: \.details)
    // Files that keep their declaration are only counted.
    let isCounted = report?.meaning.basis == .kept && text.isList && text.style.detail != .verbose
    return isCounted ? [] : Array(lines.utf8)
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

extension EmbedReport {
  var details: [String] {
    [explanation.wrapped(indent: "  ", first: "  ")]
      + changes.map { "  " + $0.action.padded(to: 10) + $0.kind.rawValue }
  }

  var explanation: String {
    let old = declared.map { "The file declared \($0.words.printable) (\($0.origin.rawValue))." }
    let name = meaning.name?.printable ?? "a colour space, which cannot be used"
    switch meaning.basis {
    case .declared:
      if changes.isEmpty { return "The file already declares \(name)." }
      if let declared, declared.words == meaning.name {
        return "The file declared \(name) (\(declared.origin.rawValue)) and keeps doing so."
      }
      return "\(old ?? "") It now declares \(name), which is the same within half an 8-bit code."
    case .assumed:
      return "\(old ?? "The file had no usable declaration.") It now declares \(name), as --assume says."
    case .taken:
      return "The file had no declaration. It now declares \(name); its pixels are unchanged."
    case .kept: return "The file already declares \(name), and is unchanged."
    case .undeclared:
      if changes.isEmpty { return "The file has no declaration." }
      return "\(old ?? "The file had no usable declaration.") The declaration was removed: most programs will show "
        + "the same pixels as sRGB."
    }
  }

  var reasons: [String] {
    var reasons: [String] = []
    let name = meaning.name ?? "a colour space that cannot be used"
    switch meaning.basis {
    case .declared: reasons.append(name)
    case .assumed: reasons.append("\(declared.map { "declared \($0.words), " } ?? "")assumed \(name)")
    case .taken: reasons.append("untagged, now \(name)")
    case .kept: reasons.append("declares \(name)")
    case .undeclared: reasons.append("no declaration\(declared.map { ", was \($0.words)" } ?? "")")
    }
    for action in ["added", "replaced", "removed"] {
      let names = changes.filter { $0.action == action }.map(\.kind.rawValue)
      if !names.isEmpty { reasons.append("\(action) \(names.joined(separator: ", "))") }
    }
    if !findings.isEmpty { reasons.append(Words.count(findings.count, "note")) }
    return reasons
  }
}

extension WriteRow<EmbedReport, EmbedError> {
  /// Returns the row according to `Schemas/embed.schema.json`, on one line, without a line feed.
  public func json() -> [UInt8] {
    json("gamut.embed/1") { $0.members(of: $1) }
  }
}

extension JSONWriter {
  fileprivate mutating func members(of report: EmbedReport) {
    member("image", report.image)
    if report.isAnimated { member("animated", true) }
    if let declared = report.declared { member("declared", declared) } else { member("declared", orNull: nil) }
    member("meaning") { object in
      object.member("basis", report.meaning.basis.rawValue)
      object.member("name", orNull: report.meaning.name)
    }
    member("changes", objects: report.changes) { object, change in
      object.member("chunk", change.kind.rawValue)
      object.member("action", change.action)
    }
  }
}
