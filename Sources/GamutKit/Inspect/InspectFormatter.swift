import Gamut

/// The rows of `gamut inspect`; text shows more than one input as a list.
public struct InspectDocument: RunDocument {
  public static let formats = runFormats
  public static let command = "inspect"
  public var style: TextStyle
  private let isList: Bool

  /// Creates the document of one input, or of a list.
  public init(_ style: TextStyle, isList: Bool) { (self.style, self.isList) = (style, isList) }

  public var text: any RowFormatter<InspectRow, Void> { InspectTextFormatter(style: style, isList: isList) }
  package var json: RowsInJSON<InspectRow> {
    RowsInJSON(
      member: "declarations", results: InspectRow.declarations, result: { $0.declaration }, json: { $0.json() })
  }
}

extension InspectRow {
  /// The kinds of declarations that a summary counts: their origins, none, and profiles in files of their own.
  fileprivate static let declarations =
    SourceOrigin.declarations.map(\.rawValue) + ["none", "icc"]

  fileprivate var declaration: String? {
    switch result {
    case .success(.png(let png)): png.inForce?.origin.rawValue ?? "none"
    case .success(.profile): "icc"
    case .failure: nil
    }
  }
}

/// Inspections as text: one file in full, or one line for each of several files and a summary: the number of files of each
/// space, and of files with faults.
private struct InspectTextFormatter: RowFormatter {
  let style: TextStyle
  let isList: Bool
  var files = 0, failures = 0, withErrors = 0, withWarnings = 0
  var labels: [String: Int] = [:]

  mutating func add(_ row: InspectRow) -> [UInt8] {
    files += 1
    switch row.result {
    case .success(let inspection):
      labels[inspection.label, default: 0] += 1
      if inspection.worst == .error { withErrors += 1 }
      if inspection.worst == .warning { withWarnings += 1 }
    case .failure: failures += 1
    }
    return Array(text(for: row).utf8)
  }

  private func text(for row: InspectRow) -> String {
    switch row.result {
    // The complete message of a single file that fails is on standard error.
    case .failure(let error): return isList ? style.failureLine(row.path, error.code, width: Self.labelWidth) : ""
    case .success(let inspection) where style.detail == .verbose || style.detail == .normal && !isList:
      let details = InspectDetails(path: row.path, inspection: inspection, style: style).text
      return files == 1 ? details : "\n" + details
    case .success(let inspection):
      if style.detail == .quiet, inspection.worst ?? .note == .note { return "" }
      let details = inspection.details
      return style.paint(inspection.label.padded(to: Self.labelWidth), inspection.worst) + row.path.text.printable
        + (details.isEmpty ? "" : "  (\(details.joined(separator: ", ")))") + "\n"
    }
  }

  private static let labelWidth = 22

  func end(_: Void) -> [UInt8] {
    guard isList, files > 0, style.detail != .quiet else { return [] }
    var parts = labels.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.map { "\(Words.count($0.value)) \($0.key)" }
    if failures > 0 { parts.append(style.failure("\(Words.count(failures)) could not be processed")) }
    var text = "\n" + style.heading(Words.count(files, "file")) + ": " + parts.joined(separator: ", ") + "\n"
    if withErrors + withWarnings > 0 {
      text +=
        "\(Words.count(withErrors)) with errors, \(Words.count(withWarnings)) with warnings only; --quiet "
        + "lists these files.\n"
    }
    return Array(text.utf8)
  }
}

extension Inspection {
  var label: String {
    let identification: SpaceIdentification?
    switch self {
    case .png(let png):
      guard let inForce = png.inForce else { return "undeclared" }
      identification = inForce.identification
    case .profile(let profile): identification = profile.identification
    }
    return identification.map { $0.space?.name ?? "other" } ?? "unusable"
  }

  var worst: Severity? { findings.map(\.severity).max() }

  fileprivate var details: [String] {
    var details: [String] = []
    switch self {
    case .png(let png): details += png.inForce.map { [$0.origin.rawValue] } ?? []
    case .profile: details.append("profile")
    }
    for severity in [Severity.error, .warning] {
      let count = findings.count { $0.severity == severity }
      if count > 0 { details.append(Words.count(count, severity.rawValue)) }
    }
    return details
  }
}

extension String {
  /// Returns the text as a paragraph with a label at a margin, which has so many columns.
  func labelled(_ label: String, margin: Int, width: Int) -> String {
    let space = String(repeating: " ", count: margin)
    return wrapped(indent: String(repeating: " ", count: margin + width), first: space + label.padded(to: width))
  }
}

extension TextStyle {
  func paint(_ text: String, _ severity: Severity?) -> String {
    switch severity {
    case .error: failure(text)
    case .warning: warning(text)
    case .note, nil: success(text)
    }
  }

  func failureLine(_ path: Pathname, _ code: String, width: Int) -> String {
    failure("error".padded(to: width)) + path.text.printable + "  (\(code))\n"
  }
}
