import Gamut

/// A one-line description of a file, for lists.
struct InspectLine {
  let row: InspectRow
  let style: TextStyle

  private static let labelWidth = 22

  var text: String {
    switch row.result {
    case .failure(let error):
      return style.failure("error".padded(to: Self.labelWidth)) + row.path.text.printable + "  (\(error.code))"
    case .success(let inspection):
      let details = inspection.details
      return style.paint(inspection.label.padded(to: Self.labelWidth), inspection.worst) + row.path.text.printable
        + (details.isEmpty ? "" : "  (\(details.joined(separator: ", ")))")
    }
  }
}

extension Inspection {
  /// The meaning of the file in one or two words.
  var label: String {
    switch self {
    case .png(let png): png.inForce.map(\.label) ?? "undeclared"
    case .profile(let profile): profile.identification?.label ?? "unusable"
    }
  }

  /// The worst severity of the findings.
  var worst: Severity? {
    Severity.allCases.first { severity in findings.contains { $0.severity == severity } }
  }

  /// The further details of the line.
  fileprivate var details: [String] {
    var details: [String] = []
    switch self {
    case .png(let png):
      if let inForce = png.inForce {
        details.append(inForce.origin.rawValue)
        if let identification = inForce.identification { details += identification.details }
      }
    case .profile(let profile):
      details.append("profile")
      if let identification = profile.identification { details += identification.details }
    }
    for severity in [Severity.error, .warning] {
      let count = findings.count { $0.severity == severity }
      if count > 0 { details.append(Words.count(count, severity.rawValue)) }
    }
    return details
  }
}

extension InspectedDeclaration {
  var label: String { identification?.label ?? "unusable" }
}

extension SpaceIdentification {
  var label: String { space?.name ?? "other" }

  fileprivate var details: [String] {
    switch level {
    case .sixteenBit: []
    case .eightBit: ["to 8 bits"]
    case .nameOnly, .none: nearest.map { ["\($0.meanSize) from \($0.reference.name) on average"] } ?? []
    }
  }
}

extension TextStyle {
  /// Returns text in the colour of a severity.
  func paint(_ text: String, _ severity: Severity?) -> String {
    switch severity {
    case .error: failure(text)
    case .warning: verdict(text, .clips)
    case .note, nil: verdict(text, .fits)
    }
  }
}

/// A summary of several files: the number of files of each space, and of files with faults.
struct InspectSummary {
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
