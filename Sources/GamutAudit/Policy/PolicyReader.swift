import Gamut
import GamutKit
import PNGCodec

/// Creates a policy from a YAML document, and from those that it extends. Anything unknown is an error with its line and
/// column.
struct PolicyReader {
  /// The folder of the policy file; profile paths are relative to it.
  let folder: Pathname
  /// The folders of the policy and of this file of it, which its patterns are relative to: names at any depth and paths.
  /// Both are relative to the root.
  var scope = Pathname.here, place = Pathname.here
  /// The path of `folder` from the folder of the policy, as written.
  var way = Pathname.here
  /// The root of the audit; nil if patterns are relative to it wherever the files are.
  var root: Pathname?
  /// The files that the policy consists of, this one last.
  var files: [Pathname] = []
  private(set) var baseline: Pathname?
  private(set) var extended: [Pathname] = []
  private(set) var origins: [String: [PolicyFile.Origin]] = [:]

  static let maximumFiles = 16
  static let maximumEntries = 1000
  /// The maximum number of bytes of all patterns together. A path is compared with each byte of each pattern.
  static let maximumPatternBytes = 32 << 10

  private static let keys = [
    "version", "extends", "baseline", "destination", "depth", "jnd", "exclude", "expect", "severity", "thresholds",
    "overrides", "platforms", "palettes", "contrast", "vision", "renditions",
  ]
  /// The word for the severity that a rule has by itself, which may depend on the file.
  static let severityOfRule = "default"

  mutating func policy(_ bytes: [UInt8]) throws(PolicyError) -> AuditPolicy {
    var policy = AuditPolicy()
    guard let root = try YAMLReader.read(bytes) else { return policy }
    if case .scalar("", _, _) = root { return policy }
    let entries = try mapping(root, of: "policy")
    let hasVision = entries.contains { $0.key == "vision" }
    if let base = entries.first(where: { $0.key == "extends" }) { policy = try extended(base.value) }
    for entry in entries {
      note(entry)
      switch entry.key {
      case "extends": break
      case "baseline": baseline = folder.joined(Pathname(try text(entry.value, "baseline")))
      case "version":
        let version = try integer(entry.value, "version")
        guard version == 1 else {
          throw PolicyError(entry.value.place, "Version \(version) of policies is not known; 1 is.")
        }
      case "destination":
        (policy.destination, policy.destinationName) = try space(entry.value, "destination")
      case "depth":
        let depth = try integer(entry.value, "depth")
        guard let known = Depth(rawValue: depth) else {
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
        for item in try sequence(entry.value, "exclude") { policy.excludes.append(try pattern(item, "exclude")) }
      case "expect":
        for item in try sequence(entry.value, "expect") { policy.expectations.append(try expectation(item)) }
      case "severity": try setSeverities(entry.value, in: &policy.severities)
      case "thresholds":
        let (clipped, collapsed) = try thresholds(entry.value)
        policy.thresholds = AuditPolicy.Thresholds(
          clipped: clipped ?? policy.thresholds.clipped, collapsed: collapsed ?? policy.thresholds.collapsed)
      case "overrides":
        for item in try sequence(entry.value, "overrides") { policy.overrides.append(try override(item)) }
      case "platforms":
        for item in try sequence(entry.value, "platforms") {
          policy.platforms.insert(try word(item, "platforms", "A platform"))
        }
      case "palettes":
        for item in try sequence(entry.value, "palettes") {
          if case .sequence = item {
            policy.joinedPalettes.append(try patterns(item, "palettes"))
          } else {
            policy.palettes.append(try pattern(item, "palettes"))
          }
        }
      case "contrast":
        for item in try sequence(entry.value, "contrast") { policy.contrast.append(try contrast(item)) }
      case "vision": policy.vision = try vision(entry.value)
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

  private mutating func extended(_ node: YAMLNode) throws(PolicyError) -> AuditPolicy {
    let name = Pathname(try text(node, "extends"))
    let path = folder.joined(name)
    var reader = PolicyReader(folder: path.folder)
    (reader.scope, reader.place, reader.root, reader.way) = (scope, place, root, way.joined(name.folder))
    reader.files = files + [path.absolute]
    guard reader.files.count <= Self.maximumFiles, !files.contains(path.absolute) else {
      throw PolicyError(node.place, "'extends' leads to '\(name.text)' again, or through too many files.")
    }
    if let root, let folder = try? path.folder.resolved, root.contains(folder) { reader.place = folder.below(root) }
    defer {
      extended = [path] + reader.extended
      origins = reader.origins
    }
    do throws(PolicyError) {
      return try reader.policy(PolicyFile.contents(of: path))
    } catch {
      guard error.line != nil else {
        throw PolicyError(node.place, "'extends' (\(name.text)): \(error.message)", hint: error.hint)
      }
      var error = error
      error.path = error.path ?? path
      throw error
    }
  }

  /// Notes where the values of a key are; the items of a list follow those that are inherited.
  private mutating func note(_ entry: YAMLNode.Entry) {
    guard let file = files.last else { return }
    func origin(_ place: YAMLNode.Place) -> PolicyFile.Origin { .init(path: file, line: place.line) }
    switch entry.value {
    case .scalar: origins[entry.key] = [origin(entry.place)]
    case .mapping(let members, _):
      for member in members { origins["\(entry.key).\(member.key)"] = [origin(member.place)] }
    case .sequence(let items, _): origins[entry.key, default: []] += items.map { origin($0.place) }
    }
  }

  private func expectation(_ node: YAMLNode) throws(PolicyError) -> AuditPolicy.Expectation {
    let values = try values(node, of: "expect", ["files", "profile", "depth", "appearances"])
    guard let files = values["files"] else {
      throw PolicyError(node.place, "'files' is missing: the pattern of the paths that this is about.")
    }
    var expectation = AuditPolicy.Expectation(files: try pattern(files, "files"), profile: nil, depth: nil)
    if let value = values["profile"] {
      switch try text(value, "profile").lowercased() {
      case "any": expectation.profile = .any
      case "none": expectation.profile = AuditPolicy.ExpectedProfile.none
      default:
        let (choice, name) = try space(value, "profile")
        expectation.profile = .space(choice, name: name)
      }
    }
    if let value = values["depth"] {
      let bits = try integer(value, "depth")
      guard [1, 2, 4, 8, 16].contains(bits) else {
        throw PolicyError(value.place, "depth is the least bits per channel, 1, 2, 4, 8 or 16, not \(bits).")
      }
      expectation.depth = bits
    }
    for item in try values["appearances"].map({ list throws(PolicyError) in try sequence(list, "appearances") }) ?? [] {
      expectation.appearances.append(try word(item, "appearances", "An appearance"))
    }
    guard expectation.isAboutFiles || !expectation.appearances.isEmpty else {
      throw PolicyError(
        node.place, "Say with 'profile', 'depth' or 'appearances' what '\(expectation.files.text)' is expected to be.")
    }
    return expectation
  }

  private func contrast(_ node: YAMLNode) throws(PolicyError) -> AuditPolicy.ContrastRequirement {
    let values = try values(node, of: "contrast", ["text", "on", "ratio"])
    guard let text = values["text"], let background = values["on"] else {
      let (key, words) = values["text"] == nil ? ("text", "texts") : ("on", "backgrounds")
      throw PolicyError(node.place, "'\(key)' is missing: the names of the \(words).")
    }
    return AuditPolicy.ContrastRequirement(
      text: try glob(text, "text"), background: try glob(background, "on"),
      ratio: try number("ratio", of: values, in: 1...21) ?? 4.5)
  }

  private func vision(_ node: YAMLNode) throws(PolicyError) -> VisionLimits {
    let values = try values(node, of: "vision", ["distinct", "confusable", "doubtful"])
    var limits = VisionLimits()
    for (key, path) in [
      ("distinct", \VisionLimits.distinct), ("confusable", \.confusable), ("doubtful", \.doubtful),
    ] {
      if let limit = try number(key, of: values, in: 0...200) { limits[keyPath: path] = limit }
    }
    guard limits.confusable <= limits.doubtful, limits.doubtful <= limits.distinct else {
      throw PolicyError(node.place, "'confusable' is at most 'doubtful', and 'doubtful' at most 'distinct'.")
    }
    return limits
  }

  private func override(_ node: YAMLNode) throws(PolicyError) -> AuditPolicy.Override {
    for entry in try mapping(node, of: "overrides") {
      switch entry.key {
      case "expect":
        throw PolicyError(
          entry.place, "'expect' has 'files' of its own, and stands beside 'overrides', not in one of them.")
      case "destination", "depth", "jnd", "exclude", "version", "extends", "baseline":
        throw PolicyError(
          entry.place, "'\(entry.key)' is one for all files. An override has 'files', 'severity' and 'thresholds'.")
      default: break
      }
    }
    let values = try values(node, of: "overrides", ["files", "severity", "thresholds"])
    guard let files = values["files"] else {
      throw PolicyError(node.place, "'files' is missing: the patterns of the paths that this is about.")
    }
    var override = AuditPolicy.Override(files: try patterns(files))
    if let value = values["severity"] { try setSeverities(value, in: &override.severities) }
    if let value = values["thresholds"] { (override.clipped, override.collapsed) = try thresholds(value) }
    guard !override.isEmpty else {
      throw PolicyError(node.place, "Say with 'severity' or 'thresholds' what is different for these files.")
    }
    return override
  }

  private func setSeverities(_ node: YAMLNode, in severities: inout [AuditRule: Severity?]) throws(PolicyError) {
    for entry in try mapping(node, of: "severity") {
      guard let rule = AuditRule.named(entry.key) else {
        throw PolicyError(entry.place, AuditRule.unknown(entry.key))
      }
      let word = try text(entry.value, entry.key)
      if word == Self.severityOfRule {
        severities[rule] = nil
      } else if word == "off" {
        severities.updateValue(nil, forKey: rule)
      } else if let severity = Severity(rawValue: word) {
        severities[rule] = .some(severity)
      } else {
        throw PolicyError(entry.value.place, "A severity is error, warning, note, off or default, not '\(word)'.")
      }
    }
  }

  private func thresholds(_ node: YAMLNode) throws(PolicyError) -> (clipped: Double?, collapsed: Double?) {
    let values = try values(node, of: "thresholds", ["clipped", "collapsed"])
    return (try number("clipped", of: values, in: 0...1), try number("collapsed", of: values, in: 0...1))
  }

  // MARK: Values

  private func mapping(_ node: YAMLNode, of name: String) throws(PolicyError) -> [YAMLNode.Entry] {
    guard case .mapping(let entries, _) = node else {
      throw PolicyError(node.place, "Here keys with values are expected (\(name)).")
    }
    return entries
  }

  /// Returns the values of a mapping by their keys, which must be known.
  private func values(
    _ node: YAMLNode, of name: String, _ known: [String]
  ) throws(PolicyError) -> [String: YAMLNode] {
    let entries = try mapping(node, of: name)
    if let other = entries.first(where: { !known.contains($0.key) }) { throw unknown(other, known) }
    return Dictionary(entries.map { ($0.key, $0.value) }) { first, _ in first }
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

  private func number(
    _ name: String, of values: [String: YAMLNode], in range: ClosedRange<Double>
  ) throws(PolicyError) -> Double? {
    guard let node = values[name] else { return nil }
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

  private func pattern(_ node: YAMLNode, _ name: String) throws(PolicyError) -> Glob {
    let glob = try glob(node, name)
    do throws(Glob.Fault) {
      return try glob.below(glob.isAnchored ? place : scope)
    } catch {
      throw PolicyError(node.place, error.message.asSentence)
    }
  }

  private func patterns(_ node: YAMLNode, _ name: String = "files") throws(PolicyError) -> [Glob] {
    guard case .sequence(let items, _) = node else { return [try pattern(node, name)] }
    guard !items.isEmpty else { throw PolicyError(node.place, "'\(name)' has an empty list, which matches no file.") }
    var globs: [Glob] = []
    for item in try sequence(node, name) { globs.append(try pattern(item, name)) }
    return globs
  }

  /// Returns a space, with its own name if it is a published one, else with the path as written.
  private func space(_ node: YAMLNode, _ key: String) throws(PolicyError) -> (SpaceChoice, name: String) {
    let name = try text(node, key)
    do throws(SpaceChoice.Fault) {
      let choice = try SpaceChoice(named: Pathname(name), in: folder)
      if case .known(let space) = choice { return (choice, space.rawValue) }
      return (choice, way.joined(Pathname(name)).text)
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
