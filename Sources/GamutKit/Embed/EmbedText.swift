import PNGCodec

/// Rows of `gamut embed` for people.
struct EmbedText {
  let row: EmbedRow
  let style: TextStyle

  private static let width = 14

  /// One line, for lists.
  func line() -> String {
    switch row.result {
    case .failure(let error):
      return style.failure("error".padded(to: Self.width)) + row.path.text.printable + "  (\(error.code))\n"
    case .success(let report):
      let place = report.output.flatMap { $0 == row.path ? nil : " -> " + $0.text.printable } ?? ""
      let word = style.action(report.action.words.padded(to: Self.width), report.action)
      return word + row.path.text.printable + place + "  (\(report.reasons.joined(separator: "; ")))\n"
    }
  }

  /// All that was done to a file.
  func details() -> String {
    guard case .success(let report) = row.result else { return line() }
    let place = report.output.flatMap { $0 == row.path ? nil : " -> " + $0.text.printable } ?? ""
    var lines = [
      style.heading(row.path.text.printable + place) + ": " + style.action(report.action.words, report.action)
    ]
    lines.append(report.explanation.wrapped(indent: "  ", first: "  "))
    for change in report.changes {
      let old = change.before?.printable
      let words = change.after.map { $0.printable + (old.map { ", was \($0)" } ?? "") } ?? old ?? ""
      let label = "  " + change.action.padded(to: 10) + change.kind.rawValue + "  "
      lines.append(words.wrapped(indent: "    ", first: label))
    }
    for finding in report.findings {
      lines.append(("Note: " + finding.message.asSentence.printable).wrapped(indent: "    ", first: "  "))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension EmbedReport.Action {
  var words: String {
    switch self {
    case .unchanged: "unchanged"
    case .written: "written"
    case .wouldWrite: "would write"
    }
  }
}

extension EmbedReport {
  /// What the file says from now on and why, in whole sentences.
  var explanation: String {
    if let sameFile { return "Another name of \(sameFile.text.printable), which stands for both." }
    let old = declared.map { "The file declared \($0.words.printable) (\($0.origin.rawValue))." }
    switch meaning {
    case .declared(let name):
      if changes.isEmpty { return "The file declares \(name.printable) already." }
      if let declared, declared.words == name {
        return "The file declared \(name.printable) (\(declared.origin.rawValue)) and still does."
      }
      return "\(old ?? "") It now says \(name.printable), which is the same to half an 8-bit code."
    case .assumed(let name):
      return "\(old ?? "The file declared nothing that can be used.") "
        + "Its pixels mean \(name.printable), as you say, and now the file says so too."
    case .taken(let name):
      return "The file declared nothing. Its pixels, which stay as they are, are now taken to mean \(name.printable)."
    case .undeclared:
      if changes.isEmpty { return "The file declares nothing already." }
      return "\(old ?? "The file declared nothing that can be used.") It now declares nothing: "
        + "its pixels, which stay as they are, will mostly be shown as sRGB."
    }
  }

  /// The same in a few words, chunks by name.
  var reasons: [String] {
    if let sameFile { return ["another name of \(sameFile.text.printable)"] }
    var reasons: [String] = []
    switch meaning {
    case .declared(let name): reasons.append(name)
    case .assumed(let name): reasons.append("\(declared.map { "declared \($0.words), " } ?? "")said to mean \(name)")
    case .taken(let name): reasons.append("declared nothing, taken to mean \(name)")
    case .undeclared: reasons.append("declares nothing\(declared.map { ", was \($0.words)" } ?? "")")
    }
    for action in ["added", "replaced", "removed"] {
      let names = changes.filter { $0.action == action }.map(\.kind.rawValue)
      if !names.isEmpty { reasons.append("\(action) \(names.joined(separator: ", "))") }
    }
    if !findings.isEmpty { reasons.append(Words.count(findings.count, "note")) }
    return reasons.map(\.printable)
  }
}

extension TextStyle {
  fileprivate func action(_ text: String, _ action: EmbedReport.Action) -> String {
    action == .unchanged ? text : heading(text)
  }
}
