extension RowFormat {
  /// Returns a formatter for the rows of `gamut inspect`.
  ///
  /// - Parameters:
  ///   - style: the style of text.
  ///   - isList: whether the run has more than one input, which text shows as a list.
  public func inspectFormatter(
    _ style: TextStyle, isList: Bool
  ) -> any RowFormatter<InspectRow, Void> {
    formatter(
      text: InspectTextFormatter(style: style, isList: isList),
      json: RowsInJSON(
        schema: "gamut.inspect-set/1", member: "declarations", results: InspectRow.declarations,
        result: { $0.declaration },
        json: { $0.json() }))
  }
}

/// Inspections as text: one file in full, or one line for each of several files and a summary.
private struct InspectTextFormatter: RowFormatter {
  let style: TextStyle
  let isList: Bool
  var summary = InspectSummary()
  var isFirst = true

  private static let labelWidth = 22

  mutating func add(_ row: InspectRow) -> [UInt8] {
    defer { isFirst = false }
    summary.add(row)
    return Array(text(for: row).utf8)
  }

  func end(_: Void) -> [UInt8] {
    isList && !isFirst && style.detail != .quiet ? Array(("\n" + summary.text(style: style)).utf8) : []
  }

  private func text(for row: InspectRow) -> String {
    if case .success(let inspection) = row.result, style.detail != .quiet, style.detail == .verbose || !isList {
      let details = InspectDetails(path: row.path, inspection: inspection, style: style).text
      return isFirst ? details : "\n" + details
    }
    if style.detail == .quiet, case .success(let inspection) = row.result, !inspection.hasFaults { return "" }
    // The complete message of a single file that fails is on standard error.
    if case .failure = row.result, !isList { return "" }
    switch row.result {
    case .failure(let error):
      return style.failure("error".padded(to: Self.labelWidth)) + row.path.text.printable + "  (\(error.code))\n"
    case .success(let inspection):
      let details = inspection.details
      return style.paint(inspection.label.padded(to: Self.labelWidth), inspection.worst) + row.path.text.printable
        + (details.isEmpty ? "" : "  (\(details.joined(separator: ", ")))") + "\n"
    }
  }
}

extension Inspection {
  fileprivate var hasFaults: Bool { worst.map { $0 > .note } ?? false }
}

extension InspectRow {
  /// The kinds of declarations that a summary counts: their origins, none, and profiles in files of their own.
  fileprivate static let declarations =
    SourceOrigin.allCases.filter { ![.assumed, .override].contains($0) }.map(\.rawValue) + ["none", "icc"]

  fileprivate var declaration: String? {
    switch result {
    case .success(.png(let png)): png.inForce?.origin.rawValue ?? "none"
    case .success(.profile): "icc"
    case .failure: nil
    }
  }
}

/// A summary of several files: the number of files of each space, and of files with faults.
private struct InspectSummary {
  private var counts: [String: Int] = [:]
  private var files = 0
  private var failures = 0
  private var withErrors = 0
  private var withWarnings = 0

  mutating func add(_ row: InspectRow) {
    files += 1
    guard case .success(let inspection) = row.result else {
      failures += 1
      return
    }
    counts[inspection.label, default: 0] += 1
    switch inspection.worst {
    case .error: withErrors += 1
    case .warning: withWarnings += 1
    case .note, nil: break
    }
  }

  func text(style: TextStyle) -> String {
    var parts = counts.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.map { "\(Words.count($0.value)) \($0.key)" }
    if failures > 0 { parts.append(style.failure("\(Words.count(failures)) could not be processed")) }
    var text = style.heading(Words.count(files, "file")) + ": " + parts.joined(separator: ", ") + "\n"
    if withErrors + withWarnings > 0 {
      text +=
        "\(Words.count(withErrors)) with errors, \(Words.count(withWarnings)) with warnings only; --quiet "
        + "lists these files.\n"
    }
    return text
  }
}
