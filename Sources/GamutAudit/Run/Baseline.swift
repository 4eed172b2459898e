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

  /// Sorted in ascending order, without duplicates.
  private(set) var entries: [Entry] = []

  private static let schema = "gamut.baseline/2"

  /// Creates a baseline without findings.
  public init() {}

  init(_ entries: [Entry]) {
    // Files written by gamut are already sorted, which the sort detects quickly.
    for entry in entries.sorted() where self.entries.last != entry { self.entries.append(entry) }
  }

  /// The number of findings.
  public var count: Int { entries.count }
  /// The number of their files.
  public var files: Int { zip(entries, entries.dropFirst()).count { $0.path != $1.path } + min(entries.count, 1) }

  /// Adds all findings of a row, including those that the baseline already contains.
  public mutating func add(_ row: AuditRow) {
    for finding in row.findings {
      guard let entry = Entry(finding, of: row) else { continue }
      let place = place(of: entry)
      if place == entries.count || entries[place] != entry { entries.insert(entry, at: place) }
    }
  }

  /// Returns the index of the first entry that is not less than the given one.
  private func place(of entry: Entry) -> Int {
    // Rows usually come in the order of their paths.
    if let last = entries.last, last < entry { return entries.count }
    return partition { $0 < entry }
  }

  /// Returns the index of the first entry for which a condition is false, which is true for those before it.
  private func partition(_ isBefore: (Entry) -> Bool) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(entries[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The indices of the entries for a path.
  func range(of path: Pathname) -> Range<Int> {
    let start = partition { $0.path < path }
    return start..<max(start, partition { !(path < $0.path) })
  }

  /// The checksum of the sorted entries.
  var checksum: UInt64 {
    var checksum: UInt64 = 0
    write { checksum = ContentChecksum.crc64($0, continuing: checksum) }
    return checksum
  }

  /// The contents of the file: sorted, one entry per line.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write { bytes += $0 }
    return bytes
  }

  /// Passes the contents of the file to `body` piece by piece.
  package func write<Failure: Error>(_ body: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
    var piece = Array("{\"schema\":\"\(Self.schema)\",\"findings\":[".utf8)
    for (index, entry) in entries.enumerated() {
      var writer = JSONWriter()
      writer.object { object in
        object.member("path", entry.path)
        object.member("rule", entry.rule.rawValue)
        object.member("content", hex16(entry.content))
      }
      piece += Array((index == 0 ? "\n" : ",\n").utf8) + writer.bytes
      if piece.count >= 64 << 10 {
        try body(piece)
        piece.removeAll(keepingCapacity: true)
      }
    }
    try body(piece + Array("\n]}\n".utf8))
  }

  /// The reason that a file is not a valid baseline.
  public enum Fault: AdvisedError, Hashable {
    /// The file cannot be read.
    case unreadable(PNGError)
    /// The file is larger than `maximum` bytes.
    case tooLarge(size: Int, maximum: Int)
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
      case .tooLarge(let size, let maximum):
        return (
          "A baseline has at most \(maximum) bytes, and this one has \(size).",
          "Make one for each folder, and audit them one by one."
        )
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

  /// The maximum size of a file in bytes: 128 MiB, or over a million findings.
  static let maximumSize = 128 << 20

  /// Parses the contents of a file.
  public init(parsing bytes: [UInt8]) throws(Fault) { try self.init(parsing: ByteSource(bytes: bytes)) }

  private init(parsing source: consuming ByteSource) throws(Fault) {
    var found: [Entry] = []
    var count = 0
    var faulty: Int?
    let root: JSONNode
    do {
      root = try JSONReader.read(source, atMost: Self.maximumSize, elementsOf: "findings") {
        node throws(JSONReader.Fault) in
        count += 1
        guard let path = Pathname(node), let rule = node["rule"]?.string,
          let content = node["content"]?.string.flatMap({ UInt64($0, radix: 16) })
        else {
          faulty = faulty ?? count
          return
        }
        // A rule that no longer exists cannot fire.
        if let rule = AuditRule.named(rule) { found.append(Entry(path: path, rule: rule, content: content)) }
      }
    } catch {
      throw .malformed(offset: error.offset, fault: error.message)
    }
    guard let schema = root["schema"]?.string, schema.hasPrefix("gamut.baseline/"), root["findings"]?.array != nil
    else { throw .notABaseline }
    guard schema == Self.schema else { throw .anotherSchema(schema) }
    if let faulty { throw .incompleteEntry(faulty) }
    self.init(found)
  }

  /// Reads the file at a path, piece by piece.
  public init(reading path: Pathname) throws(Fault) {
    let source: ByteSource
    do {
      source = try ByteSource(pathBytes: path.bytes)
    } catch {
      throw .unreadable(error)
    }
    if let size = source.size, size > Self.maximumSize { throw .tooLarge(size: size, maximum: Self.maximumSize) }
    try self.init(parsing: source)
  }
}
