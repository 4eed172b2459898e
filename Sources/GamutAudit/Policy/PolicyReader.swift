import Gamut
import GamutKit
import PNGCodec

/// Creates a policy from a YAML document. Anything unknown is an error with its line and column.
struct PolicyReader {
  /// The folder of the policy file; profile paths are relative to it.
  let folder: Pathname

  static let maximumEntries = 1000
  /// The maximum number of bytes of all patterns together. A path is compared with each byte of each pattern.
  static let maximumPatternBytes = 32 << 10

  private static let keys = [
    "version", "destination", "depth", "jnd", "exclude", "expect", "severity", "thresholds", "overrides",
    "platforms", "palettes", "contrast", "vision", "renditions",
  ]
  /// The word for the severity that a rule has by itself, which may depend on the file.
  static let severityOfRule = "default"

  func policy(_ bytes: [UInt8]) throws(PolicyError) -> AuditPolicy {
    var policy = AuditPolicy()
    guard let root = try YAMLReader.read(bytes) else { return policy }
    if case .scalar("", _, _) = root { return policy }
    let entries = try mapping(root, of: "policy")
    let hasVision = entries.contains { $0.key == "vision" }
    for entry in entries {
      switch entry.key {
      case "version":
        let version = try integer(entry.value, "version")
        guard version == 1 else {
          throw PolicyError(entry.value.place, "Version \(version) of policies is not known; 1 is.")
        }
      case "destination":
        (policy.destination, policy.destinationName) = try space(entry.value, "destination")
      case "depth":
        let depth = try integer(entry.value, "depth")
        guard let known = ReportOptions.Depth(rawValue: depth) else {
          throw PolicyError(entry.value.place, "The destination's depth is 8 or 16, not \(depth).")
        }
        policy.depth = known
      case "jnd":
        let word = try text(entry.value, "jnd")
        guard let value = Double(word), value.isFinite, value > 0 else {
          throw PolicyError(entry.value.place, "'jnd' is a finite number above 0, not '\(word)'.")
        }
        policy.jnd = JSONWriter.rounded(value)
      case "exclude":
        for item in try sequence(entry.value, "exclude") { policy.excludes.append(try glob(item, "exclude")) }
      case "expect":
        for item in try sequence(entry.value, "expect") { policy.expectations.append(try expectation(item)) }
      case "severity": policy.severities = try severities(entry.value)
      case "thresholds":
        let (clipped, collapsed) = try thresholds(entry.value)
        policy.thresholds = AuditPolicy.Thresholds(clipped: clipped ?? 0, collapsed: collapsed ?? 0)
      case "overrides":
        for item in try sequence(entry.value, "overrides") { policy.overrides.append(try override(item)) }
      case "platforms":
        for item in try sequence(entry.value, "platforms") {
          policy.platforms.insert(try word(item, "platforms", "A platform"))
        }
      case "palettes":
        for item in try sequence(entry.value, "palettes") {
          if case .sequence = item {
            policy.joinedPalettes.append(try globs(item, "palettes"))
          } else {
            policy.palettes.append(try glob(item, "palettes"))
          }
        }
      case "contrast":
        for item in try sequence(entry.value, "contrast") { policy.contrast.append(try contrast(item)) }
      case "vision": policy.eyes = try eyes(entry.value)
      case "renditions":
        for item in try sequence(entry.value, "renditions") {
          let name = try text(item, "renditions")
          guard let viewing = Viewing(name) else {
            let eyes = Viewing.Eye.allCases.map(\.rawValue)
            throw PolicyError(
              item.place,
              "A rendition is an eye (\(Words.list(eyes))), a light (shade, sun, or k=0.3), or both, as in "
                + "sun+deuteranopia, not '\(name)'.")
          }
          if !policy.renditions.contains(viewing) { policy.renditions.append(viewing) }
        }
      default: throw unknown(entry, Self.keys)
      }
    }
    if hasVision, policy.severities[.confusableColors] == nil { policy.severities[.confusableColors] = .some(.warning) }
    let patterns =
      policy.excludes + policy.expectations.map(\.files) + policy.overrides.flatMap(\.files) + policy.palettes
      + policy.joinedPalettes.flatMap(\.self) + policy.contrast.flatMap { [$0.text, $0.background] }
    let size = patterns.reduce(0) { $0 + $1.text.utf8.count }
    guard size <= Self.maximumPatternBytes else {
      throw PolicyError(
        root.place,
        "All patterns together have at most \(Self.maximumPatternBytes) bytes, not \(size). "
          + "Name folders instead of files, and use * and **.")
    }
    return policy
  }

  private func expectation(_ node: YAMLNode) throws(PolicyError) -> AuditPolicy.Expectation {
    var files: Glob?
    var profile: AuditPolicy.ExpectedProfile?
    var depth: Int?
    var appearances: [AuditPolicy.ExpectedAppearance] = []
    for entry in try mapping(node, of: "expect") {
      switch entry.key {
      case "files": files = try glob(entry.value, "files")
      case "profile":
        switch try text(entry.value, "profile").lowercased() {
        case "any": profile = .any
        case "none": profile = AuditPolicy.ExpectedProfile.none
        default:
          let (choice, name) = try space(entry.value, "profile")
          profile = .space(choice, name: name)
        }
      case "depth":
        let bits = try integer(entry.value, "depth")
        guard [1, 2, 4, 8, 16].contains(bits) else {
          throw PolicyError(entry.value.place, "depth is the least bits per channel, 1, 2, 4, 8 or 16, not \(bits).")
        }
        depth = bits
      case "appearances":
        for item in try sequence(entry.value, "appearances") {
          appearances.append(try word(item, "appearances", "An appearance"))
        }
      default: throw unknown(entry, ["files", "profile", "depth", "appearances"])
      }
    }
    guard let files else {
      throw PolicyError(node.place, "'files' is missing: the pattern of the paths that this is about.")
    }
    guard profile != nil || depth != nil || !appearances.isEmpty else {
      throw PolicyError(
        node.place, "Say with 'profile', 'depth' or 'appearances' what '\(files.text)' is expected to be.")
    }
    return AuditPolicy.Expectation(files: files, profile: profile, depth: depth, appearances: appearances)
  }

  private func contrast(_ node: YAMLNode) throws(PolicyError) -> AuditPolicy.ContrastRequirement {
    var text: Glob?
    var background: Glob?
    var ratio = 4.5
    for entry in try mapping(node, of: "contrast") {
      switch entry.key {
      case "text": text = try glob(entry.value, "text")
      case "on": background = try glob(entry.value, "on")
      case "ratio": ratio = try number(entry.value, "ratio", in: 1...21)
      default: throw unknown(entry, ["text", "on", "ratio"])
      }
    }
    guard let text, let background else {
      throw PolicyError(
        node.place,
        "'\(text == nil ? "text" : "on")' is missing: the names of the \(text == nil ? "texts" : "backgrounds").")
    }
    return AuditPolicy.ContrastRequirement(text: text, background: background, ratio: ratio)
  }

  private func eyes(_ node: YAMLNode) throws(PolicyError) -> Eyes {
    var (model, severity, thresholds) = (ColorVision.Model.brettel, 1.0, Eyes.Thresholds())
    for entry in try mapping(node, of: "vision") {
      switch entry.key {
      case "model":
        let word = try self.text(entry.value, "model")
        guard let known = ColorVision.Model(rawValue: word) else {
          throw PolicyError(entry.value.place, "A model is brettel or machado, not '\(word)'.")
        }
        model = known
      case "severity": severity = try number(entry.value, "severity", in: 0...1)
      case "distinct": thresholds.distinct = try number(entry.value, "distinct", in: 0...200)
      case "confusable": thresholds.confusable = try number(entry.value, "confusable", in: 0...200)
      case "doubtful": thresholds.doubtful = try number(entry.value, "doubtful", in: 0...200)
      default: throw unknown(entry, ["model", "severity", "distinct", "confusable", "doubtful"])
      }
    }
    guard thresholds.confusable <= thresholds.doubtful, thresholds.doubtful <= thresholds.distinct else {
      throw PolicyError(node.place, "'confusable' is at most 'doubtful', and 'doubtful' at most 'distinct'.")
    }
    return Eyes(model, severity: severity, thresholds)
  }

  private func override(_ node: YAMLNode) throws(PolicyError) -> AuditPolicy.Override {
    var files: [Glob]?
    var override = AuditPolicy.Override(files: [])
    for entry in try mapping(node, of: "overrides") {
      switch entry.key {
      case "files": files = try globs(entry.value)
      case "severity": override.severities = try severities(entry.value)
      case "thresholds": (override.clipped, override.collapsed) = try thresholds(entry.value)
      case "expect":
        throw PolicyError(
          entry.place, "'expect' has 'files' of its own, and stands beside 'overrides', not in one of them.")
      case "destination", "depth", "jnd", "exclude", "version":
        throw PolicyError(
          entry.place, "'\(entry.key)' is one for all files. An override has 'files', 'severity' and 'thresholds'.")
      default: throw unknown(entry, ["files", "severity", "thresholds"])
      }
    }
    guard let files else {
      throw PolicyError(node.place, "'files' is missing: the patterns of the paths that this is about.")
    }
    guard !override.isEmpty else {
      throw PolicyError(node.place, "Say with 'severity' or 'thresholds' what is different for these files.")
    }
    override.files = files
    return override
  }

  private func severities(_ node: YAMLNode) throws(PolicyError) -> [AuditRule: Severity?] {
    var severities: [AuditRule: Severity?] = [:]
    for entry in try mapping(node, of: "severity") {
      guard let rule = AuditRule.named(entry.key) else {
        throw PolicyError(entry.place, AuditRule.unknown(entry.key))
      }
      let word = try text(entry.value, entry.key)
      if word == Self.severityOfRule { continue }
      if word == "off" {
        severities.updateValue(nil, forKey: rule)
      } else if let severity = Severity(rawValue: word) {
        severities[rule] = .some(severity)
      } else {
        throw PolicyError(entry.value.place, "A severity is error, warning, note, off or default, not '\(word)'.")
      }
    }
    return severities
  }

  /// Returns the thresholds that are given.
  private func thresholds(_ node: YAMLNode) throws(PolicyError) -> (clipped: Double?, collapsed: Double?) {
    var (clipped, collapsed): (Double?, Double?)
    for entry in try mapping(node, of: "thresholds") {
      switch entry.key {
      case "clipped": clipped = try number(entry.value, "clipped", in: 0...1)
      case "collapsed": collapsed = try number(entry.value, "collapsed", in: 0...1)
      default: throw unknown(entry, ["clipped", "collapsed"])
      }
    }
    return (clipped, collapsed)
  }

  // MARK: Values

  private func mapping(_ node: YAMLNode, of name: String) throws(PolicyError) -> [YAMLNode.Entry] {
    guard case .mapping(let entries, _) = node else {
      throw PolicyError(node.place, "Here keys with values are expected (\(name)).")
    }
    return entries
  }

  private func sequence(_ node: YAMLNode, _ name: String) throws(PolicyError) -> [YAMLNode] {
    guard case .sequence(let items, _) = node else {
      throw PolicyError(node.place, "'\(name)' is a list, with '- ' before each item.")
    }
    guard items.count <= Self.maximumEntries else {
      throw PolicyError(node.place, "'\(name)' has at most \(Self.maximumEntries) items, not \(items.count).")
    }
    return items
  }

  private func text(_ node: YAMLNode, _ name: String) throws(PolicyError) -> String {
    guard case .scalar(let text, _, _) = node else {
      throw PolicyError(node.place, "A single value is expected here (\(name)).")
    }
    guard !text.isEmpty else { throw PolicyError(node.place, "'\(name)' has no value.") }
    return text
  }

  /// Returns one of a few words.
  ///
  /// - Parameter subject: the start of the sentence about another one.
  private func word<Word: RawRepresentable & CaseIterable>(
    _ node: YAMLNode, _ name: String, _ subject: String
  ) throws(PolicyError) -> Word where Word.RawValue == String {
    let text = try text(node, name)
    guard let word = Word(rawValue: text) else {
      let names = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw PolicyError(node.place, "\(subject) is one of \(names), not '\(text)'.")
    }
    return word
  }

  private func integer(_ node: YAMLNode, _ name: String) throws(PolicyError) -> Int {
    let word = try text(node, name)
    guard let value = Int(word), value >= 0 else {
      throw PolicyError(node.place, "'\(name)' must be a whole number of at least 0, not '\(word)'.")
    }
    return value
  }

  private func number(_ node: YAMLNode, _ name: String, in range: ClosedRange<Double>) throws(PolicyError) -> Double {
    let word = try text(node, name)
    guard let value = Double(word), range.contains(value) else {
      let bounds = "\(JSONWriter.text(of: range.lowerBound)) to \(JSONWriter.text(of: range.upperBound))"
      throw PolicyError(node.place, "'\(name)' is a number from \(bounds), not '\(word)'.")
    }
    // Rounded as in parts, so that reading a part gives the same value.
    return JSONWriter.rounded(value)
  }

  private func glob(_ node: YAMLNode, _ name: String) throws(PolicyError) -> Glob {
    let text = try text(node, name)
    do throws(Glob.Fault) {
      return try Glob(text)
    } catch {
      throw PolicyError(node.place, error.message.asSentence)
    }
  }

  /// Returns one pattern, or those of a list.
  private func globs(_ node: YAMLNode, _ name: String = "files") throws(PolicyError) -> [Glob] {
    guard case .sequence(let items, _) = node else { return [try glob(node, name)] }
    guard !items.isEmpty else { throw PolicyError(node.place, "'\(name)' has an empty list, which matches no file.") }
    var globs: [Glob] = []
    for item in try sequence(node, name) { globs.append(try glob(item, name)) }
    return globs
  }

  /// Returns a space, with its own name if it is a published one, else with the path as written.
  private func space(_ node: YAMLNode, _ key: String) throws(PolicyError) -> (SpaceChoice, name: String) {
    let name = try text(node, key)
    do throws(SpaceChoice.Fault) {
      let choice = try SpaceChoice(named: Pathname(name), in: folder)
      if case .known(let space) = choice { return (choice, space.rawValue) }
      return (choice, name)
    } catch {
      throw PolicyError(node.place, "'\(name)': \(error.message)", hint: error.hint)
    }
  }

  private func unknown(_ entry: YAMLNode.Entry, _ known: [String]) -> PolicyError {
    let nearest = Suggestion.nearest(to: entry.key, among: known).map { " Did you mean '\($0)'?" } ?? ""
    return PolicyError(
      entry.place, "The key '\(entry.key)' is not known here.\(nearest) Known are \(Words.list(known)).")
  }
}
