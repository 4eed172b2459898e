import Gamut
import GamutKit
import LittleCMS

/// The keys about images.
extension PolicyKey {
  static let destination = PolicyKey(
    "destination",
    """
    Where the images are shown: srgb, display-p3, or the path of an ICC profile, relative to this file. The audit reports \
    what is lost there.
    """, "destination: srgb"
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
    "jnd",
    "The smallest difference between two colours that counts as visible (in DIN99o). A larger number reports less.",
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
    "exclude",
    """
    Files and folders that are not audited: patterns as in .gitignore, but without '!'. A name without a slash matches at \
    any depth; '*' stands for any part of a name, '**' for any folders.
    """, "#exclude: [Generated, \"*.9.png\"]"
  ) { value, policy, reader throws(PolicyError) in
    for item in try value.items("exclude") { policy.excludes.append(try reader.pattern(item, "exclude")) }
  } node: { policy in
    .texts(policy.excludes.map(\.text))
  }

  static let expect = PolicyKey(
    "expect",
    """
    What files have to declare. 'profile' is srgb, display-p3, any (it has to declare a space), none (it must not), or the \
    path of an ICC profile; 'depth' is the least number of bits per channel. Of all patterns that match a file, only the \
    last one counts. 'appearances' are slots that colour and image sets must have: dark, light, tinted, high-contrast.
    """, "#expect:\n#  - {files: \"**\", profile: any}"
  ) { value, policy, reader throws(PolicyError) in
    for item in try value.items("expect") { policy.expectations.append(try reader.expectation(item)) }
  } node: { policy in
    .array(
      policy.expectations.map { expectation in
        var id: JSONNode?
        if case .space(let choice, _) = expectation.profile { id = choice.profileID }
        let appearances = expectation.appearances.map(\.rawValue)
        return .members([
          "files": .string(expectation.files.text), "profile": (expectation.profile?.name).map { .string($0) }, "id": id,
          "depth": expectation.depth.map { .integer($0) },
          "appearances": appearances.isEmpty ? nil : .texts(appearances),
        ])
      })
  }

  static let thresholds = PolicyKey(
    "thresholds",
    """
    The share of an image's pixels that may be affected, from 0 to 1: 'clipped' for pixels that only become duller, \
    'collapsed' for pixels whose difference from others is lost.
    """, "thresholds:\n  clipped: 0\n  collapsed: 0"
  ) { value, policy, reader throws(PolicyError) in
    let (clipped, collapsed) = try reader.thresholds(value)
    if let clipped { policy.thresholds.clipped = clipped }
    if let collapsed { policy.thresholds.collapsed = collapsed }
  } node: { policy in
    .members([
      "clipped": JSONNode(policy.thresholds.clipped), "collapsed": JSONNode(policy.thresholds.collapsed),
    ])
  }

  static let severity = PolicyKey(
    "severity",
    """
    How bad it is if a file violates a rule: error, warning, note or off. Only errors make 'gamut audit' fail, unless \
    --fail-on says otherwise. 'gamut audit --list-rules' lists all rules, 'gamut audit --explain RULE' explains one.
    """, "#severity:\n#  untagged: error\n#  p3-unneeded: off"
  ) { value, policy, reader throws(PolicyError) in
    try reader.setSeverities(value, in: &policy.severities)
  } node: { policy in
    .object(
      AuditRule.allCases.map { rule in
        // The severity of a rule by itself may depend on the file.
        let variesByFile = policy.severities[rule] == nil && rule.traits.contains(.variesByFile)
        let word = variesByFile ? PolicyReader.severityOfRule : policy.severity(of: rule)?.rawValue ?? "off"
        return JSONNode.Member(name: rule.rawValue, value: .string(word))
      })
  }

  static let overrides = PolicyKey(
    "overrides",
    "Other severities and thresholds for some files. All entries that match a file apply to it, and later ones win.",
    """
    #overrides:
    #  - files: [Tests]
    #    severity: {clips: off}
    #    thresholds: {collapsed: 0.01}
    """
  ) { value, policy, reader throws(PolicyError) in
    for item in try value.items("overrides") { policy.overrides.append(try reader.override(item)) }
  } node: { policy in
    .array(
      policy.overrides.map { override in
        let severities = AuditRule.allCases.compactMap { rule in
          override.severities[rule].map { JSONNode.Member(name: rule.rawValue, value: .string($0?.rawValue ?? "off")) }
        }
        let thresholds = JSONNode.members([
          "clipped": override.clipped.map { JSONNode($0) }, "collapsed": override.collapsed.map { JSONNode($0) },
        ])
        return .members([
          "files": .texts(override.files.map(\.text)), "thresholds": thresholds == .object([]) ? nil : thresholds,
          "severity": severities.isEmpty ? nil : .object(severities),
        ])
      })
  }

  static let renditions = PolicyKey(
    "renditions",
    """
    Other eyes and other light in which images are judged: protanopia, deuteranopia, tritanopia, achromatopsia; shade, sun.
    """, "#renditions: [deuteranopia, protanopia]"
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

/// The keys about palettes.
extension PolicyKey {
  static let platforms = PolicyKey(
    "platforms", "With apple, all palettes, and not only catalogs, are compared with the system's colours.",
    "#platforms: [apple]"
  ) { value, policy, _ throws(PolicyError) in
    for item in try value.items("platforms") { policy.platforms.insert(try item.word("platforms", "A platform")) }
  } node: { policy in
    .texts(policy.platforms.map(\.rawValue).sorted())
  }

  static let palettes = PolicyKey(
    "palettes", "Files to check as palettes: design tokens (.tokens, .json), style sheets (.css), and SVG.",
    "#palettes:\n#  - \"*.tokens\""
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
    "contrast",
    """
    Colours that are read on others, by patterns of their names, with the least contrast ratio of WCAG 2.2. Without this \
    key, the names of the colours decide.
    """, "#contrast:\n#  - {text: \"*label*\", on: \"*background*\", ratio: 4.5}"
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
    "vision",
    """
    Colours that differ by 'distinct' (in DIN99o) are confused by people with a colour vision deficiency below \
    'confusable', and hard to tell apart below 'doubtful'.
    """, "#vision:\n#  distinct: 10\n#  confusable: 5\n#  doubtful: 7.5"
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
    .object(visionLimits.map { .init(name: $0, value: JSONNode(policy.vision[keyPath: $1])) })
  }
}

extension SpaceChoice {
  /// The ID of a profile, which stands for its file: the same profile gives the same policy at any path.
  fileprivate var profileID: JSONNode? {
    if case .profile(let profile) = self { .string(profile.computedID.description) } else { nil }
  }
}
