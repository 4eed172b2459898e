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
    let latin1 = String(String.UnicodeScalarView(name.prefix(79).map { Unicode.Scalar($0) }))
    profile = EmbeddedProfile(name: latin1, contents: .failure(.badName))
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
        surplus = unread.count + inflater.surplus
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
}
