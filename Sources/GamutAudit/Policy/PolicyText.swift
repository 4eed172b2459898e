import GamutKit

extension AuditPolicy {
  /// The policy as a complete file, including defaults.
  package var yaml: String {
    var lines = ["version: 1", "destination: \(Self.scalar(destinationName))", "depth: \(depth.rawValue)"]
    lines.append("jnd: \(JSONWriter.text(of: jnd))")
    lines += Self.list("exclude", excludes.map { [Self.scalar($0.text)] })
    lines += Self.list(
      "expect",
      expectations.map { expectation in
        ["files: \(Self.scalar(expectation.files.text))"]
          + (expectation.profile.map { ["profile: \(Self.scalar($0.name))"] } ?? [])
          + (expectation.depth.map { ["depth: \($0)"] } ?? [])
          + (expectation.appearances.isEmpty
            ? [] : ["appearances: [\(expectation.appearances.map(\.rawValue).joined(separator: ", "))]"])
      })
    lines += [
      "thresholds:", "  clipped: \(JSONWriter.text(of: thresholds.clipped))",
      "  collapsed: \(JSONWriter.text(of: thresholds.collapsed))", "severity:",
    ]
    lines += AuditRule.allCases.map { "  \($0.rawValue): \(severity(of: $0)?.rawValue ?? "off")" }
    lines += Self.list("palettes", palettes.map { [Self.scalar($0.text)] })
    lines += Self.list(
      "contrast",
      contrast.map {
        [
          "text: \(Self.scalar($0.text.text))", "on: \(Self.scalar($0.on.text))",
          "ratio: \(JSONWriter.text(of: $0.ratio))",
        ]
      })
    lines.append("vision:")
    lines += eyes.members.map { "  \($0.name): \($0.value.text)" }
    lines += Self.list("overrides", overrides.map(\.lines))
    return lines.joined(separator: "\n") + "\n"
  }

  private static func list(_ name: String, _ items: [[String]]) -> [String] {
    if items.isEmpty { return ["\(name): []"] }
    return ["\(name):"] + items.flatMap { item in item.enumerated().map { ($0 == 0 ? "  - " : "    ") + $1 } }
  }

  /// Returns a text as a scalar: in double quotes, with escapes, unless it consists only of letters, digits and a few
  /// marks.
  static func scalar(_ text: String) -> String {
    let isPlain =
      text.first?.isLetter == true
      && text.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_./".unicodeScalars.contains($0))
      }
    if isPlain { return text }
    // Every JSON string is a valid YAML string.
    var writer = JSONWriter()
    writer.string(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension JSONNode {
  /// A word or a number as text.
  fileprivate var text: String { string ?? number.map { JSONWriter.text(of: $0) } ?? "" }
}

extension AuditPolicy.Override {
  /// The lines of the item in a list.
  fileprivate var lines: [String] {
    let thresholds = [("clipped", clipped), ("collapsed", collapsed)].compactMap { name, value in
      value.map { "\(name): \(JSONWriter.text(of: $0))" }
    }
    let severities = listedSeverities.map { "\($0): \($1)" }
    return ["files: [\(files.map { AuditPolicy.scalar($0.text) }.joined(separator: ", "))]"]
      + (thresholds.isEmpty ? [] : ["thresholds: {\(thresholds.joined(separator: ", "))}"])
      + (severities.isEmpty ? [] : ["severity:"] + severities.map { "  " + $0 })
  }
}
