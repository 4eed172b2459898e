import Gamut
import GamutKit

/// Creates a policy from a YAML document, and from those that it extends. Anything unknown is an error with its line and
/// column.
struct PolicyReader {
  /// The folder of the policy file; profile paths are relative to it.
  var folder: Pathname
  /// The folders of the policy and of this file of it, which its patterns are relative to: names at any depth and paths.
  /// Both are relative to the root.
  var scope = Pathname.here, place = Pathname.here
  /// The path of `folder` from the folder of the policy, as written.
  private var way = Pathname.here
  /// The root of the audit; nil if patterns are relative to it wherever the files are.
  var root: Pathname?
  /// The files that the policy consists of, this one last.
  var files: [Pathname] = []
  var baseline: Pathname?
  private(set) var extended: [Pathname] = []
  private(set) var origins: [String: [PolicyFile.Origin]] = [:]

  static let maximumFiles = 16
  /// The maximum number of bytes of all patterns together. A path is compared with each byte of each pattern.
  static let maximumPatternBytes = 32 << 10
  /// The word for the severity that a rule has by itself, which may depend on the file.
  static let severityOfRule = "default"

  init(folder: Pathname) { self.folder = folder }

  mutating func policy(_ bytes: [UInt8]) throws(PolicyError) -> AuditPolicy {
    var policy = AuditPolicy()
    guard let root = try YAMLReader.read(bytes) else { return policy }
    if case .scalar("", _) = root { return policy }
    let entries = try root.entries("policy")
    if let base = entries.first(where: { $0.key == "extends" }) { policy = try extended(base.value) }
    for entry in entries {
      guard let key = PolicyKey.all.first(where: { $0.name == entry.key }) else {
        throw entry.unknown(PolicyKey.all.map(\.name))
      }
      note(entry)
      try key.read(entry.value, &policy, &self)
    }
    if entries.contains(where: { $0.key == "vision" }), policy.severities[.confusableColors] == nil {
      policy.severities[.confusableColors] = .some(.warning)
    }
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
    let name = Pathname(try node.text("extends"))
    let path = folder.joined(name)
    guard files.count < Self.maximumFiles, !files.contains(path.absolute) else {
      throw PolicyError(node.place, "'extends' leads to '\(name.text)' again, or through too many files.")
    }
    var reader = self
    (reader.folder, reader.way) = (path.folder, way.joined(name.folder))
    reader.files.append(path.absolute)
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
}

/// The values that depend on the place of the file, or stand at several keys.
extension PolicyReader {
  func expectation(_ node: YAMLNode) throws(PolicyError) -> AuditPolicy.Expectation {
    let values = try node.values("expect", ["files", "profile", "depth", "appearances"])
    guard let files = values["files"] else {
      throw PolicyError(node.place, "'files' is missing: the pattern of the paths that this is about.")
    }
    var expectation = AuditPolicy.Expectation(files: try pattern(files, "files"))
    if let value = values["profile"] {
      switch try value.text("profile").lowercased() {
      case "any": expectation.profile = .any
      case "none": expectation.profile = AuditPolicy.ExpectedProfile.none
      default:
        let (choice, name) = try space(value, "profile")
        expectation.profile = .space(choice, name: name)
      }
    }
    if let value = values["depth"] {
      let bits = try value.integer("depth")
      guard [1, 2, 4, 8, 16].contains(bits) else {
        throw PolicyError(value.place, "depth is the least bits per channel, 1, 2, 4, 8 or 16, not \(bits).")
      }
      expectation.depth = bits
    }
    for item in try values["appearances"]?.items("appearances") ?? [] {
      expectation.appearances.append(try item.word("appearances", "An appearance"))
    }
    guard expectation.isAboutFiles || !expectation.appearances.isEmpty else {
      throw PolicyError(
        node.place, "Say with 'profile', 'depth' or 'appearances' what '\(expectation.files.text)' is expected to be.")
    }
    return expectation
  }

  func override(_ node: YAMLNode) throws(PolicyError) -> AuditPolicy.Override {
    for entry in try node.entries("overrides") {
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
    let values = try node.values("overrides", ["files", "severity", "thresholds"])
    guard let files = values["files"] else {
      throw PolicyError(node.place, "'files' is missing: the patterns of the paths that this is about.")
    }
    var override = AuditPolicy.Override(files: try patterns(files, "files"))
    if let value = values["severity"] { try setSeverities(value, in: &override.severities) }
    if let value = values["thresholds"] { (override.clipped, override.collapsed) = try thresholds(value) }
    guard !override.isEmpty else {
      throw PolicyError(node.place, "Say with 'severity' or 'thresholds' what is different for these files.")
    }
    return override
  }

  func setSeverities(_ node: YAMLNode, in severities: inout [AuditRule: Severity?]) throws(PolicyError) {
    for entry in try node.entries("severity") {
      guard let rule = AuditRule.named(entry.key) else { throw PolicyError(entry.place, AuditRule.unknown(entry.key)) }
      switch try entry.value.text(entry.key) {
      case Self.severityOfRule: severities[rule] = nil
      case "off": severities.updateValue(nil, forKey: rule)
      case let word:
        guard let severity = Severity(rawValue: word) else {
          throw PolicyError(
            entry.value.place, "A severity is error, warning, note, off or default, not '\(word)'.")
        }
        severities[rule] = .some(severity)
      }
    }
  }

  func thresholds(_ node: YAMLNode) throws(PolicyError) -> (clipped: Double?, collapsed: Double?) {
    let values = try node.values("thresholds", ["clipped", "collapsed"])
    return (
      try values["clipped"]?.number("clipped", in: 0...1), try values["collapsed"]?.number("collapsed", in: 0...1)
    )
  }

  func pattern(_ node: YAMLNode, _ name: String) throws(PolicyError) -> Glob {
    let glob = try node.glob(name)
    do throws(Glob.Fault) {
      return try glob.below(glob.isAnchored ? place : scope)
    } catch {
      throw PolicyError(node.place, error.message.asSentence)
    }
  }

  /// Returns a pattern, or those of a list.
  func patterns(_ node: YAMLNode, _ name: String) throws(PolicyError) -> [Glob] {
    guard case .sequence(let items, _) = node else { return [try pattern(node, name)] }
    guard !items.isEmpty else { throw PolicyError(node.place, "'\(name)' has an empty list, which matches no file.") }
    var globs: [Glob] = []
    for item in try node.items(name) { globs.append(try pattern(item, name)) }
    return globs
  }

  /// Returns a space, with its own name if it is a published one, else with the path as written.
  func space(_ node: YAMLNode, _ key: String) throws(PolicyError) -> (SpaceChoice, name: String) {
    let name = try node.text(key)
    do throws(SpaceChoice.Fault) {
      let choice = try SpaceChoice(named: Pathname(name), in: folder)
      if case .known(let space) = choice { return (choice, space.rawValue) }
      return (choice, way.joined(Pathname(name)).text)
    } catch {
      throw PolicyError(node.place, "'\(name)': \(error.message)", hint: error.hint)
    }
  }
}
