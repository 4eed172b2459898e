import PNGCodec

/// Findings that are known, and of which nobody wants to hear again: by rule, path and contents, so that a file that was
/// changed speaks again.
public struct Baseline: Sendable, Hashable {
  struct Entry: Sendable, Hashable, Comparable {
    var path: Path
    var rule: AuditRule
    var content: UInt64

    static func < (a: Entry, b: Entry) -> Bool {
      if a.path != b.path { return a.path < b.path }
      if a.rule != b.rule { return a.rule.rawValue < b.rule.rawValue }
      return a.content < b.content
    }
  }

  private(set) var entries: Set<Entry> = []

  private static let schema = "gamut.baseline/2"

  public init() {}

  /// Adds all findings of a row, those that were known before too.
  public mutating func add(_ row: AuditRow) {
    for finding in row.findings {
      guard let content = row.content(of: finding) else { continue }
      entries.insert(Entry(path: row.path, rule: finding.rule, content: content))
    }
  }

  /// Takes the known findings out of a row.
  public func quiet(_ row: inout AuditRow) {
    guard !entries.isEmpty else { return }
    let new = row.findings.filter { finding in
      guard let content = row.content(of: finding) else { return true }
      return !entries.contains(Entry(path: row.path, rule: finding.rule, content: content))
    }
    row.known += row.findings.count - new.count
    row.findings = new
  }

  /// Of the entries in their order.
  var checksum: UInt64 { ContentChecksum.crc64(bytes) }

  /// The file, sorted, with an entry in each line.
  public var bytes: [UInt8] {
    var bytes = Array("{\"schema\":\"\(Self.schema)\",\"findings\":[".utf8)
    for (index, entry) in entries.sorted().enumerated() {
      var writer = JSONWriter()
      writer.object { object in
        object.member("path", entry.path)
        object.member("rule", entry.rule.rawValue)
        object.member("content", hex16(entry.content))
      }
      bytes += Array((index == 0 ? "\n" : ",\n").utf8) + writer.bytes
    }
    return bytes + Array("\n]}\n".utf8)
  }

  /// Why a file is no baseline.
  public struct Fault: Error, Sendable, Hashable {
    public let message: String
  }

  /// - Parameter name: of the file, for the command that writes it anew.
  public init(parsing bytes: [UInt8], name: Path = Path("FILE")) throws(Fault) {
    let root: JSONNode
    do {
      root = try JSONReader.read(bytes)
    } catch {
      throw Fault(message: "The baseline cannot be read: at byte \(error.offset) \(error.message).")
    }
    let command = "gamut audit PATHS --write-baseline \(name.shellWord)"
    guard let schema = root["schema"]?.string, schema.hasPrefix("gamut.baseline/"), let list = root["findings"]?.array
    else { throw Fault(message: "This is not a baseline (\(Self.schema)). Write one: \(command)") }
    guard schema == Self.schema else {
      throw Fault(
        message:
          "The baseline was written by another version of gamut (\(schema), this one reads \(Self.schema)): what "
          + "counts as a loss is not the same. Write it again: \(command)")
    }
    for (index, node) in list.enumerated() {
      // A rule that is gone cannot fire.
      guard let path = Path(node), let rule = node["rule"]?.string,
        let content = node["content"]?.string.flatMap({ UInt64($0, radix: 16) })
      else { throw Fault(message: "Entry \(index + 1) of the baseline lacks path, rule or content.") }
      if let rule = AuditRule(rawValue: rule) { entries.insert(Entry(path: path, rule: rule, content: content)) }
    }
  }

  /// Reads the file at a path.
  public init(reading path: Path) throws(Fault) {
    let bytes: [UInt8]?
    do {
      var source = try ByteSource(pathBytes: path.bytes)
      bytes = try source.readAll(atMost: 1 << 30)
    } catch {
      throw Fault(message: error.message.asSentence)
    }
    guard let bytes else { throw Fault(message: "A baseline has at most \(1 << 30) bytes.") }
    try self.init(parsing: bytes, name: path)
  }
}

/// Sixteen hexadecimal digits.
func hex16(_ value: UInt64) -> String {
  let digits = String(value, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}

extension Path {
  /// The members `path` and, where that does not say all, `pathBytes`.
  init?(_ node: JSONNode) {
    if let encoded = node["pathBytes"] {
      guard let bytes = encoded.string.flatMap({ decodedBase64($0) }) else { return nil }
      self.init(bytes: bytes)
    } else {
      guard let text = node["path"]?.string else { return nil }
      self.init(text)
    }
  }
}
