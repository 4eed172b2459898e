package import GamutKit
import PNGCodec

/// Parses rows of a part. All members are optional here: the reader writes the row again and compares it with the line.
extension AuditRow {
  package init?(_ node: JSONNode) {
    // A row of a document has no kind.
    guard node["kind"]?.string ?? "file" == "file", let path = Pathname(node), let list = node["findings"]?.array else {
      return nil
    }
    self.init(path: path)
    guard node.read("image", into: &image, { AuditedImage($0) }), node.read("set", into: &set, { AuditedSet($0) }),
      node.read("palette", into: &palette, { AuditedPalette($0) })
    else { return nil }
    for item in list {
      guard let finding = AuditFinding(item, at: path) else { return nil }
      findings.append(finding)
    }
    content = node["content"]?.checksum
    known = node["known"]?.count ?? 0
    stale = node["stale"]?.count ?? 0
    error = node["error"].flatMap { RecordedError($0) }
  }
}

extension JSONNode {
  /// The value of a count; nil for anything that no run counts, and that could not be added.
  var count: Int? { integer.flatMap { (0..<1 << 40).contains($0) ? $0 : nil } }

  /// Reads a member that may be missing or null; returns false if it is something else than expected.
  fileprivate func read<Value>(_ name: String, into value: inout Value?, _ make: (JSONNode) -> Value?) -> Bool {
    guard let node = self[name], node != .null else { return true }
    value = make(node)
    return value != nil
  }
}

extension AuditedSet {
  init?(_ node: JSONNode) {
    guard let kind = node["kind"]?.string, let name = node["name"]?.string, let slots = node["slots"]?.integer,
      let content = node["content"]?.checksum
    else { return nil }
    self.init(kind: kind, name: name, slots: slots, content: content)
  }
}

extension AuditedPalette {
  init?(_ node: JSONNode) {
    guard let format = node["format"]?.string, let colors = node["colors"]?.integer,
      let content = node["content"]?.checksum
    else { return nil }
    self.init(
      format: format, colors: colors, contexts: (node["contexts"]?.array ?? []).compactMap { PaletteView($0) },
      content: content)
  }
}

extension AuditedImage {
  init?(_ node: JSONNode) {
    guard let size = node["size"]?.integer, let header = ImageHeader(node), let animated = node["animated"]?.bool
    else { return nil }
    self.init(size: size, header: header, isAnimated: animated)
    isTemplate = node["template"]?.bool == true
    content = node["content"]?.checksum
    guard node.read("declaration", into: &declaration, { DeclaredColor($0) }),
      node.read("report", into: &report, { GamutReport($0) })
    else { return nil }
  }
}

extension AuditFinding {
  init?(_ node: JSONNode, at path: Pathname) {
    guard let rule = node["rule"]?.string.flatMap(AuditRule.named),
      let severity = node["severity"]?.string.flatMap({ Severity(rawValue: $0) }),
      let message = node["message"]?.string, let members = node["numbers"]?.members,
      let weight = node["weight"]?.integer
    else { return nil }
    self.init(rule: rule, severity: severity, message: message)
    for member in members {
      guard let value = member.value.number else { return nil }
      numbers.append(Number(member.name, value))
    }
    self.weight = weight
    file = Pathname(node, "file")
    line = node["line"]?.integer
    fault.offset = node["offset"]?.integer
    fault.chunk = node["chunk"]?.string
    advice = node["advice"]?.string
    let isRead = node.read("other", into: &other) { other in
      guard let path = Pathname(other), let size = other["size"]?.integer, let content = other["content"]?.checksum
      else { return nil }
      return OtherFile(path: path, size: size, content: content)
    }
    guard isRead else { return nil }
    if let words = node["remedy"]?.array {
      let outputs = [path, other?.path, path.variant].compactMap { $0 }
      guard let known = Remedy(words: words.compactMap(\.string), writing: outputs) else { return nil }
      remedy = known
    }
  }
}

extension AuditRun {
  init?(_ node: JSONNode) {
    guard let version = node["version"]?.string, let libraries = node["libraries"]?.members,
      let policy = node["policy"], let files = node["files"]?.count,
      let paths = node["paths"]?.checksum
    else { return nil }
    self.init(policy: policy, files: files, pathsChecksum: paths)
    self.version = version
    self.libraries = libraries.map { Library(name: $0.name, version: $0.value.string ?? "") }
    let isShardRead = node.read("shard", into: &shard) {
      Shard(index: $0["index"]?.integer ?? 0, count: $0["count"]?.integer ?? 0)
    }
    guard isShardRead else { return nil }
    baseline = node["baseline"]?.checksum
    let counts = UncheckedFiles.Kind.allCases.compactMap { kind in
      node["unchecked"]?[kind.rawValue]?.count.map { (kind, $0) }
    }
    unchecked = UncheckedFiles(Dictionary(uniqueKeysWithValues: counts))
    command = node["command"]?.string
    guard node.read("folder", into: &folder, { _ in Pathname(node, "folder") }),
      node.read("root", into: &root, { _ in Pathname(node, "root") })
    else { return nil }
  }
}
