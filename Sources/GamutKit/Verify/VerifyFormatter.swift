extension RowFormat {
  /// Returns a formatter for the rows of `gamut verify`.
  ///
  /// - Parameters:
  ///   - verifier: the verifier of the rows.
  ///   - style: the style of text.
  ///   - isList: whether the run has more than one input, which text shows as a list.
  public func verifyFormatter(
    _ verifier: Verifier, _ style: TextStyle, isList: Bool
  ) -> any RowFormatter<VerifyRow, Void> {
    let options = verifier.options
    return formatter(
      text: VerifyTextFormatter(style: style, isList: isList),
      json: RowsInJSON(
        schema: "gamut.verify-set/1", member: "verified", results: ["yes", "no"],
        result: { (try? $0.result.get().isVerified).map { $0 ? "yes" : "no" } },
        json: { $0.json(options) }))
  }
}

/// Results as text: one line for each file, with the reasons of a negative result.
private struct VerifyTextFormatter: RowFormatter {
  let style: TextStyle
  let isList: Bool
  var counts = (yes: 0, no: 0, unknown: 0)

  mutating func add(_ row: VerifyRow) -> [UInt8] {
    switch row.result {
    case .success(let verification) where verification.isVerified: counts.yes += 1
    case .success: counts.no += 1
    case .failure: counts.unknown += 1
    }
    // The complete message of a single file that fails is on standard error.
    if case .failure = row.result, !isList { return [] }
    return Array(text(row).utf8)
  }

  func end(_: Void) -> [UInt8] {
    let total = counts.yes + counts.no + counts.unknown
    guard isList, total > 0, style.detail != .quiet else { return [] }
    var parts = ["\(Words.count(counts.yes)) yes", "\(Words.count(counts.no)) no"]
    if counts.unknown > 0 { parts.append(style.failure("\(Words.count(counts.unknown)) could not be checked")) }
    let text = style.heading(Words.count(total, "file")) + ": " + parts.joined(separator: ", ") + "\n"
    return Array(("\n" + text).utf8)
  }

  /// Returns a line with the result; below it the reasons of a negative result, and in verbose detail the basis of a
  /// positive one.
  private func text(_ row: VerifyRow) -> String {
    let label: String
    var lines: [String] = []
    switch row.result {
    case .failure(let error):
      return style.failure("error".padded(to: 7)) + row.path.text.printable + "  (\(error.code))\n"
    case .success(let verification):
      if verification.isVerified, style.detail == .quiet { return "" }
      label = verification.isVerified ? "yes" : "no"
      if style.detail != .quiet { lines += verification.reasons.map(\.message) }
      if style.detail == .verbose {
        if verification.isVerified { lines.append(verification.grounds) }
        lines += verification.findings.map(\.message)
      }
      let severity: Severity? = verification.isVerified ? nil : .error
      return style.paint(label.padded(to: 7), severity) + row.path.text.printable + "\n"
        + lines.map { $0.printable.wrapped(indent: String(repeating: " ", count: 9), first: "       ") + "\n" }.joined()
    }
  }
}

extension Verification {
  fileprivate var grounds: String {
    guard let declaration else { return "" }
    return "By its \(declaration.origin.chunkNames)\(difference.map(\.precision) ?? "")."
  }
}
