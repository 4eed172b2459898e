/// The inflated image data: filtered scanlines, one after the other (PNG Third Edition, 10.2), read as bytes.
///
/// A small image that was read whole is inflated whole; of others there is room for as much as is taken at a time.
struct ScanlineStream: ~Copyable, Sendable {
  /// How many bytes of scanlines are inflated whole: what a second-level cache holds.
  static let wholeBytes = 1 << 20
  /// How many bytes of scanlines beyond the image are looked at.
  private static let surplusBytes = 64 << 10

  var imageData: IDATStream
  private var inflation: Inflation
  private let buffer: Memory
  /// Bytes of the image that were taken, and compressed ones that were inflated, where all were inflated at once.
  private var whole: (taken: Int, compressed: Int)?
  private var places = StreamPlaces()
  private var unread = WindowBytes.none
  private var isEnded = false
  /// Whether the inflater may have more output without more input.
  private var isOutputPending = false
  /// Bytes handed out so far, and bytes inflated.
  private var produced = 0
  private var inflated = 0
  /// Why zlib gave up, where ISA-L went on.
  private var refusal: PNGError?

  /// - Parameters:
  ///   - total: bytes of scanlines that the image has.
  ///   - step: the most that are taken at a time.
  init(_ imageData: consuming IDATStream, total: Int, step: Int, choice: DecoderChoice) throws(PNGError) {
    let isWhole = choice == .automatic && total <= Self.wholeBytes
    let buffer = try Memory(count: isWhole ? total : step)
    if isWhole, let inflater = WholeInflater() {
      let compressed = try unsafe imageData.withAllData { data in
        unsafe inflater.inflate(data, into: buffer.bytes) == total ? data.count : nil
      }
      if let compressed = compressed ?? nil {
        whole = (0, compressed)
        produced = total
        isEnded = true
      }
    }
    inflation =
      if whole != nil { .done } else if choice == .libpng { .zlib(try Inflater()) } else { .isal(try FastInflater()) }
    self.buffer = buffer
    self.imageData = imageData
  }

  /// The next `count` bytes, which stay where they are until the next call.
  mutating func take(_ count: Int) throws(PNGError) -> UnsafeRawBufferPointer {
    let start = whole?.taken ?? 0
    let bytes = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[start..<start + count])
    if whole == nil { try unsafe read(into: bytes) }
    whole?.taken += count
    return UnsafeRawBufferPointer(bytes)
  }

  /// Offset in the file right behind the last byte of compressed data that was inflated. At the end of the stream that
  /// is where the stream ends, whatever the inflater has read ahead.
  private var position: Int {
    places.offset(after: places.taken - unread.count - inflation.surplus) ?? imageData.position
  }

  /// Passes over the rest of the current IDAT and checks its CRC, which explains most of what looks wrong in its rows.
  /// Nothing can be read after that.
  mutating func checkCRC() throws(PNGError) {
    unread = .none
    try imageData.checkCRC()
  }

  /// Fills the whole buffer, or throws.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(PNGError) {
    if whole != nil {
      unsafe buffer.copyMemory(from: try take(buffer.count))
      return
    }
    var filled = 0
    while filled < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = try unsafe step(into: rest)
      filled += count
      produced += count
      if count == 0, isEnded {
        let error = PNGError.imageData(
          detail: "the compressed data ends after \(produced) bytes of scanlines", offset: position)
        try checkCRC()
        throw error
      }
    }
  }

  /// Reads the compressed data to its end, once the image is complete, and says what there is too much of.
  /// `expected` is the number of bytes that the image has.
  mutating func finish(expected: Int) throws(PNGError) -> [Finding] {
    // Scanlines that nobody wanted are still checked.
    let scratch = try Memory(count: Self.surplusBytes)
    while produced < expected {
      let wanted = unsafe min(scratch.bytes.count, expected - produced)
      try unsafe read(into: UnsafeMutableRawBufferPointer(rebasing: scratch.bytes[..<wanted]))
    }
    var surplus = 0
    while !isEnded, surplus < Self.surplusBytes {
      let room = Self.surplusBytes - surplus
      surplus += try unsafe step(into: UnsafeMutableRawBufferPointer(rebasing: scratch.bytes[..<room]))
    }
    let isCounted = surplus < Self.surplusBytes
    let end = isCounted ? position : imageData.first.offset
    var compressed = isEnded ? inflation.surplus + unread.count - (whole?.compressed ?? 0) : 0
    while true {
      let more = try imageData.take().count
      if more == 0 { break }
      if isEnded { compressed += more }
    }
    let message: String
    if surplus > 0 {
      message = "the image data holds \(isCounted ? "" : "at least ")\(surplus) bytes more than the image needs"
    } else if compressed > 0 {
      message = "\(compressed) bytes follow the end of the compressed image data"
    } else {
      return []
    }
    return [Finding(kind: .surplusImageData, offset: end, chunk: "IDAT", message: message)]
  }

  /// One call of the inflater. Returns the bytes produced: 0 when it only took input, or at the end of the stream.
  private mutating func step(into buffer: UnsafeMutableRawBufferPointer) throws(PNGError) -> Int {
    guard !isEnded else { return 0 }
    if unread.isEmpty, !isOutputPending {
      unread = try imageData.take()
      guard !unread.isEmpty else {
        if imageData.following == nil {
          throw .truncated(chunk: nil, offset: imageData.position, needed: 12, available: 0)
        }
        throw refusal
          ?? .imageData(
            detail: "the compressed data is cut short after \(inflated) bytes of scanlines", offset: position)
      }
      places.add(unread.count, at: imageData.position - unread.count)
    }
    let (consumed, count, status) = unsafe inflation.step(unread.pointer, into: buffer)
    unread.removeFirst(consumed)
    isOutputPending = count == buffer.count
    inflated += count
    switch status {
    case .running: break
    case .ended: isEnded = true
    case .failed(let detail):
      // Where the inflater stopped, however much was asked of it at a time.
      let error = refusal ?? .imageData(detail: detail, offset: position)
      try checkCRC()
      guard inflation.isZlib, Self.codeFaults.contains(detail) else { throw error }
      try goOnWithISAL(insteadOf: error)
    }
    return count
  }

  /// What zlib says of Huffman codes that give a bit pattern two meanings, or none.
  private static let codeFaults: Set<String> = [
    "invalid code lengths set", "invalid literal/lengths set", "invalid distances set",
  ]

  /// Starts again with ISA-L, which accepts codes that leave bit patterns without a meaning as long as none of those
  /// occurs: RFC 1951 does not forbid them, and all decoders shall accept the same files. Throws zlib's error where the
  /// file can be read only once; where ISA-L fails too, later steps throw it.
  private mutating func goOnWithISAL(insteadOf error: PNGError) throws(PNGError) {
    guard let again = imageData.reopened() else { throw error }
    imageData = again
    inflation = .isal(try FastInflater())
    places = StreamPlaces()
    isOutputPending = false
    refusal = error
    let scratch = try Memory(count: 64 << 10)
    let known = inflated
    inflated = 0
    while inflated < known {
      let rest = unsafe scratch.bytes.prefix(known - inflated)
      _ = try unsafe step(into: UnsafeMutableRawBufferPointer(rebasing: rest))
      if isEnded { throw error }
    }
  }
}
