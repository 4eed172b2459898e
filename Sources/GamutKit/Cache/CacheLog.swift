import PNGCodec

/// The contents of the file of a cache: a head, and records one after the other, each with a mark, its length, and a
/// checksum. What follows a damaged or truncated record is not read.
struct CacheLog {
  /// Identifies the format; each format has its own.
  static let head = Array("gamut cache 1\n".utf8)
  private static let mark = Array("\u{1}row".utf8)
  /// The mark, the length in 4 bytes, the checksum in 8, and the key.
  private static let headSize = 16 + ContentHash.size
  private static let lengthLimit = 1 << 28

  let bytes: [UInt8]
  /// The bytes of the latest row for each key.
  private(set) var records: [ContentHash: Range<Int>] = [:]
  /// The size of records that later ones replace.
  private(set) var deadSize = 0
  /// The number of bytes from the first damaged record on.
  private(set) var damagedSize = 0
  /// Whether the file is a cache, or one whose head was not written.
  let isOwn: Bool

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let isComplete = bytes.starts(with: Self.head)
    isOwn = isComplete || Self.isUnwritten(head: bytes)
    guard isComplete else {
      damagedSize = isOwn ? bytes.count : 0
      return
    }
    records.reserveCapacity(bytes.count / 256)
    var place = Self.head.count
    while let (key, body) = record(at: place) {
      if let old = records.updateValue(body, forKey: key) { deadSize += old.count + Self.headSize }
      place = body.upperBound
    }
    damagedSize = bytes.count - place
  }

  /// Whether the first bytes of a file are a part of the head, or zeros, because the system stopped while they were
  /// written.
  static func isUnwritten(head bytes: [UInt8]) -> Bool {
    let first = bytes.prefix(head.count)
    return first.count < head.count && head.starts(with: first) || first.allSatisfy { $0 == 0 }
  }

  private func record(at place: Int) -> (key: ContentHash, body: Range<Int>)? {
    let start = place + Self.headSize
    guard start <= bytes.count, bytes[place..<place + Self.mark.count].elementsEqual(Self.mark) else { return nil }
    let length = Int(truncatingIfNeeded: bytes.littleEndian64(at: place) >> 32)
    guard length < Self.lengthLimit, length <= bytes.count - start,
      ContentChecksum.crc64(bytes, in: place + 16..<start + length) == bytes.littleEndian64(at: place + 8)
    else { return nil }
    return (ContentHash(in: bytes, at: place + 16), start..<start + length)
  }

  /// Returns the bytes of a record; nil if it is too long.
  static func record(_ key: ContentHash, _ body: [UInt8]) -> [UInt8]? {
    guard body.count < lengthLimit else { return nil }
    let checked = key.bytes + body
    return mark + UInt64(body.count).littleEndianBytes[..<4] + ContentChecksum.crc64(checked).littleEndianBytes
      + checked
  }

  /// Returns the parts of the contents that a smaller file of at most `limit` bytes consists of, besides the head: the
  /// latest records, and the newest of these.
  func compacted(limit: Int) -> some Sequence<Range<Int>> {
    let all = records.values.sorted { $0.lowerBound > $1.lowerBound }
    var (kept, size): ([Range<Int>], Int) = ([], Self.head.count)
    for body in all where size + body.count + Self.headSize <= limit {
      size += body.count + Self.headSize
      kept.append(body)
    }
    return kept.reversed().lazy.map { $0.lowerBound - Self.headSize..<$0.upperBound }
  }
}
