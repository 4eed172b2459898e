/// An irregularity of a file that does not prevent reading.
public struct Finding: Sendable, Hashable {
  /// The kinds of irregularities. The list is closed.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The CRC of an ancillary chunk that is unrelated to colour is wrong.
    case crcMismatch = "crc-mismatch"
    /// Such a chunk is at a position that the standard does not allow.
    case chunkOrder = "chunk-order"
    /// Such a chunk occurs twice where the standard allows one.
    case duplicateChunk = "duplicate-chunk"
    /// There are bytes after IEND.
    case dataAfterEnd = "data-after-iend"
    /// IDAT contains more data than the image needs. The offset is that of the end of the zlib stream, directly after
    /// its last byte; if the stream continues for 64 KiB of scanlines or more, it is that of the first IDAT.
    case surplusImageData = "surplus-image-data"
    /// iCCP contains bytes after the end of its compressed profile.
    case surplusProfileData = "surplus-profile-data"
    /// The keyword of iCCP contains invalid spaces or bytes (PNG Third Edition, 11.3.3.2).
    case profileKeyword = "iccp-keyword"
    /// tRNS contains a sample that exceeds the bit depth; its low bits are used.
    case transparencyRange = "transparency-range"
  }

  public var kind: Kind
  /// The byte offset in the file of the chunk, or of the first byte concerned.
  public var offset: Int
  /// The name of the chunk concerned, if there is one.
  public var chunk: String?
  /// One sentence, for people.
  public var message: String

  public init(kind: Kind, offset: Int, chunk: String?, message: String) {
    self.kind = kind
    self.offset = offset
    self.chunk = chunk
    self.message = message
  }
}
