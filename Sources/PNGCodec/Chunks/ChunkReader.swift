import CISAL

/// Reads the chunks of a file in order and checks their structure: signature, lengths, CRCs. Data is read in windows
/// that the caller provides, so that memory is never allocated according to a declared length.
struct ChunkReader: ~Copyable, Sendable {
  struct Chunk: Sendable {
    var type: ChunkType
    /// The number of data bytes, at most 2^31 - 1, and within the file if its size is known.
    var length: Int
    /// The offset of the chunk (of its length field) in the file.
    var offset: Int
    /// The bytes from the first of its length to the last of its CRC.
    var range: Range<Int> { offset..<offset + length + 12 }
  }

  private var source: ByteSource
  private let limits: Limits
  private var current: Chunk?
  private var unread = 0
  private var crc: UInt32 = 0

  init(_ source: consuming ByteSource, limits: Limits) throws(PNGError) {
    self.source = source
    self.limits = limits
    var signature = try readUpTo(Signature.expected.count)
    if signature != Signature.expected { signature += try readUpTo(256) }
    try Signature.check(signature)
  }

  var position: Int { source.position }

  /// Reads the next chunk's head; nil at the end of the file. The previous chunk must be finished.
  mutating func next() throws(PNGError) -> Chunk? {
    let offset = position
    let (head, count) = try readNumber(bytes: 8)
    if count == 0 { return nil }
    guard count == 8 else {
      throw .truncated(chunk: nil, offset: offset, needed: 12, available: count)
    }
    let type = ChunkType(rawValue: UInt32(truncatingIfNeeded: head))
    let length = Int(head >> 32)
    guard type.isWellFormed else { throw .chunkType(chunk: type, offset: offset) }
    guard length <= 0x7fff_ffff else {
      throw .chunkLength(chunk: type, offset: offset, length: length, rule: "at most 2147483647")
    }
    // A length beyond the end of the file is a truncation, independent of the limits.
    if let size = source.size, length + 4 > size - position {
      throw .truncated(chunk: type, offset: offset, needed: length + 4, available: size - position)
    }
    if type.isAncillary, type != .fdAT, length > limits.maximumAncillaryChunk {
      throw .limitExceeded(
        limit: .ancillaryChunk, value: length, maximum: limits.maximumAncillaryChunk, chunk: type, offset: offset)
    }
    let chunk = Chunk(type: type, length: length, offset: offset)
    current = chunk
    unread = chunk.length
    crc = unsafe withUnsafeBytes(of: chunk.type.rawValue.bigEndian) { name in
      unsafe gamut_crc32(0, name.baseAddress?.assumingMemoryBound(to: UInt8.self), 4)
    }
    return chunk
  }

  /// Reads data of the current chunk, at most `buffer.count` bytes; 0 when there is none left.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(PNGError) -> Int {
    let data = try take(buffer.count)
    unsafe buffer.copyMemory(from: data.pointer)
    return data.count
  }

  /// Takes the next data of the current chunk, at most `limit` bytes; empty if none are left.
  mutating func take(_ limit: Int) throws(PNGError) -> WindowBytes {
    let wanted = min(limit, unread)
    guard wanted > 0 else { return .none }
    let data = try source.take(wanted)
    guard !data.isEmpty else { throw truncation(needed: unread + 4) }
    unsafe crc = gamut_crc32(
      crc, data.pointer.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(data.count))
    unread -= data.count
    return data
  }

  /// Reads the rest of the current chunk's data, which must be short.
  mutating func readAll() throws(PNGError) -> [UInt8] { try readSome(atMost: .max) }

  mutating func readSome(atMost limit: Int) throws(PNGError) -> [UInt8] {
    var data: [UInt8] = []
    while data.count < limit {
      let more = try take(limit - data.count)
      if more.isEmpty { break }
      unsafe data.append(contentsOf: more.pointer)
    }
    return data
  }

  /// Skips the rest of the current chunk and reads its CRC.
  mutating func finish() throws(PNGError) -> CRC {
    while unread > 0 { _ = try take(unread) }
    let (declared, count) = try readNumber(bytes: 4)
    guard count == 4 else { throw truncation(needed: 4 - count) }
    return CRC(declared: UInt32(declared), computed: crc)
  }

  /// Returns the number of bytes after IEND, and whether there may be more than were read.
  mutating func trailingBytes() throws(PNGError) -> (count: Int, isAtLeast: Bool) {
    if let size = source.size { return (size - position, false) }
    let limit = 64 << 10
    let count = try readUpTo(limit).count
    return (count, count == limit)
  }

  private func truncation(needed: Int) -> PNGError {
    .truncated(
      chunk: current?.type, offset: current?.offset ?? position, needed: needed,
      available: source.size.map { $0 - position })
  }

  /// Reads the next `count` bytes, at most 8, or all that remain, as a big-endian number.
  private mutating func readNumber(bytes count: Int) throws(PNGError) -> (value: UInt64, count: Int) {
    let bytes = try readUpTo(count)
    return (bytes.reduce(0) { $0 << 8 | UInt64($1) }, bytes.count)
  }

  private mutating func readUpTo(_ count: Int) throws(PNGError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(count, 64))
    while bytes.count < count {
      let more = try source.take(count - bytes.count)
      if more.isEmpty { break }
      unsafe bytes.append(contentsOf: more.pointer)
    }
    return bytes
  }
}

struct CRC: Sendable, Hashable {
  var declared: UInt32
  var computed: UInt32
  var isValid: Bool { declared == computed }

  func fault(of chunk: ChunkReader.Chunk) -> PNGError? {
    isValid ? nil : .crcMismatch(chunk: chunk.type, offset: chunk.offset, declared: declared, computed: computed)
  }
}

extension ChunkType {
  /// Returns a chunk of this type as in a file: length, type, data, CRC (PNG Third Edition, 5.3).
  func chunk(_ data: [UInt8]) -> [UInt8] {
    let body = rawValue.bigEndianBytes + data
    return UInt32(truncatingIfNeeded: data.count).bigEndianBytes + body + ContentChecksum.crc32(body).bigEndianBytes
  }
}

/// The eight bytes that begin a PNG file (PNG Third Edition, 5.2).
enum Signature {
  static let expected: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  static let lfsPointer = Array("version https://git-lfs.github.com/spec/".utf8)

  /// Accepts the signature, or throws an error with the actual format.
  static func check(_ bytes: [UInt8]) throws(PNGError) {
    if bytes == expected { return }
    if bytes.isEmpty { throw .empty }
    if bytes.count < 8, expected.starts(with: bytes) {
      throw .truncated(chunk: nil, offset: 0, needed: 8, available: bytes.count)
    }
    if bytes.starts(with: lfsPointer) { throw .lfsPointer }
    // Changed line endings (CR LF to LF or back) or a lost eighth bit: the signature is designed to detect these.
    let name = Array(bytes.dropFirst().prefix(3))
    if name == Array(expected[1...3]), bytes[0] == 0x89 || bytes[0] == 0x09 { throw .damagedSignature }
    throw .notPNG(looksLike: format(of: bytes))
  }

  private static let formats: [(at: Int, magic: [UInt8], name: String)] = [
    (0, [0xff, 0xd8, 0xff], "JPEG"),
    (0, Array("GIF8".utf8), "GIF"),
    (8, Array("WEBP".utf8), "WebP"),
    (0, Array("RIFF".utf8), "a RIFF file, as sounds and videos are"),
    (4, Array("ftypavi".utf8), "AVIF"),
    (4, Array("ftyphei".utf8), "HEIC"),
    (4, Array("ftypmif1".utf8), "HEIF"),
    (4, Array("ftyp".utf8), "a video or another ISO media file"),
    (0, [0xff, 0x0a], "JPEG XL"),
    (4, Array("JXL ".utf8), "JPEG XL"),
    (4, Array("jP  ".utf8), "JPEG 2000"),
    (0, [0x49, 0x49, 0x2a, 0x00], "TIFF"),
    (0, [0x4d, 0x4d, 0x00, 0x2a], "TIFF"),
    (0, Array("8BPS".utf8), "Photoshop"),
    (0, [0x00, 0x00, 0x01, 0x00], "ICO, an icon for Windows or a web site"),
    (0, Array("icns".utf8), "ICNS, an icon for macOS"),
    (0, Array("BM".utf8), "BMP"),
    (0, Array("%PDF".utf8), "PDF"),
    (36, Array("acsp".utf8), "an ICC profile"),
    (0, [0x8a, 0x4d, 0x4e, 0x47], "MNG"),
    (0, [0x8b, 0x4a, 0x4e, 0x47], "JNG"),
    (0, Array("PK\u{3}\u{4}".utf8), "a ZIP archive"),
    (0, [0x1f, 0x8b], "gzip"),
    (0, Array("\0GITCRYPT".utf8), "a file that git-crypt has encrypted"),
  ]

  /// Documents of text, by how they begin after white space and the mark of UTF-8, in lower case.
  private static let texts: [(start: String, name: String)] = [
    ("<svg", "SVG"), ("<!doctype svg", "SVG"), ("<!doctype html", "an HTML page"), ("<html", "an HTML page"),
    ("<?xml", "XML, perhaps SVG"), ("{", "JSON"),
  ]

  private static func format(of bytes: [UInt8]) -> String? {
    if let binary = formats.first(where: { bytes.dropFirst($0.at).starts(with: $0.magic) }) { return binary.name }
    let text = bytes.drop { [0xef, 0xbb, 0xbf, 0x09, 0x0a, 0x0d, 0x20].contains($0) }.map {
      (0x41...0x5a).contains($0) ? $0 | 0x20 : $0
    }
    return texts.first { text.starts(with: $0.start.utf8) }?.name
  }
}
