import GamutKit
import PNGCodec

/// Creates a policy from a YAML document. Anything unknown is an error with its line and column.
struct PolicyReader {
  /// The folder of the policy file; profile paths are relative to it.
  let folder: Pathname

  static let maximumEntries = 1000
  /// The maximum number of bytes of all patterns together. A path is compared with each byte of each pattern.
  static let maximumPatternBytes = 32 << 10

  func policy(_ bytes: [UInt8]) throws(PolicyError) -> AuditPolicy {
    var policy = AuditPolicy()
    guard let root = try YAMLReader.read(bytes) else { return policy }
    if case .scalar("", _, _) = root { return policy }
    for entry in try mapping(root, of: "policy") {
      switch entry.key {
      case "version":
        let version = try integer(entry.value, "version", in: 0...Int.max)
        guard version == 1 else {
          throw PolicyError(entry.value.place, "Version \(version) of policies is not known; 1 is.")
        }
      case "destination":
        (policy.destination, policy.destinationName) = try space(entry.value)
      case "depth":
        let depth = try integer(entry.value, "depth", in: 0...Int.max)
        guard let known = ReportOptions.Depth(rawValue: depth) else {
          throw PolicyError(entry.value.place, "The destination's depth is 8 or 16, not \(depth).")
        }
        policy.depth = known
      case "jnd":
        policy.jnd = try jnd(entry.value)
      case "exclude":
        for item in try sequence(entry.value, "exclude") { policy.excludes.append(try glob(item)) }
      case "expect":
        for item in try sequence(entry.value, "expect") { policy.expectations.append(try expectation(item)) }
      case "severity": try severities(entry.value, &policy)
      case "thresholds": try thresholds(entry.value, &policy)
      default:
        throw unknown(
          entry, ["version", "destination", "depth", "jnd", "exclude", "expect", "severity", "thresholds"])
      }
    }
    let patterns = policy.excludes + policy.expectations.map(\.files)
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
    for entry in try mapping(node, of: "expect") {
      switch entry.key {
      case "files": files = try glob(entry.value)
      case "profile":
        switch try text(entry.value, "profile").lowercased() {
        case "any": profile = .any
        case "none": profile = AuditPolicy.ExpectedProfile.none
        default:
          let (choice, name) = try space(entry.value)
          profile = .space(choice, name: name)
        }
      case "depth":
        let bits = try integer(entry.value, "depth", in: 0...Int.max)
        guard [1, 2, 4, 8, 16].contains(bits) else {
          throw PolicyError(entry.value.place, "depth is the least bits per channel, 1, 2, 4, 8 or 16, not \(bits).")
        }
        depth = bits
      default: throw unknown(entry, ["files", "profile", "depth"])
      }
    }
    guard let files else {
      throw PolicyError(node.place, "'files' is missing: the pattern of the paths that this is about.")
    }
    guard profile != nil || depth != nil else {
      throw PolicyError(node.place, "Say with 'profile' or 'depth' what '\(files.text)' is expected to be.")
    }
    return AuditPolicy.Expectation(files: files, profile: profile, depth: depth)
  }

  private func severities(_ node: YAMLNode, _ policy: inout AuditPolicy) throws(PolicyError) {
    for entry in try mapping(node, of: "severity") {
      guard let rule = AuditRule(rawValue: entry.key) else {
        throw PolicyError(
          entry.place,
          "There is no rule '\(entry.key)'. The rules are \(Self.list(AuditRule.allCases.map(\.rawValue).sorted())).")
      }
      let word = try text(entry.value, entry.key)
      if word == "off" {
        policy.severities.updateValue(nil, forKey: rule)
      } else if let severity = Severity(rawValue: word) {
        policy.severities[rule] = .some(severity)
      } else {
        throw PolicyError(entry.value.place, "A severity is error, warning, note or off, not '\(word)'.")
      }
    }
  }

  private func thresholds(_ node: YAMLNode, _ policy: inout AuditPolicy) throws(PolicyError) {
    for entry in try mapping(node, of: "thresholds") {
      switch entry.key {
      case "clipped": policy.thresholds.clipped = try number(entry.value, "clipped", in: 0...1)
      case "collapsed": policy.thresholds.collapsed = try number(entry.value, "collapsed", in: 0...1)
      case "groups", "regions":
        throw PolicyError(
          entry.place,
          "'\(entry.key)' is no threshold any more. Say with 'collapsed' which share of the pixels may be lost, 0 to 1."
        )
      default: throw unknown(entry, ["clipped", "collapsed"])
      }
    }
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
    guard case .scalar(let text, _, _) = node else { throw PolicyError(node.place, "'\(name)' takes a single value.") }
    guard !text.isEmpty else { throw PolicyError(node.place, "'\(name)' has no value.") }
    return text
  }

  private func integer(_ node: YAMLNode, _ name: String, in range: ClosedRange<Int>) throws(PolicyError) -> Int {
    let word = try text(node, name)
    guard let value = Int(word), range.contains(value) else {
      throw PolicyError(node.place, "'\(name)' is a whole number from \(range.lowerBound) on, not '\(word)'.")
    }
    return value
  }

  private func jnd(_ node: YAMLNode) throws(PolicyError) -> Double {
    let word = try text(node, "jnd")
    guard let value = Double(word), value.isFinite, value > 0 else {
      throw PolicyError(node.place, "'jnd' is a finite number above 0, not '\(word)'.")
    }
    // Rounded as in parts, so that reading a part gives the same value.
    return JSONWriter.rounded(value)
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

  private func glob(_ node: YAMLNode) throws(PolicyError) -> Glob {
    let text = try text(node, "pattern")
    do throws(Glob.Fault) {
      return try Glob(text)
    } catch {
      throw PolicyError(node.place, error.message.asSentence)
    }
  }

  /// Returns a space, with its own name if it is a published one, else with the path as written.
  private func space(_ node: YAMLNode) throws(PolicyError) -> (SpaceChoice, name: String) {
    let name = try text(node, "profile")
    do throws(SpaceChoice.Fault) {
      let choice = try SpaceChoice(named: Pathname(name), in: folder)
      if case .known(let space) = choice { return (choice, space.rawValue) }
      return (choice, name)
    } catch {
      throw PolicyError(node.place, "'\(name)': \(error.message)", advice: error.advice)
    }
  }

  /// Returns the path of the named profile; nil for the name of a known space.
  static func profile(_ name: String, in folder: Pathname) -> Pathname? {
    if ReferenceSpace(named: name) != nil { return nil }
    return Pathname(name).isAbsolute ? Pathname(name) : folder.appending(Array(name.utf8))
  }

  private func unknown(_ entry: YAMLNode.Entry, _ known: [String]) -> PolicyError {
    PolicyError(entry.place, "The key '\(entry.key)' is not known here. Known are \(Self.list(known)).")
  }

  private static func list(_ words: [String]) -> String {
    words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " and " + (words.last ?? "")
  }
}
