import Gamut
import GamutKit
import LittleCMS

/// A key of a policy: how it is read, printed and explained. A new key is one of these, and an entry in the schema.
struct PolicyKey: Sendable {
  typealias Reading =
    @Sendable (_ value: YAMLNode, _ policy: inout AuditPolicy, _ reader: inout PolicyReader) throws(PolicyError) -> Void

  let name: String
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

  static let all: [PolicyKey] = [
    version, extends, baseline, destination, depth, jnd, exclude, expect, thresholds, severity, platforms,
    palettes, contrast, vision, renditions,
  ]
}

extension AuditPolicy {
  /// A first policy, which changes nothing, with comments that explain each key. Prose begins with `# `; a line to activate
  /// by removing the mark begins with `#` without a space.
  package static var draft: String {
    """
    # The policy of 'gamut audit' for this folder and all folders below it. Remove the '#' of a line to use it.
    # 'gamut audit --print-policy' prints the policy in force, with all defaults.

    """
      + PolicyKey.all.map { "\n# \($0.explanation)\n\($0.example)\n" }.joined()
  }
}

extension PolicyKey {
  static let version = PolicyKey("version", "The version of this format.", "version: 1") {
    value, _, _ throws(PolicyError) in
    let version = try value.integer("version")
    guard version == 1 else { throw PolicyError(value.place, "Version \(version) of policies is not known; 1 is.") }
  }

  /// The reader reads what a policy extends before its other keys.
  static let extends = PolicyKey(
    "extends", "The policy that this one adds to; without this key, nothing of those above applies.",
    "#extends: ../.gamut.yml"
  ) { _, _, _ in }

  static let baseline = PolicyKey(
    "baseline", "Findings to hide: a file that 'gamut audit --write-baseline FILE' writes.",
    "#baseline: gamut-baseline.json"
  ) { value, _, reader throws(PolicyError) in
    reader.baseline = reader.folder.joined(Pathname(try value.text("baseline")))
  }
}

extension PolicyKey {
  static let destination = PolicyKey(
    "destination", "Where the images are shown: srgb, display-p3, or the path of an ICC profile.", "destination: srgb"
  ) { value, policy, reader throws(PolicyError) in
    (policy.destination, policy.destinationName) = try reader.space(value, "destination")
  } node: { policy in
    .members(["profile": .string(policy.destinationName), "id": policy.destination.profileID])
  }

  static let depth = PolicyKey("depth", "The bits per channel of that display: 8 or 16.", "depth: 8") {
    value, policy, _ throws(PolicyError) in
    let bits = try value.integer("depth")
    guard let depth = Depth(rawValue: bits) else {
      throw PolicyError(value.place, "The destination's depth is 8 or 16, not \(bits).")
    }
    policy.depth = depth
  } node: { policy in
    .integer(policy.depth.rawValue)
  }

  static let jnd = PolicyKey(
    "jnd", "The smallest difference that can be seen (DIN99o). A larger number reports less.",
    "jnd: \(JSONWriter.text(of: Rendition.defaultJND))"
  ) { value, policy, _ throws(PolicyError) in
    let word = try value.text("jnd")
    guard let jnd = Double(word), jnd.isFinite, jnd > 0 else {
      throw PolicyError(value.place, "'jnd' is a finite number above 0, not '\(word)'.")
    }
    policy.jnd = JSONWriter.rounded(jnd)
  } node: { policy in
    JSONNode(policy.jnd)
  }

  static let exclude = PolicyKey(
    "exclude", "Files and folders that are not audited: patterns as in .gitignore, but without '!'.",
    "#exclude: [Generated, \"*.9.png\"]"
  ) { value, policy, reader throws(PolicyError) in
    for item in try value.items("exclude") { policy.excludes.append(try reader.pattern(item, "exclude")) }
  } node: { policy in
    .texts(policy.excludes.map(\.text))
  }

  static let expect = PolicyKey(
    "expect", "What files have to be; the last entry that matches a file applies. 'profile' is a space, any or none.",
    """
    #expect:
    #  - {files: "**", profile: any, depth: 8}
    #  - {files: "*.colorset", appearances: [dark, light, tinted, high-contrast]}
    """
  ) { value, policy, reader throws(PolicyError) in
    for item in try value.items("expect") { policy.expectations.append(try reader.expectation(item)) }
  } node: { policy in
    .array(
      policy.expectations.map { expectation in
        var id: JSONNode?
        if case .space(let choice, _) = expectation.profile { id = choice.profileID }
        let appearances = expectation.appearances.map(\.rawValue)
        return .members([
          "files": .string(expectation.files.text), "profile": (expectation.profile?.name).map { .string($0) },
          "id": id,
          "depth": expectation.depth.map { .integer($0) },
          "appearances": appearances.isEmpty ? nil : .texts(appearances),
        ])
      })
  }

  static let thresholds = PolicyKey(
    "thresholds", "The share of an image's pixels that may become duller, and that may be lost: 0 to 1.",
    "thresholds:\n  clipped: 0\n  collapsed: 0"
  ) { value, policy, _ throws(PolicyError) in
    let values = try value.values("thresholds", ["clipped", "collapsed"])
    if let share = try values["clipped"]?.number("clipped", in: 0...1) { policy.thresholds.clipped = share }
    if let share = try values["collapsed"]?.number("collapsed", in: 0...1) { policy.thresholds.collapsed = share }
  } node: { policy in
    .members([
      "clipped": JSONNode(policy.thresholds.clipped), "collapsed": JSONNode(policy.thresholds.collapsed),
    ])
  }

  /// The word for the severity that a rule has by itself, which may depend on the file.
  private static let severityOfRule = "default"

  static let severity = PolicyKey(
    "severity", "error, warning, note or off, for each rule; 'gamut audit --list-rules' lists the rules.",
    "#severity:\n#  untagged: error\n#  p3-unneeded: off"
  ) { value, policy, _ throws(PolicyError) in
    for entry in try value.entries("severity") {
      guard let rule = AuditRule.named(entry.key) else { throw PolicyError(entry.place, AuditRule.unknown(entry.key)) }
      switch try entry.value.text(entry.key) {
      case severityOfRule: policy.severities[rule] = nil
      case "off": policy.severities.updateValue(nil, forKey: rule)
      case let word:
        guard let severity = Severity(rawValue: word) else {
          throw PolicyError(entry.value.place, "A severity is error, warning, note, off or default, not '\(word)'.")
        }
        policy.severities[rule] = .some(severity)
      }
    }
  } node: { policy in
    .object(
      AuditRule.allCases.map { rule in
        // The severity of a rule by itself may depend on the file.
        let variesByFile = policy.severities[rule] == nil && rule.traits.contains(.variesByFile)
        let word = variesByFile ? severityOfRule : policy.severity(of: rule)?.rawValue ?? "off"
        return JSONNode.Member(name: Pathname(rule.rawValue), value: .string(word))
      })
  }

  static let renditions = PolicyKey(
    "renditions", "Other eyes, and the light (shade or sun), in which images are judged.",
    "#renditions: [protanopia, deuteranopia, tritanopia, achromatopsia, sun]"
  ) { value, policy, _ throws(PolicyError) in
    for item in try value.items("renditions") {
      let name = try item.text("renditions")
      guard let viewing = Viewing(name) else {
        let eyes = Words.list(Viewing.Eye.allCases.map(\.rawValue))
        throw PolicyError(
          item.place,
          "A rendition is an eye (\(eyes)), a light (shade, sun, or k=0.3), or both, as in sun+deuteranopia, not "
            + "'\(name)'.")
      }
      if !policy.renditions.contains(viewing) { policy.renditions.append(viewing) }
    }
  } node: { policy in
    .texts(policy.renditions.map(\.name))
  }
}

extension PolicyKey {
  static let platforms = PolicyKey(
    "platforms", "With apple, all palettes are compared with the system's colours.", "#platforms: [apple]"
  ) { value, policy, _ throws(PolicyError) in
    for item in try value.items("platforms") { policy.platforms.insert(try item.word("platforms", "A platform")) }
  } node: { policy in
    .texts(policy.platforms.map(\.rawValue).sorted())
  }

  static let palettes = PolicyKey(
    "palettes", "Files to check as palettes: design tokens, style sheets and SVG.", "#palettes: [\"*.tokens\"]"
  ) { value, policy, reader throws(PolicyError) in
    for item in try value.items("palettes") {
      if case .sequence = item {
        policy.joinedPalettes.append(try reader.patterns(item, "palettes"))
      } else {
        policy.palettes.append(try reader.pattern(item, "palettes"))
      }
    }
  } node: { policy in
    .array(policy.palettes.map { .string($0.text) } + policy.joinedPalettes.map { .texts($0.map(\.text)) })
  }

  static let contrast = PolicyKey(
    "contrast", "Colours that are read on others, and the least contrast ratio; without this key, names decide.",
    "#contrast:\n#  - {text: \"*label*\", on: \"*background*\", ratio: 4.5}"
  ) { value, policy, _ throws(PolicyError) in
    for item in try value.items("contrast") {
      let values = try item.values("contrast", ["text", "on", "ratio"])
      guard let text = values["text"], let background = values["on"] else {
        let (key, words) = values["text"] == nil ? ("text", "texts") : ("on", "backgrounds")
        throw PolicyError(item.place, "'\(key)' is missing: the names of the \(words).")
      }
      policy.contrast.append(
        AuditPolicy.ContrastRequirement(
          text: try text.glob("text"), background: try background.glob("on"),
          ratio: try values["ratio"]?.number("ratio", in: 1...21) ?? 4.5))
    }
  } node: { policy in
    .array(
      policy.contrast.map {
        .members(["text": .string($0.text.text), "on": .string($0.background.text), "ratio": JSONNode($0.ratio)])
      })
  }

  private static let visionLimits: [(name: String, path: any WritableKeyPath<VisionLimits, Double> & Sendable)] = [
    ("distinct", \.distinct), ("confusable", \.confusable), ("doubtful", \.doubtful),
  ]

  static let vision = PolicyKey(
    "vision", "Differences of which colours are distinct, confused, and hard to tell apart by some people.",
    "#vision: {distinct: 10, confusable: 5, doubtful: 7.5}"
  ) { value, policy, _ throws(PolicyError) in
    let values = try value.values("vision", visionLimits.map(\.name))
    var limits = VisionLimits()
    for (key, path) in visionLimits {
      if let limit = try values[key]?.number(key, in: 0...200) { limits[keyPath: path] = limit }
    }
    guard limits.confusable <= limits.doubtful, limits.doubtful <= limits.distinct else {
      throw PolicyError(value.place, "'confusable' is at most 'doubtful', and 'doubtful' at most 'distinct'.")
    }
    policy.vision = limits
  } node: { policy in
    .object(visionLimits.map { .init(name: Pathname($0), value: JSONNode(policy.vision[keyPath: $1])) })
  }
}

extension SpaceChoice {
  /// The ID of a profile, which stands for its file: the same profile gives the same policy at any path.
  fileprivate var profileID: JSONNode? {
    if case .profile(let profile) = self { .string(profile.computedID.description) } else { nil }
  }
}

extension JSONNode {
  /// Creates the node that a reader would return: a whole number is an integer.
  fileprivate init(_ value: Double) { self = Int(exactly: value).map { .integer($0) } ?? .real(value) }

  fileprivate static func members(_ members: KeyValuePairs<Pathname, JSONNode?>) -> JSONNode {
    .object(members.compactMap { name, value in value.map { Member(name: name, value: $0) } })
  }

  fileprivate static func texts(_ texts: [String]) -> JSONNode { .array(texts.map { .string($0) }) }
}
