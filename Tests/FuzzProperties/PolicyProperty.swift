import GamutAudit
import GamutBasics
import TestSupport

extension Property {
  /// Policies are read or refused with a place in the text, and one that is printed is the same policy.
  static let policy = Property("policy", atMost: 2048, seeds: { seedPolicies }, words: { policyWords }) {
    (bytes) throws(Violation) in
    let policy: AuditPolicy
    do throws(PolicyError) {
      policy = try PolicyFile.policy(bytes, in: folder)
    } catch {
      let lines = bytes.count { $0 == 0x0a || $0 == 0x0d || $0 == 0x85 || $0 == 0xa8 || $0 == 0xa9 } + 2
      try require(!error.message.isEmpty, "an error without words")
      return try require((1...lines).contains(error.line ?? 1), "an error in line \(error.line ?? 0)")
    }
    let text = policy.yaml
    let again = try succeed("the printed policy is refused:\n\(text)") { () throws(PolicyError) in
      try PolicyFile.policy(Array(text.utf8), in: folder)
    }
    try require(again.yaml == text, "the printed policy is another one:\n\(text)\n\(again.yaml)")
    try require(
      again.expectations == policy.expectations && again.excludes == policy.excludes && again.jnd == policy.jnd
        && again.depth == policy.depth && again.palettes == policy.palettes
        && again.contrast == policy.contrast && again.vision == policy.vision && again.thresholds == policy.thresholds,
      "the printed policy is another one:\n\(text)")
    for rule in AuditRule.allCases {
      try require(again.severity(of: rule) == policy.severity(of: rule), "another severity of \(rule.rawValue)")
    }
  }

  /// No profile is there.
  private static let folder = Pathname("/nonexistent")

  private static let seedPolicies: [[UInt8]] =
    [
      """
      version: 1
      destination: srgb
      depth: 8
      jnd: 0.02
      exclude: ["*.tmp.png", build/**]
      expect:
        - files: "*.colorset"
          appearances: [dark, light]
        - {files: a/b.png, profile: display-p3, depth: 16}
        - {files: c.png, profile: none}
      severity: {clips: off, collapses: error}
      thresholds: {clipped: 0.1, collapsed: 0}
      palettes: ["*.css"]
      contrast:
        - {text: text.*, on: background, ratio: 4.5}
      vision: {distinct: 12, confusable: 4, doubtful: 7.5}
      """, "", "# nothing\n", "---\nversion: 1\n...\n", "jnd: 1e-9\n", "exclude:\n- '[a-z]*.png'\n- \"\\u00e9\"\n",
      "destination: |\n  rec-2020\n", "a: &b 1\nc: *b\n", "{version: 1, version: 1}", "version: !!int 1",
    ].bytes

  private static let policyWords: [[UInt8]] =
    [
      "version: 1\n", "destination: ", "depth: ", "jnd: ", "exclude:\n", "expect:\n", "severity:\n", "thresholds:\n",
      "palettes:\n", "contrast:\n", "vision:\n", "files: ", "profile: ", "appearances: ", "dark",
      "light",
      "text: ", "on: ", "ratio: ", "distinct: ", "confusable: ", "doubtful: ",
      "clipped: ", "collapsed: ", "off", "note", "warning", "error", "any", "none", "srgb", "rec-2020", "- ", "  ",
      "**/",
      "&a ", "*a", "!!str ", "|\n", ">\n", "'", "\"", "\\u0085", "---\n", "...\n", "? ", ": ", "0x10", "1e-320", "nan",
    ].bytes + AuditRule.allCases.map { Array("\($0.rawValue): ".utf8) }
}
