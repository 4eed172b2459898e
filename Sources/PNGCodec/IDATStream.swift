/// The compressed image data: the contents of the consecutive IDAT chunks as one stream of bytes, each chunk's CRC
/// checked when its last byte has been handed out.
struct IDATStream: ~Copyable, Sendable {
  var chunks: ChunkReader
  private var current: ChunkReader.Chunk
  /// The head of the chunk after the last IDAT, once that is reached.
  private(set) var following: ChunkReader.Chunk?
  private var isAtEnd = false

  /// `first` is the IDAT whose head `chunks` read last.
  init(_ chunks: consuming ChunkReader, first: ChunkReader.Chunk) {
    self.chunks = chunks
    current = first
  }

  /// Offset in the file of the next byte.
  var position: Int { chunks.position }

  /// The next bytes, as many as lie together; none only after the last IDAT.
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

  /// Passes over the rest of the current IDAT and checks its CRC. What looks like damaged compressed data is mostly
  /// this, and then the CRC is the better explanation.
  mutating func checkCRC() throws(PNGError) {
    let crc = try chunks.finish()
    guard crc.isValid else {
      throw .crcMismatch(chunk: .IDAT, offset: current.offset, declared: crc.declared, computed: crc.computed)
    }
  }
}
