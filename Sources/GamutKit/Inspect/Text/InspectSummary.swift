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
