package import GamutKit
import PNGCodec

/// Parses rows of a part. What is missing or wrong is left out here: the reader writes the row again and compares it with
/// the line.
extension AuditRow {
  package init?(_ node: JSONNode) {
    guard let path = Pathname(node) else { return nil }
    self.init(path: path)
    image = node["image"].flatMap { AuditedImage($0) }
    set = node["set"].map { AuditedSet($0) }
    palette = node["palette"].map { AuditedPalette($0) }
    findings = (node["findings"]?.array ?? []).compactMap { AuditFinding($0, at: path) }
    content = node["content"]?.checksum
    known = node["known"]?.count ?? 0
    stale = node["stale"]?.count ?? 0
    error = node["error"].flatMap { RecordedError($0) }
  }
}

extension JSONNode {
  /// The value of a count; nil for anything that no run counts, and that could not be added.
  var count: Int? { integer.flatMap { (0..<1 << 40).contains($0) ? $0 : nil } }
}

extension AuditedSet {
  init(_ node: JSONNode) {
    self.init(
      kind: node["kind"]?.string ?? "", name: node["name"]?.string ?? "", slots: node["slots"]?.integer ?? 0,
      content: node["content"]?.checksum ?? 0)
  }
}

extension AuditedPalette {
  init(_ node: JSONNode) {
    self.init(
      format: node["format"]?.string ?? "", colors: node["colors"]?.integer ?? 0,
      contexts: (node["contexts"]?.array ?? []).compactMap { $0["name"]?.string }, content: node["content"]?.checksum ?? 0)
  }
}

extension AuditedImage {
  init?(_ node: JSONNode) {
    guard let header = ImageHeader(node) else { return nil }
    self.init(
      size: node["size"]?.integer ?? 0, header: header, isAnimated: node["animated"]?.bool == true,
      isTemplate: node["template"]?.bool == true, declaration: node["declaration"].flatMap { DeclaredColor($0) },
      content: node["content"]?.checksum, report: node["report"].flatMap { GamutReport($0) })
  }
}

extension AuditFinding {
  init?(_ node: JSONNode, at path: Pathname) {
    guard let rule = node["rule"]?.string.flatMap(AuditRule.named),
      let severity = node["severity"]?.string.flatMap({ Severity(rawValue: $0) })
    else { return nil }
    self.init(rule: rule, severity: severity, message: node["message"]?.string ?? "")
    numbers = (node["numbers"]?.members ?? []).compactMap { member in
      member.value.number.map { Number(member.name, $0) }
    }
    weight = node["weight"]?.integer ?? 0
    file = Pathname(node, "file")
    line = node["line"]?.integer
    fault.offset = node["offset"]?.integer
    fault.chunk = node["chunk"]?.string
    advice = node["advice"]?.string
    if let other = node["other"], let path = Pathname(other) {
      self.other = OtherFile(path: path, size: other["size"]?.integer ?? 0, content: other["content"]?.checksum ?? 0)
    }
    remedy = node["remedy"]?.array.flatMap { words in
      Remedy(words: words.compactMap(\.string), writing: [path, other?.path, path.variant].compactMap { $0 })
    }
  }
}

extension AuditRun {
  init?(_ node: JSONNode) {
    guard let version = node["version"]?.string, let libraries = node["libraries"]?.members,
      let policy = node["policy"], let files = node["files"]?.count, let paths = node["paths"]?.checksum
    else { return nil }
    self.init(policy: policy, files: files, pathsChecksum: paths)
    self.version = version
    self.libraries = libraries.map { Library(name: $0.name, version: $0.value.string ?? "") }
    if let shard = node["shard"], shard != .null {
      self.shard = Shard(index: shard["index"]?.integer ?? 0, count: shard["count"]?.integer ?? 0)
      if self.shard == nil { return nil }
    }
    baseline = node["baseline"]?.checksum
    let counts = UncheckedFiles.Kind.allCases.compactMap { kind in
      node["unchecked"]?[kind.rawValue]?.count.map { (kind, $0) }
    }
    unchecked = UncheckedFiles(Dictionary(uniqueKeysWithValues: counts))
    command = node["command"]?.string
    folder = Pathname(node, "folder")
    root = Pathname(node, "root")
  }
}
