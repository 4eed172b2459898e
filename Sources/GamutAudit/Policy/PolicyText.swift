import Gamut
import GamutKit
import LittleCMS

extension AuditPolicy {
  /// Everything that determines the findings of a run. A profile is represented by its ID instead of its file, so that
  /// the same profile gives the same policy at any path.
  var node: JSONNode {
    func object(_ members: (String, JSONNode)...) -> JSONNode {
      .object(members.map { JSONNode.Member(name: $0.0, value: $0.1) })
    }
    func profile(_ choice: SpaceChoice, _ name: String) -> [JSONNode.Member] {
      var members = [JSONNode.Member(name: "profile", value: .string(name))]
      if case .profile(let profile) = choice {
        members.append(JSONNode.Member(name: "id", value: .string(profile.computedID.description)))
      }
      return members
    }
    return object(
      ("destination", .object(profile(destination, destinationName))), ("depth", .integer(depth.rawValue)),
      ("jnd", JSONNode(jnd)), ("exclude", .array(excludes.map { .string($0.text) })),
      (
        "expect",
        .array(
          expectations.map { expectation in
            var members = [JSONNode.Member(name: "files", value: .string(expectation.files.text))]
            switch expectation.profile {
            case .space(let choice, let name): members += profile(choice, name)
            case let other?: members.append(JSONNode.Member(name: "profile", value: .string(other.name)))
            case nil: break
            }
            if let depth = expectation.depth { members.append(JSONNode.Member(name: "depth", value: .integer(depth))) }
            if !expectation.appearances.isEmpty {
              let names = expectation.appearances.map { JSONNode.string($0.rawValue) }
              members.append(JSONNode.Member(name: "appearances", value: .array(names)))
            }
            return .object(members)
          })
      ),
      (
        "thresholds",
        object(("clipped", JSONNode(thresholds.clipped)), ("collapsed", JSONNode(thresholds.collapsed)))
      ),
      (
        "severity",
        .object(
          AuditRule.allCases.map { rule in
            JSONNode.Member(name: rule.rawValue, value: .string(severityWord(of: rule)))
          })
      ), ("overrides", .array(overrides.map(\.node))),
      ("platforms", .array(platforms.map(\.rawValue).sorted().map { .string($0) })),
      (
        "palettes",
        .array(
          palettes.map { .string($0.text) } + joinedPalettes.map { .array($0.map { .string($0.text) }) })
      ),
      (
        "contrast",
        .array(
          contrast.map {
            object(("text", .string($0.text.text)), ("on", .string($0.background.text)), ("ratio", JSONNode($0.ratio)))
          })
      ), ("vision", .object(eyes.members)),
      ("renditions", .array(renditions.map { .string($0.name) })))
  }

  /// The word for the severity of a rule: `default` if it depends on the file.
  private func severityWord(of rule: AuditRule) -> String {
    if severities[rule] == nil, rule.traits.contains(.variesByFile) { return PolicyReader.severityOfRule }
    return severity(of: rule)?.rawValue ?? "off"
  }

  /// The policy as a complete file, including defaults.
  package var yaml: String {
    let members = node.members ?? []
    let sorted = members.filter { $0.name != "overrides" } + members.filter { $0.name == "overrides" }
    return (["version: 1"] + sorted.flatMap(Self.lines)).joined(separator: "\n") + "\n"
  }

  /// Returns the lines of a key and its value.
  private static func lines(_ member: JSONNode.Member) -> [String] {
    switch member.value {
    case .object where member.name == "destination":
      ["destination: \(scalar(member.value["profile"]?.string ?? ""))"]
    case .object(let members): ["\(member.name):"] + members.map { "  \($0.name): \($0.value.word)" }
    case .array([]): ["\(member.name): []"]
    case .array(let items):
      ["\(member.name):"]
        + items.flatMap { item in lines(ofItem: item).enumerated().map { ($0 == 0 ? "  - " : "    ") + $1 } }
    default: ["\(member.name): \(member.value.word)"]
    }
  }

  private static func lines(ofItem item: JSONNode) -> [String] {
    guard let members = item.members else { return [scalar(item.word)] }
    // The ID of a profile follows from its file.
    return members.filter { $0.name != "id" }.flatMap { member in
      switch member.value {
      case .string(let text): ["\(member.name): \(scalar(text))"]
      case .array(let items): ["\(member.name): [\(items.map { scalar($0.word) }.joined(separator: ", "))]"]
      case .object(let members) where member.name == "thresholds":
        ["thresholds: {\(members.map { "\($0.name): \($0.value.word)" }.joined(separator: ", "))}"]
      default: lines(member)
      }
    }
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

extension Eyes {
  /// The model, its severity, and the limits.
  fileprivate var members: [JSONNode.Member] {
    [JSONNode.Member(name: "model", value: .string(model.rawValue))]
      + [
        ("severity", severity), ("distinct", thresholds.distinct), ("confusable", thresholds.confusable),
        ("doubtful", thresholds.doubtful),
      ].map { JSONNode.Member(name: $0.0, value: JSONNode($0.1)) }
  }
}

extension AuditPolicy.Override {
  /// The JSON of the override, with only the values that differ.
  fileprivate var node: JSONNode {
    var members = [JSONNode.Member(name: "files", value: .array(files.map { .string($0.text) }))]
    let thresholds = [("clipped", clipped), ("collapsed", collapsed)].compactMap { name, value in
      value.map { JSONNode.Member(name: name, value: JSONNode($0)) }
    }
    if !thresholds.isEmpty { members.append(JSONNode.Member(name: "thresholds", value: .object(thresholds))) }
    let severities = AuditRule.allCases.compactMap { rule in
      self.severities[rule].map { JSONNode.Member(name: rule.rawValue, value: .string($0?.rawValue ?? "off")) }
    }
    if !severities.isEmpty { members.append(JSONNode.Member(name: "severity", value: .object(severities))) }
    return .object(members)
  }
}

extension JSONNode {
  /// Creates the node that a reader would return: a whole number is an integer.
  init(_ value: Double) { self = Int(exactly: value).map { .integer($0) } ?? .real(value) }

  /// A word or a number as text.
  fileprivate var word: String { string ?? number.map { JSONWriter.text(of: $0) } ?? "" }
}
