import Synchronization

/// Extracts the profile from an iCCP chunk (PNG Third Edition, 11.3.2.3), inflating it window by window so that neither
/// the chunk nor a decompression bomb is held in memory.
struct EmbeddedProfileReader {
  /// The profile or its fault, and the number of bytes after the end of the compressed stream.
  var profile: EmbeddedProfile
  var surplus = 0
  /// Whether the compressed data ends with its checksum. libpng does not look at it once it has the profile.
  var hasChecksum = true
  /// Whether the keyword follows the rules for keywords. The profile can be read in either case.
  var isKeywordRegular = true

  /// Reads the data of the current chunk; the caller checks its CRC. Throws only errors of the file itself.
  init(from chunks: inout ChunkReader, maximum: Int) throws(PNGError) {
    let input = try Memory(count: 16 << 10)
    var filled = 0
    while unsafe filled < input.bytes.count {
      let count = try unsafe chunks.read(into: UnsafeMutableRawBufferPointer(rebasing: input.bytes[filled...]))
      if count == 0 { break }
      filled += count
    }
    // 79 bytes of keyword, its terminating zero, and the compression method.
    let head = unsafe [UInt8](input.bytes[..<min(filled, 81)])
    let name = Array(head.prefix { $0 != 0 })
    profile = EmbeddedProfile(name: Self.latin1(name.prefix(79)), contents: .failure(.badName))
    guard (1...79).contains(name.count), name.count < head.count else { return }
    isKeywordRegular = Self.isRegular(name)
    guard name.count + 1 < head.count else {
      profile.contents = .failure(.truncated)
      return
    }
    let method = head[name.count + 1]
    guard method == 0 else {
      profile.contents = .failure(.unknownCompressionMethod(method))
      return
    }
    try inflate(input, unread: (name.count + 2)..<filled, from: &chunks, maximum: maximum)
  }

  private mutating func inflate(
    _ input: borrowing Memory, unread head: Range<Int>, from chunks: inout ChunkReader, maximum: Int
  ) throws(PNGError) {
    let whole = unsafe UnsafeRawBufferPointer(rebasing: input.bytes[head])
    let isWhole = unsafe head.upperBound < input.bytes.count
    if isWhole, let known = unsafe InflatedProfile.known(whole), known.count <= maximum {
      profile.contents = .success(known)
      return
    }
    let stream = unsafe isWhole ? [UInt8](whole) : []
    let output = try Memory(count: 64 << 10)
    var inflater = try Inflater()
    var unread = head
    var bytes: [UInt8] = []
    while true {
      if unread.isEmpty {
        unread = 0..<(try unsafe chunks.read(into: input.bytes))
        if unread.isEmpty {
          end(bytes, .truncated)
          return
        }
      }
      let window = unsafe UnsafeRawBufferPointer(rebasing: input.bytes[unread])
      let (consumed, produced, status) = unsafe inflater.step(window, into: output.bytes)
      unread.removeFirst(consumed)
      guard bytes.count + produced <= maximum else {
        profile.contents = .failure(.tooLarge(maximum: maximum))
        return
      }
      // An array that grows is in memory twice. What is reserved and not used takes none.
      if bytes.count + produced > 1 << 17, bytes.capacity < maximum { bytes.reserveCapacity(maximum) }
      unsafe bytes.append(contentsOf: output.bytes[..<produced])
      switch status {
      case .running: continue
      case .failed(let detail):
        end(bytes, .damaged(detail))
        return
      case .ended:
        profile.contents = .success(bytes)
        surplus = unread.count
        if isWhole, surplus == 0, unsafe bytes.count <= output.bytes.count {
          InflatedProfile.add(InflatedProfile(stream: stream, bytes: bytes))
        }
        while true {
          let count = try unsafe chunks.read(into: input.bytes)
          if count == 0 { return }
          surplus += count
        }
      }
    }
  }

  /// Keeps what was inflated before a fault if it has the signature of a profile, and the size that its header declares
  /// (ICC.1:2022, 7.2.2 and 7.2.9).
  private mutating func end(_ bytes: [UInt8], _ fault: EmbeddedProfile.Fault) {
    hasChecksum =
      bytes.count < 128 || !bytes[36..<40].elementsEqual("acsp".utf8) || bytes.bigEndian32(at: 0) != bytes.count
    profile.contents = hasChecksum ? .failure(fault) : .success(bytes)
  }

  /// Checks the rules for the characters of keywords (11.3.3.2): printable Latin-1, with single spaces only inside.
  private static func isRegular(_ name: [UInt8]) -> Bool {
    guard name.first != 0x20, name.last != 0x20 else { return false }
    return name.indices.allSatisfy { index in
      switch name[index] {
      case 0x20: name[index - 1] != 0x20
      case 0x21...0x7e, 0xa1...0xff: true
      default: false
      }
    }
  }

  private static func latin1(_ bytes: some Collection<UInt8>) -> String {
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(Unicode.Scalar(byte)) }
    return String(text)
  }
}

/// A profile with its complete compressed stream: the images of a folder mostly have the same one.
private struct InflatedProfile: Sendable {
  let stream, bytes: [UInt8]

  /// The last ones that were inflated, each of up to 80 KiB.
  private static let latest = Mutex<[InflatedProfile]>([])
  private static let limit = 8

  /// Returns the profile of a stream if it is one of the last ones.
  static func known(_ stream: UnsafeRawBufferPointer) -> [UInt8]? {
    latest.withLock { latest in
      latest.first { unsafe $0.stream.withUnsafeBytes { unsafe $0.hasSameBytes(as: stream) } }?.bytes
    }
  }

  static func add(_ profile: InflatedProfile) {
    latest.withLock { latest in
      // Another thread may have inflated the same one.
      if latest.contains(where: { $0.stream == profile.stream }) { return }
      if latest.count == limit { latest.removeFirst() }
      latest.append(profile)
    }
  }
}
