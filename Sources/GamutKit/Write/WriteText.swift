import PNGCodec

/// Rows of commands that write images, for people.
struct WriteText: Sendable {
  let style: TextStyle
  /// Whether the run has more than one input.
  let isList: Bool
  private var isFirst = true
  private var counts: [WriteAction: Int] = [:]
  private var failures = 0

  private static let width = 14

  init(style: TextStyle, isList: Bool) {
    self.style = style
    self.isList = isList
  }

  /// A row: one line of a list, or the file and all that is said of it.
  ///
  /// - Parameters:
  ///   - reasons: what was done, in a few words.
  ///   - details: the same in full, lines that end without a line feed.
  mutating func text<Report, Failure>(
    for row: WriteRow<Report, Failure>, reasons: (Report) -> [String], details: (Report) -> [String]
  ) -> String {
    defer { isFirst = false }
    switch row.result {
    case .failure(let error):
      failures += 1
      // The message of a single file stands on standard error, and says it all.
      if !isList { return "" }
      let line = style.failure("error".padded(to: Self.width)) + row.path.text.printable + "  (\(error.code))\n"
      return (isInFull && !isFirst ? "\n" : "") + line
    case .success(let report):
      counts[report.action, default: 0] += 1
      let place = report.output.flatMap { $0 == row.path ? nil : " -> " + $0.text.printable } ?? ""
      guard isInFull else {
        let reasons = report.sameFile.map { ["another name of \($0.text.printable)"] } ?? reasons(report)
        return action(report.action.words.padded(to: Self.width), report.action) + row.path.text.printable + place
          + "  (\(reasons.map(\.printable).joined(separator: "; ")))\n"
      }
      var lines = [
        style.heading(row.path.text.printable + place) + ": " + action(report.action.words, report.action)
      ]
      if let other = report.sameFile {
        lines.append("  Another name of \(other.text.printable), which stands for both.")
      } else {
        lines += details(report)
        lines += report.findings.map {
          ("Note: " + $0.message.asSentence.printable).wrapped(indent: "    ", first: "  ")
        }
      }
      return (isFirst ? "" : "\n") + lines.joined(separator: "\n") + "\n"
    }
  }

  /// After the last row of a list: how many images, what became of them, and what else there is to say of all.
  func summary(and more: String = "") -> String {
    guard isList, !isFirst, style.detail != .quiet else { return "" }
    var parts: [String] = []
    for action in [WriteAction.written, .wouldWrite, .unchanged] {
      guard let count = counts[action] else { continue }
      parts.append("\(Words.count(count)) \(action == .wouldWrite ? "would be written" : action.words)")
    }
    if failures > 0 { parts.append(style.failure("\(Words.count(failures)) could not be processed")) }
    let total = counts.values.reduce(failures, +)
    return "\n" + style.heading(Words.count(total, "image")) + ": " + parts.joined(separator: ", ") + more + "\n"
  }

  private var isInFull: Bool { style.detail != .quiet && (style.detail == .verbose || !isList) }

  private func action(_ text: String, _ action: WriteAction) -> String {
    action == .unchanged ? text : style.heading(text)
  }
}
