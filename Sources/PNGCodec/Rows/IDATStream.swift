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

  /// Returns a stream of the same data from its beginning; nil if the file can be read only once.
  func reopened() -> IDATStream? {
    guard let again = chunks.reopened(at: first) else { return nil }
    return IDATStream(again, first: first)
  }

  /// Offset in the file of the next byte.
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

  /// Calls `body` with all of the data, if the source has already read it and the head of the following chunk; no data
  /// is taken, and no CRC is checked.
  func withAllData<Result>(_ body: (UnsafeRawBufferPointer) -> Result) throws(PNGError) -> Result? {
    let ahead = chunks.ahead
    let bytes = unsafe ahead.pointer
    func number(at offset: Int) -> UInt32 {
      unsafe UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
    var pieces = [0..<current.length]
    while let last = pieces.last?.upperBound {
      // A CRC, and the length and name of the next chunk.
      guard last + 12 <= ahead.count else { return nil }
      guard number(at: last + 8) == ChunkType.IDAT.rawValue else { break }
      pieces.append(last + 12..<last + 12 + Int(number(at: last + 4)))
    }
    if let only = pieces.first, pieces.count == 1 {
      return unsafe body(UnsafeRawBufferPointer(rebasing: bytes[only]))
    }
    let joined = try Memory(count: pieces.reduce(0) { $0 + $1.count })
    var end = 0
    for piece in pieces {
      unsafe UnsafeMutableRawBufferPointer(rebasing: joined.bytes[end...]).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[piece]))
      end += piece.count
    }
    return unsafe body(UnsafeRawBufferPointer(joined.bytes))
  }

  /// Skips the rest of the current IDAT and checks its CRC. If compressed data seems damaged, a wrong CRC is usually
  /// the better explanation. At the end of the data there is nothing left to check.
  mutating func checkCRC() throws(PNGError) {
    if isAtEnd { return }
    let crc = try chunks.finish()
    guard crc.isValid else {
      throw .crcMismatch(chunk: .IDAT, offset: current.offset, declared: crc.declared, computed: crc.computed)
    }
  }
}
