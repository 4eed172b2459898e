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
