import GamutKit

/// A key of a policy: how it is read, printed and explained. A new key is one of these, and an entry in the schema.
struct PolicyKey: Sendable {
  typealias Reading =
    @Sendable (_ value: YAMLNode, _ policy: inout AuditPolicy, _ reader: inout PolicyReader) throws(PolicyError) -> Void

  let name: String
  /// What a first policy says about the key.
  let explanation: String
  /// The lines of a first policy with the key: the defaults or, behind `#`, a suggestion.
  let example: String
  let read: Reading
  /// The value in a recorded and in a printed policy; nil for a key that determines no finding.
  let node: @Sendable (AuditPolicy) -> JSONNode?

  init(
    _ name: String, _ explanation: String, _ example: String, read: @escaping Reading,
    node: @escaping @Sendable (AuditPolicy) -> JSONNode? = { _ in nil }
  ) {
    self.name = name
    self.explanation = explanation
    self.example = example
    self.read = read
    self.node = node
  }

  /// All keys, in the order of a recorded policy.
  static let all: [PolicyKey] = [
    version, extends, baseline, destination, depth, jnd, exclude, expect, thresholds, severity, overrides, platforms,
    palettes, contrast, vision, renditions,
  ]
}

extension AuditPolicy {
  /// A first policy, which changes nothing, with comments that explain each key. Prose begins with `# `; a line to activate
  /// by removing the mark begins with `#` without a space.
  package static var draft: String {
    let introduction = [
      "The policy of 'gamut audit' for this folder and all folders below it.",
      "A line that begins with '#' and no space is a suggestion: remove the '#' to use it. 'gamut audit --print-policy' "
        + "prints the policy in force, with all defaults.",
    ].map { $0.wrapped(width: 100, indent: "# ") }
    let keys = PolicyKey.all.map { $0.explanation.wrapped(width: 100, indent: "# ") + "\n" + $0.example }
    return ([introduction.joined(separator: "\n#\n")] + keys).joined(separator: "\n\n") + "\n"
  }
}

/// The keys of a policy as a whole.
extension PolicyKey {
  static let version = PolicyKey("version", "The version of this format.", "version: 1") {
    value, _, _ throws(PolicyError) in
    let version = try value.integer("version")
    guard version == 1 else { throw PolicyError(value.place, "Version \(version) of policies is not known; 1 is.") }
  }

  /// The reader reads what a policy extends before its other keys.
  static let extends = PolicyKey(
    "extends",
    "The policy that this one adds to. Without this key, a policy takes the place of those in the folders above it.",
    "#extends: ../.gamut.yml"
  ) { _, _, _ in }

  static let baseline = PolicyKey(
    "baseline", "Findings to hide until they are fixed: a file that 'gamut audit --write-baseline FILE' writes.",
    "#baseline: gamut-baseline.json"
  ) { value, _, reader throws(PolicyError) in
    reader.baseline = reader.folder.joined(Pathname(try value.text("baseline")))
  }
}
