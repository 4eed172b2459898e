import Gamut
import GamutKit
import PNGCodec

/// An audit as one JSON object, described by `Schemas/audit.schema.json`.
struct AuditJSON: RowFormatter {
  static let format = AuditFormat("json", isOurs: { $0.isJSON("audit") }) { AuditJSON(run: $0.run) }

  private let run: AuditRun
  private var isFirst = true

  func begin() -> [UInt8] {
    Array("{\"schema\":\"\(AuditRun.schema)\",\n\"run\":".utf8) + JSONWriter.object { $0.members(of: run) }
      + Array(",\n\"files\":[".utf8)
  }

  mutating func add(_ row: AuditRow) -> [UInt8] {
    defer { isFirst = false }
    return Array((isFirst ? "\n" : ",\n").utf8) + row.json(kind: nil)
  }

  func end(_ totals: AuditTotals) -> [UInt8] {
    Array((isFirst ? "],\n\"summary\":" : "\n],\n\"summary\":").utf8)
      + JSONWriter.object { $0.members(of: totals) } + Array("}\n".utf8)
  }
}

/// The same content with a line for the run, one for each file, and one for the summary: a part for `gamut merge`.
struct AuditNDJSON: RowFormatter {
  static let format = AuditFormat("ndjson", endings: ["jsonl"], isOurs: { $0.isJSON("audit") }) { AuditNDJSON($0.run) }

  private let run: AuditRun

  init(_ run: AuditRun) { self.run = run }

  func begin() -> [UInt8] {
    JSONWriter.object { object in
      object.member("schema", AuditRun.schema)
      object.member("kind", "run")
      object.members(of: run)
    } + [0x0a]
  }

  func add(_ row: AuditRow) -> [UInt8] { row.line + [0x0a] }

  func end(_ totals: AuditTotals) -> [UInt8] {
    JSONWriter.object { object in
      object.member("kind", "summary")
      object.members(of: totals)
    } + [0x0a]
  }
}

extension JSONWriter {
  fileprivate mutating func members(of run: AuditRun) {
    member("version", run.version)
    key("policy")
    value(run.policy)
    member("shard", orNull: run.shard) { object, shard in
      object.member("index", shard.index)
      object.member("count", shard.count)
    }
    member("files", run.files)
    member("paths", hex16(run.pathsChecksum))
    member("baseline", orNull: run.baseline.map(hex16))
    member("unchecked") { object in
      object.member("images", run.unchecked.images)
      object.member("files", run.unchecked.files)
      object.member("folders", run.unchecked.folders)
    }
    member("rulesOff", array: AuditRule.allCases.filter(run.rulesOff.contains)) { $0.string($1.rawValue) }
    member("command", orNull: run.command)
    if let folder = run.folder { member("folder", folder) }
    if let root = run.root { member("root", root) }
  }

  fileprivate mutating func members(of totals: AuditTotals) {
    member("files", totals.files)
    member("pixels", totals.pixels)
    member("failures", totals.failures)
    member("known", totals.known)
    member("stale", totals.stale)
    member("verdicts") { object in
      for verdict in RowVerdict.allCases { object.member(verdict.rawValue, totals.verdicts[verdict] ?? 0) }
    }
    member("severities") { object in
      for severity in Severity.allCases { object.member(severity.rawValue, totals.severities[severity] ?? 0) }
    }
    member("rules") { object in
      for rule in AuditRule.allCases { object.member(rule.rawValue, totals.rules[rule] ?? 0) }
    }
  }

  mutating func findingNumber(_ number: AuditFinding.Number) {
    if let whole = Int(exactly: number.value) { member(number.name, whole) } else { member(number.name, number.value) }
  }

  fileprivate mutating func members(of image: AuditedImage) {
    member("size", image.size)
    members(of: image.header)
    member("animated", image.isAnimated)
    if image.isTemplate { member("template", true) }
    member("declaration", orNull: image.declaration) { $0.members(of: $1) }
    if let content = image.content { member("content", hex16(content)) }
    member("report", orNull: image.report) { $0.members(of: $1) }
  }

  fileprivate mutating func members(of palette: AuditedPalette) {
    member("format", palette.format)
    member("colors", palette.colors)
    member("contexts", objects: palette.contexts) { $0.member("name", $1) }
    member("content", hex16(palette.content))
  }

  fileprivate mutating func members(of finding: AuditFinding, in row: AuditRow) {
    member("rule", finding.rule.rawValue)
    member("severity", finding.severity.rawValue)
    member("message", finding.message)
    member("numbers") { numbers in for number in finding.numbers { numbers.findingNumber(number) } }
    member("weight", finding.weight)
    if let file = finding.file { member("file", file) }
    if let line = finding.line { member("line", line) }
    if let offset = finding.offset { member("offset", offset) }
    if let chunk = finding.chunk { member("chunk", chunk) }
    member("fingerprint", row.fingerprint(of: finding))
    if let other = finding.other {
      member("other") { file in
        file.member("path", other.path)
        file.member("size", other.size)
        file.member("content", hex16(other.content))
      }
    }
    if let advice = finding.advice { member("advice", advice) }
    if let remedy = finding.remedy { member("remedy", array: remedy.words) { $0.string($1) } }
    if let command = finding.command(at: row.path) { member("command", command) }
  }
}

extension AuditRow {
  /// Returns a fingerprint of the rule, the path and the contents, also of the other file, with which alone it changes.
  func fingerprint(of finding: AuditFinding) -> String {
    let content = content(of: finding) ?? 0
    let bytes = Array(finding.rule.rawValue.utf8) + [0] + path.bytes + [0] + Array(hex16(content).utf8)
    return hex16(ContentChecksum.crc64(bytes))
  }

  package var line: [UInt8] { json(kind: "file") }

  fileprivate func json(kind: String?) -> [UInt8] {
    JSONWriter.object { object in
      if let kind { object.member("kind", kind) }
      object.member("path", path)
      object.member("verdict", verdict.rawValue)
      if let image { object.member("image") { $0.members(of: image) } }
      if let content { object.member("content", hex16(content)) }
      if let set {
        object.member("set") { object in
          object.member("kind", set.kind)
          object.member("name", set.name.text)
          object.member("slots", set.slots)
          object.member("content", hex16(set.content))
        }
      }
      if let palette { object.member("palette") { $0.members(of: palette) } }
      object.member("findings", objects: findings) { $0.members(of: $1, in: self) }
      if known > 0 { object.member("known", known) }
      if stale > 0 { object.member("stale", stale) }
      if let error { object.member("error", error) }
    }
  }
}
