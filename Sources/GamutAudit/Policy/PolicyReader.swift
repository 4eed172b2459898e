import Gamut
import GamutKit

/// Creates a policy from a YAML document and those that it extends. Anything unknown is an error with its line and column.
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
  var files: [Pathname] = []
  var baseline: Pathname?
  private(set) var extended: [Pathname] = []
  private(set) var origins: [String: [PolicyFile.Origin]] = [:]

  static let maximumFiles = 16
  /// The maximum number of bytes of all patterns together. A path is compared with each byte of each pattern.
  static let maximumPatternBytes = 32 << 10

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
      policy.excludes + policy.expectations.map(\.files) + policy.palettes
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
      throw error.about(path)
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

  func pattern(_ node: YAMLNode, _ name: String) throws(PolicyError) -> Glob {
    let glob = try node.glob(name)
    do throws(Glob.Fault) {
      return try glob.below(glob.isAnchored ? place : scope)
    } catch {
      throw PolicyError(node.place, error.message.asSentence)
    }
  }

  func patterns(_ node: YAMLNode, _ name: String) throws(PolicyError) -> [Glob] {
    var globs: [Glob] = []
    for item in try node.items(name) { globs.append(try pattern(item, name)) }
    guard !globs.isEmpty else { throw PolicyError(node.place, "'\(name)' has an empty list, which matches no file.") }
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
