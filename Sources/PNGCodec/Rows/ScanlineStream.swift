/// The inflated image data: filtered scanlines, one after the other (PNG Third Edition, 10.2), read as bytes.
struct ScanlineStream: ~Copyable, Sendable {
  /// The maximum number of bytes of scanlines beyond the image that are checked.
  private static let surplusBytes = 64 << 10

  var imageData: IDATStream
  private var inflater: Inflater
  private let buffer: Memory
  private var unread = WindowBytes.none
  private var isEnded = false
  /// Whether the inflater may have more output without more input.
  private var isOutputPending = false
  private var inflated = 0

  /// - Parameter step: the maximum number of bytes taken at a time.
  init(_ imageData: consuming IDATStream, step: Int) throws(PNGError) {
    let buffer = try Memory(count: step)
    inflater = try Inflater()
    self.buffer = buffer
    self.imageData = imageData
  }

  /// Returns the next `count` bytes, which the caller may change, valid until the next call.
  mutating func take(_ count: Int) throws(PNGError) -> UnsafeMutableRawBufferPointer {
    let bytes = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[..<count])
    try unsafe read(into: bytes)
    return unsafe bytes
  }

  /// The offset in the file directly after the last byte that the inflater took.
  private var position: Int { imageData.position - unread.count }

  /// Skips the rest of the current IDAT and checks its CRC, which explains most faults in its rows. It is the last step.
  mutating func checkCRC() throws(PNGError) {
    unread = .none
    try imageData.checkCRC()
  }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(PNGError) {
    var filled = 0
    while filled < buffer.count {
      let count = try unsafe step(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      filled += count
      if count == 0, isEnded {
        let error = PNGError.imageData(
          detail: "the compressed data ends after \(inflated) bytes of scanlines", offset: position)
        try checkCRC()
        throw error
      }
    }
  }

  /// Reads the compressed data to its end, after the image is complete, and adds findings about surplus data.
  /// `expected` is the number of bytes of the image.
  mutating func finish(expected: Int, _ findings: inout FindingList) throws(PNGError) {
    // Scanlines that were not read are still checked.
    let scratch = try Memory(count: Self.surplusBytes)
    while inflated < expected {
      let wanted = unsafe min(scratch.bytes.count, expected - inflated)
      try unsafe read(into: UnsafeMutableRawBufferPointer(rebasing: scratch.bytes[..<wanted]))
    }
    var surplus = 0
    while !isEnded, surplus < Self.surplusBytes {
      let room = Self.surplusBytes - surplus
      surplus += try unsafe step(into: UnsafeMutableRawBufferPointer(rebasing: scratch.bytes[..<room]))
    }
    var compressed = isEnded ? inflater.surplus + unread.count : 0
    while true {
      let more = try imageData.take().count
      if more == 0 { break }
      if isEnded { compressed += more }
    }
    guard surplus + compressed > 0 else { return }
    let atLeast = surplus < Self.surplusBytes ? "" : "at least "
    findings.add(
      .surplusImageData, at: imageData.first.offset, chunk: .IDAT,
      surplus > 0
        ? "the image data holds \(atLeast)\(surplus) bytes more than the image needs"
        : "\(compressed) bytes follow the end of the compressed image data")
  }

  /// Calls the inflater once. Returns the number of bytes produced: 0 if it only took input, or at the end of the stream.
  private mutating func step(into buffer: UnsafeMutableRawBufferPointer) throws(PNGError) -> Int {
    guard !isEnded else { return 0 }
    if unread.isEmpty, !isOutputPending {
      unread = try imageData.take()
      guard !unread.isEmpty else {
        if imageData.following == nil {
          throw .truncated(chunk: nil, offset: imageData.position, needed: 12, available: 0)
        }
        throw .imageData(
          detail: "the compressed data is cut short after \(inflated) bytes of scanlines", offset: position)
      }
    }
    let (consumed, count, status) = unsafe inflater.step(unread.pointer, into: buffer)
    unread.removeFirst(consumed)
    isOutputPending = count == buffer.count
    inflated += count
    switch status {
    case .running: break
    case .ended: isEnded = true
    case .failed(let detail):
      let error = PNGError.imageData(detail: detail, offset: position)
      try checkCRC()
      throw error
    }
    return count
  }
}

/// The compressed image data: the contents of the consecutive IDAT chunks as one stream of bytes. Each chunk's CRC is
/// checked after its last byte has been taken.
struct IDATStream: ~Copyable, Sendable {
  var chunks: ChunkReader
  let first: ChunkReader.Chunk
  private var current: ChunkReader.Chunk
  /// The head of the chunk after the last IDAT, if that has been reached.
  private(set) var following: ChunkReader.Chunk?
  private var isAtEnd = false

  /// Creates a stream. `first` is the IDAT whose head `chunks` has read last.
  init(_ chunks: consuming ChunkReader, first: ChunkReader.Chunk) {
    self.chunks = chunks
    self.first = first
    current = first
  }

  var position: Int { chunks.position }

  /// Takes the next contiguous bytes; empty only after the last IDAT.
  mutating func take() throws(PNGError) -> WindowBytes {
    while !isAtEnd {
      let bytes = try chunks.take(.max)
      if !bytes.isEmpty { return bytes }
      try checkCRC()
      let next = try chunks.next()
      if let next, next.type == .IDAT {
        current = next
      } else {
        isAtEnd = true
        following = next
      }
    }
    return .none
  }

  /// Skips the rest of the current IDAT and checks its CRC. If compressed data seems damaged, a wrong CRC is usually
  /// the better explanation. At the end of the data there is nothing left to check.
  mutating func checkCRC() throws(PNGError) {
    if isAtEnd { return }
    if let fault = try chunks.finish().fault(of: current) { throw fault }
  }
}

/// The order of the scanlines of an image in its data (PNG Third Edition, 8.1 and 9.1).
struct Scanlines: Sendable, Hashable {
  /// The pixels of a pass: columns `x`, `x + dx`, ... of rows `y`, `y + dy`, ...
  struct Pass: Sendable, Hashable {
    var x, y, dx, dy: Int

    func rows(in range: Range<Int>) -> Int { Self.count(range.upperBound, y, dy) - Self.count(range.lowerBound, y, dy) }

    func row(_ index: Int, in range: Range<Int>) -> Int { y + dy * (Self.count(range.lowerBound, y, dy) + index) }

    func columns(width: Int) -> Int { Self.count(width, x, dx) }

    private static func count(_ end: Int, _ start: Int, _ step: Int) -> Int { max(0, end - start + step - 1) / step }
  }

  static let adam7 = [
    Pass(x: 0, y: 0, dx: 8, dy: 8), Pass(x: 4, y: 0, dx: 8, dy: 8), Pass(x: 0, y: 4, dx: 4, dy: 8),
    Pass(x: 2, y: 0, dx: 4, dy: 4), Pass(x: 0, y: 2, dx: 2, dy: 4), Pass(x: 1, y: 0, dx: 2, dy: 2),
    Pass(x: 0, y: 1, dx: 1, dy: 2),
  ]

  let header: ImageHeader

  var passes: [Pass] { header.isInterlaced ? Self.adam7 : [Pass(x: 0, y: 0, dx: 1, dy: 1)] }

  /// Returns the bytes of one scanline of a pass with its filter byte; 0 if the pass has no columns.
  func bytesPerLine(_ pass: Pass) -> Int {
    let columns = pass.columns(width: header.width)
    return columns == 0 ? 0 : 1 + (columns * header.bitsPerPixel + 7) / 8
  }

  func bytes(_ pass: Pass, rows: Range<Int>) -> Int { pass.rows(in: rows) * bytesPerLine(pass) }

  var total: Int { passes.reduce(0) { $0 + bytes($1, rows: 0..<header.height) } }
}
