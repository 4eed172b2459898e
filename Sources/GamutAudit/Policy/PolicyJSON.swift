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
            JSONNode.Member(name: rule.rawValue, value: .string(severity(of: rule)?.rawValue ?? "off"))
          })
      ), ("overrides", .array(overrides.map(\.node))), ("palettes", .array(palettes.map { .string($0.text) })),
      (
        "contrast",
        .array(
          contrast.map {
            object(("text", .string($0.text.text)), ("on", .string($0.background.text)), ("ratio", JSONNode($0.ratio)))
          })
      ), ("vision", .object(eyes.members)))
  }
}

extension Eyes {
  /// The model, its severity, and the limits.
  var members: [JSONNode.Member] {
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
    let severities = listedSeverities.map { JSONNode.Member(name: $0, value: .string($1)) }
    if !severities.isEmpty { members.append(JSONNode.Member(name: "severity", value: .object(severities))) }
    return .object(members)
  }

  /// The rules whose severities differ, in their order, with the words of a policy.
  var listedSeverities: [(rule: String, severity: String)] {
    AuditRule.allCases.compactMap { rule in
      severities[rule].map { (rule: rule.rawValue, severity: $0?.rawValue ?? "off") }
    }
  }
}

extension JSONNode {
  /// Creates the node that a reader would return: a whole number is an integer.
  init(_ value: Double) { self = Int(exactly: value).map { .integer($0) } ?? .real(value) }
}
