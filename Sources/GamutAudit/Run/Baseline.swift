public import GamutKit
import LittleCMS
import PNGCodec

/// Known findings to hide, by rule, path and contents; ``KnownFindings`` says which finding is known.
public struct Baseline: Sendable, Hashable {
  package struct Entry: Sendable, Hashable, Comparable {
    package var path: Pathname
    package var rule: AuditRule
    var content: UInt64

    package static func < (a: Entry, b: Entry) -> Bool {
      (a.path, a.rule.rawValue, a.content) < (b.path, b.rule.rawValue, b.content)
    }
  }

  private(set) var entries: Set<Entry> = []

  private static let schema = "gamut.baseline/2"

  /// Creates a baseline without findings.
  public init() {}

  init(_ entries: some Sequence<Entry>) { self.entries = Set(entries) }

  /// The number of findings.
  public var count: Int { entries.count }
  /// The number of their files.
  public var files: Int { Set(entries.map(\.path)).count }

  /// Adds all findings of a row, including those that the baseline already contains.
  public mutating func add(_ row: AuditRow) { entries.formUnion(row.findings.compactMap { Entry($0, of: row) }) }

  var checksum: UInt64 { ContentChecksum.crc64(bytes) }

  /// The contents of the file: sorted, one entry per line.
  public var bytes: [UInt8] {
    var bytes = Array("{\"schema\":\"\(Self.schema)\",\"findings\":[".utf8)
    for (index, entry) in entries.sorted().enumerated() {
      bytes += Array((index == 0 ? "\n" : ",\n").utf8)
      bytes += JSONWriter.object { object in
        object.member("path", entry.path)
        object.member("rule", entry.rule.rawValue)
        object.member("content", hex16(entry.content))
      }
    }
    return bytes + Array("\n]}\n".utf8)
  }

  /// The maximum size of a file in bytes: 64 MiB, or half a million findings.
  static let maximumSize = 64 << 20

  /// Parses the contents of a file.
  public init(parsing bytes: [UInt8]) throws(AuditError) {
    let root: JSONNode
    do {
      root = try JSONReader.read(bytes)
    } catch {
      throw AuditError("The baseline cannot be read: at byte \(error.offset) \(error.message).")
    }
    guard root["schema"]?.string == Self.schema, let list = root["findings"]?.array else {
      throw AuditError(
        "This is not a baseline of this version (\(Self.schema)).",
        hint: "Write one: gamut audit PATHS --write-baseline FILE")
    }
    for (index, node) in list.enumerated() {
      guard let path = Pathname(node), let rule = node["rule"]?.string, let content = node["content"]?.checksum else {
        throw AuditError("Entry \(index + 1) of the baseline lacks path, rule or content.")
      }
      // A rule that no longer exists cannot fire.
      if let rule = AuditRule.named(rule) { entries.insert(Entry(path: path, rule: rule, content: content)) }
    }
  }

  /// Reads the file at a path.
  public init(reading path: Pathname) throws(AuditError) {
    let bytes: [UInt8]?
    do {
      var source = try ByteSource(pathBytes: path.bytes)
      let size = source.size ?? 0
      // The values take some times the size of their text.
      if size <= Self.maximumSize { try MemoryRoom.require(8 * size) }
      bytes = size <= Self.maximumSize ? try source.readAll(atMost: Self.maximumSize) : nil
    } catch {
      throw AuditError(error)
    }
    guard let bytes else {
      throw AuditError(
        "A baseline has at most \(Self.maximumSize) bytes.",
        hint: "Make one for each folder, and audit them one by one.")
    }
    try self.init(parsing: bytes)
  }
}

extension JSONNode {
  var checksum: UInt64? { string.flatMap { UInt64($0, radix: 16) } }
}
