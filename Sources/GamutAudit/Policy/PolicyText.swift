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
          "text: \(Self.scalar($0.text.text))", "on: \(Self.scalar($0.background.text))",
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
  /// marks, and is no word that means something else than its text.
  static func scalar(_ text: String) -> String {
    let isPlain =
      text.unicodeScalars.first?.properties.isAlphabetic == true && !reservedWords.contains(text.lowercased())
      && text.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_./".unicodeScalars.contains($0))
      }
    if isPlain { return text }
    // A JSON string is a YAML string, but for a pair of surrogates: YAML has another escape for what needs one. Two number
    // signs begin a command of a build server in its log.
    var last: Unicode.Scalar?
    return "\""
      + text.unicodeScalars.reduce(into: "") { scalar, next in
        defer { last = next }
        guard next != "#" || last != "#", next.value < 0x10000 || String(next).isPrintable else {
          let digits = String(next.value, radix: 16)
          return scalar += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
        }
        var writer = JSONWriter()
        writer.string(String(next))
        scalar += String(decoding: writer.bytes.dropFirst().dropLast(), as: UTF8.self)
      } + "\""
  }

  /// Words that YAML 1.1 or 1.2 reads as null, as a truth value or as a number.
  private static let reservedWords: Set = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"]
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
