import Gamut
package import GamutKit
import LittleCMS
import PNGCodec

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
    let folders = folders.sorted { $0.key < $1.key }.map { folder, policy in
      JSONNode.Member(name: folder.text, value: .string(hex16(policy.checksum)))
    }
    var all = object(
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
    if !folders.isEmpty { all = .object((all.members ?? []) + [.init(name: "folders", value: .object(folders))]) }
    return all
  }

  /// A checksum of the policy as JSON.
  private var checksum: UInt64 {
    var writer = JSONWriter()
    writer.value(node)
    return ContentChecksum.crc64(writer.bytes)
  }

  /// The word for the severity of a rule: `default` if it depends on the file.
  private func severityWord(of rule: AuditRule) -> String {
    if severities[rule] == nil, rule.traits.contains(.variesByFile) { return PolicyReader.severityOfRule }
    return severity(of: rule)?.rawValue ?? "off"
  }

  /// The policy as a complete file, including defaults.
  package var yaml: String { yaml { _ in "" } }

  /// Returns the policy as a complete file.
  ///
  /// - Parameter note: returns what follows the value of a key.
  fileprivate func yaml(_ note: (String) -> String) -> String {
    let members = (node.members ?? []).filter { $0.name != "folders" }
    let sorted = members.filter { $0.name != "overrides" } + members.filter { $0.name == "overrides" }
    return (["version: 1"] + sorted.flatMap { Self.lines($0, note) }).joined(separator: "\n") + "\n"
  }

  /// Returns the lines of a key and its value.
  private static func lines(_ member: JSONNode.Member, _ note: (String) -> String = { _ in "" }) -> [String] {
    let name = member.name
    switch member.value {
    case .object where name == "destination":
      return ["destination: \(scalar(member.value["profile"]?.string ?? ""))\(note(name))"]
    case .object(let members):
      return ["\(name):"] + members.map { "  \($0.name): \($0.value.word)\(note("\(name).\($0.name)"))" }
    case .array([]): return ["\(name): []"]
    case .array(let items):
      return ["\(name):"]
        + items.enumerated().flatMap { index, item in
          lines(ofItem: item).enumerated().map { line, text in
            line == 0 ? "  - " + text + note("\(name).\(index)") : "    " + text
          }
        }
    default: return ["\(name): \(member.value.word)\(note(name))"]
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

extension PolicyFile {
  /// Returns the complete policy for a file, or for those of a folder, and where its values are.
  ///
  /// - Parameters:
  ///   - path: relative to the root.
  ///   - isFolder: whether it is a folder, whose files may have overrides.
  ///   - root: the root.
  ///   - shown: returns a path as the reader sees it.
  package func text(
    for path: Pathname, isFolder: Bool, root: Pathname, shown: (Pathname) -> Pathname
  ) -> String {
    var (values, origins) = (policy, origins)
    if !isFolder {
      for (index, override) in policy.overrides.enumerated() where override.matches(path) {
        for rule in override.severities.keys { origins["severity.\(rule)"] = origins["overrides.\(index)"] }
        if override.clipped != nil { origins["thresholds.clipped"] = origins["overrides.\(index)"] }
        if override.collapsed != nil { origins["thresholds.collapsed"] = origins["overrides.\(index)"] }
      }
      values = policy.policy(for: path)
    }
    func name(_ path: Pathname) -> String { shown((try? path.resolved)?.below(root) ?? path).text.printable }
    func note(_ key: String) -> String {
      // These are printed in another order.
      if key.hasPrefix("palettes") || key.hasPrefix("platforms") { return "" }
      return origins[key].map { "  # \(name($0.path)):\($0.line)" } ?? ""
    }
    var header =
      "The policy for \(shown(path).text.printable): "
      + (self.path.map(name) ?? "no file, so that each rule has its own severity")
      + (extended.isEmpty ? "" : ", which extends " + extended.map(name).joined(separator: ", which extends "))
      + ". Values with no file and line are defaults. Patterns are relative to \(root.text.printable)."
    if let index = policy.excludes.firstIndex(where: { $0.matches(path) }) {
      header += " 'exclude' leaves it out: \(policy.excludes[index].text.printable)."
    } else if !isFolder, let index = policy.expectation(for: path) {
      header += " Of 'expect', \(policy.expectations[index].files.text.printable) applies."
    }
    return header.wrapped(width: 100, indent: "# ") + "\n" + values.yaml(note)
  }
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
