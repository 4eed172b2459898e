public import GamutKit
import LittleCMS
public import PNGCodec

/// Known findings to hide, by rule, path and contents; ``KnownFindings`` says which finding is known.
public struct Baseline: Sendable, Hashable {
  package struct Entry: Sendable, Hashable, Comparable {
    package var path: Pathname
    package var rule: AuditRule
    var content: UInt64

    package static func < (a: Entry, b: Entry) -> Bool {
      if a.path != b.path { return a.path < b.path }
      if a.rule != b.rule { return a.rule.rawValue < b.rule.rawValue }
      return a.content < b.content
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

  /// The reason that a file is not a valid baseline.
  public enum Fault: AdvisedError, Hashable {
    /// The file cannot be read.
    case unreadable(PNGError)
    /// The file is larger than `maximum` bytes.
    case tooLarge(maximum: Int)
    /// The file is not valid JSON at this byte.
    case malformed(offset: Int, fault: String)
    /// The file is JSON, but not a baseline.
    case notABaseline
    /// A version of gamut with a different schema wrote it.
    case anotherSchema(String)
    /// An entry, from 1, is not complete.
    case incompleteEntry(Int)

    /// The problem in whole sentences, without the file's name.
    public var message: String { words.message }
    /// What helps, in whole sentences; nil if nothing is known to.
    public var hint: String? { words.hint }

    private var words: (message: String, hint: String?) {
      let another = "Write one: gamut audit PATHS --write-baseline FILE"
      switch self {
      case .unreadable(let error): return (error.message.asSentence, error.hint)
      case .tooLarge(let maximum):
        return ("A baseline has at most \(maximum) bytes.", "Make one for each folder, and audit them one by one.")
      case .malformed(let offset, let fault): return ("The baseline cannot be read: at byte \(offset) \(fault).", nil)
      case .notABaseline: return ("This is not a baseline (\(Baseline.schema)).", another)
      case .anotherSchema(let schema):
        return (
          "The baseline was written by another version of gamut (\(schema.shortened), this one reads "
            + "\(Baseline.schema)): what counts as a loss is not the same.", another
        )
      case .incompleteEntry(let number): return ("Entry \(number) of the baseline lacks path, rule or content.", nil)
      }
    }
  }

  /// The maximum size of a file in bytes: 64 MiB, or half a million findings.
  static let maximumSize = 64 << 20

  /// Parses the contents of a file.
  public init(parsing bytes: [UInt8]) throws(Fault) {
    let root: JSONNode
    do {
      root = try JSONReader.read(bytes)
    } catch {
      throw .malformed(offset: error.offset, fault: error.message)
    }
    guard let schema = root["schema"]?.string, schema.hasPrefix("gamut.baseline/"), let list = root["findings"]?.array
    else { throw .notABaseline }
    guard schema == Self.schema else { throw .anotherSchema(schema) }
    for (index, node) in list.enumerated() {
      guard let path = Pathname(node), let rule = node["rule"]?.string, let content = node["content"]?.checksum else {
        throw .incompleteEntry(index + 1)
      }
      // A rule that no longer exists cannot fire.
      if let rule = AuditRule.named(rule) { entries.insert(Entry(path: path, rule: rule, content: content)) }
    }
  }

  /// Reads the file at a path.
  public init(reading path: Pathname) throws(Fault) {
    let bytes: [UInt8]?
    do {
      var source = try ByteSource(pathBytes: path.bytes)
      let size = source.size ?? 0
      // The values take some times the size of their text.
      if size <= Self.maximumSize { try MemoryRoom.require(8 * size) }
      bytes = size <= Self.maximumSize ? try source.readAll(atMost: Self.maximumSize) : nil
    } catch {
      throw .unreadable(error)
    }
    guard let bytes else { throw .tooLarge(maximum: Self.maximumSize) }
    try self.init(parsing: bytes)
  }
}

extension JSONNode {
  var checksum: UInt64? { string.flatMap { UInt64($0, radix: 16) } }
}
