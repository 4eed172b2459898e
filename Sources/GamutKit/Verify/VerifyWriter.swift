/// Puts the rows of a `verify` into one of the formats, as they come.
public struct VerifyWriter: ~Copyable {
  private let format: RowFormat
  private let style: TextStyle
  private let isList: Bool
  private let options: VerifyOptions
  private var rows: JSONRows
  private var counts = (yes: 0, no: 0, untold: 0)

  public init(_ verifier: Verifier, format: RowFormat, style: TextStyle, isList: Bool) {
    self.format = format
    self.style = style
    self.isList = isList
    options = verifier.options
    rows = JSONRows(isArray: format == .json)
  }

  /// The bytes of a row, with what must stand before it.
  public mutating func bytes(for row: VerifyRow) -> [UInt8] {
    guard format == .text else { return rows.bytes(for: row.json(options)) }
    switch row.result {
    case .success(let verification) where verification.isVerified: counts.yes += 1
    case .success: counts.no += 1
    case .failure: counts.untold += 1
    }
    // The message of a single file that fails stands on standard error, and says it all.
    if case .failure = row.result, !isList { return [] }
    return Array(text(row).utf8)
  }

  /// What comes after the last row.
  public func end() -> [UInt8] {
    guard format == .text else { return rows.end() }
    let total = counts.yes + counts.no + counts.untold
    guard isList, total > 0, style.detail != .quiet else { return [] }
    var parts = ["\(Words.count(counts.yes)) yes", "\(Words.count(counts.no)) no"]
    if counts.untold > 0 { parts.append(style.failure("\(Words.count(counts.untold)) not checked")) }
    let text = style.heading(Words.count(total, "file")) + ": " + parts.joined(separator: ", ") + "\n"
    return Array(("\n" + text).utf8)
  }

  /// A line with the answer; below it the reasons of a no, and with `--verbose` what a yes rests on.
  private func text(_ row: VerifyRow) -> String {
    let label: String
    var lines: [String] = []
    switch row.result {
    case .failure(let error):
      return style.failure("error".padded(to: 7)) + row.path.text.printable + "  (\(error.code))\n"
    case .success(let verification):
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
  /// What a yes rests on.
  fileprivate var grounds: String {
    guard let declaration else { return "" }
    return "By its \(declaration.origin.chunkNames)\(difference.map(\.precision) ?? "")."
  }
}
