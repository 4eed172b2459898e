/// The inflated image data: filtered scanlines, one after the other (PNG Third Edition, 10.2), read as bytes.
struct ScanlineStream: ~Copyable, Sendable {
  var imageData: IDATStream
  private var inflater: Inflater
  private let window: Memory
  private var unread = 0..<0
  private var isEnded = false
  /// Bytes handed out so far.
  private var produced = 0

  init(_ imageData: consuming IDATStream, windowSize: Int) throws(PNGError) {
    let inflater = try Inflater()
    let window = try Memory(count: windowSize)
    self.inflater = inflater
    self.window = window
    self.imageData = imageData
  }

  /// Fills the whole buffer, or throws.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(PNGError) {
    var filled = 0
    while filled < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = try unsafe step(into: rest)
      filled += count
      produced += count
      if count == 0, isEnded {
        throw .imageData(
          detail: "the compressed data ends after \(produced) bytes of scanlines", offset: imageData.position)
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
    let end = imageData.position
    var surplus = 0
    while !isEnded, unsafe surplus < scratch.bytes.count {
      surplus += try unsafe step(into: scratch.bytes)
    }
    var compressed = isEnded ? unread.count : 0
    while true {
      let count = try unsafe imageData.read(into: window.bytes)
      if count == 0 { break }
      if isEnded { compressed += count }
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

  /// One call of zlib. Returns the bytes produced: 0 when it only took input, or at the end of the stream.
  private mutating func step(into buffer: UnsafeMutableRawBufferPointer) throws(PNGError) -> Int {
    guard !isEnded else { return 0 }
    if unread.isEmpty {
      unread = 0..<(try unsafe imageData.read(into: window.bytes))
      guard !unread.isEmpty else {
        if imageData.following == nil {
          throw .truncated(chunk: nil, offset: imageData.position, needed: 12, available: 0)
        }
        throw .imageData(
          detail: "the compressed data is cut short after \(produced) bytes of scanlines", offset: imageData.position)
      }
    }
    let input = unsafe UnsafeRawBufferPointer(rebasing: window.bytes[unread])
    let (consumed, count, status) = unsafe inflater.step(input, into: buffer)
    unread.removeFirst(consumed)
    switch status {
    case .running: break
    case .ended: isEnded = true
    case .failed(let detail):
      let offset = imageData.position
      try imageData.checkCRC()
      throw .imageData(detail: detail, offset: offset)
    }
    return count
  }
}
