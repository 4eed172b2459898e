/// The inflated image data: filtered scanlines, one after the other (PNG Third Edition, 10.2), read as bytes.
///
/// A small image that was read whole is inflated whole; of others there is room for as much as is taken at a time.
struct ScanlineStream: ~Copyable, Sendable {
  /// How many bytes of scanlines are inflated whole: what a second-level cache holds.
  static let wholeBytes = 1 << 20

  var imageData: IDATStream
  private var inflation: Inflation
  private let buffer: Memory
  /// Bytes of the image that were taken, and compressed ones that were inflated, where all were inflated at once.
  private var whole: (taken: Int, compressed: Int)?
  private var unread = WindowBytes.none
  private var isEnded = false
  /// Whether the inflater may have more output without more input.
  private var isOutputPending = false
  /// Bytes handed out so far.
  private var produced = 0

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

  /// Offset in the file of the next byte to inflate.
  var position: Int { imageData.position - unread.count }

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
        throw .imageData(
          detail: "the compressed data ends after \(produced) bytes of scanlines", offset: position)
      }
    }
  }

  /// Reads the compressed data to its end, once the image is complete, and says what there is too much of.
  /// `expected` is the number of bytes that the image has.
  mutating func finish(expected: Int) throws(PNGError) -> [Finding] {
    // Scanlines that nobody wanted are still checked.
    let scratch = try Memory(count: 64 << 10)
    while produced < expected {
      let wanted = unsafe min(scratch.bytes.count, expected - produced)
      try unsafe read(into: UnsafeMutableRawBufferPointer(rebasing: scratch.bytes[..<wanted]))
    }
    let end = position
    var surplus = 0
    while !isEnded, unsafe surplus < scratch.bytes.count {
      surplus += try unsafe step(into: scratch.bytes)
    }
    var compressed = isEnded ? inflation.surplus + unread.count - (whole?.compressed ?? 0) : 0
    while true {
      let more = try imageData.take().count
      if more == 0 { break }
      if isEnded { compressed += more }
    }
    return Self.findings(surplus: surplus, isEnded: isEnded, compressed: compressed, near: end)
  }

  private static func findings(surplus: Int, isEnded: Bool, compressed: Int, near offset: Int) -> [Finding] {
    let message: String
    if surplus > 0 {
      message = "the image data holds \(isEnded ? "" : "at least ")\(surplus) bytes more than the image needs"
    } else if compressed > 0 {
      message = "\(compressed) bytes follow the end of the compressed image data"
    } else {
      return []
    }
    return [Finding(kind: .surplusImageData, offset: offset, chunk: "IDAT", message: message)]
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
        throw .imageData(
          detail: "the compressed data is cut short after \(produced) bytes of scanlines", offset: position)
      }
    }
    let (consumed, count, status) = unsafe inflation.step(unread.pointer, into: buffer)
    unread.removeFirst(consumed)
    isOutputPending = count == buffer.count
    switch status {
    case .running: break
    case .ended: isEnded = true
    case .failed(let detail):
      // Where the inflater stopped, however much was asked of it at a time.
      let offset = position
      unread = .none
      try imageData.checkCRC()
      throw .imageData(detail: detail, offset: offset)
    }
    return count
  }
}
