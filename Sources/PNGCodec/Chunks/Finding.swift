/// Something irregular in a file that does not keep it from being read.
public struct Finding: Sendable, Hashable {
  /// What kind of irregularity. The list is closed.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The CRC of an ancillary chunk that has nothing to do with colour is wrong.
    case crcMismatch = "crc-mismatch"
    /// Such a chunk is not where the standard wants it.
    case chunkOrder = "chunk-order"
    /// Such a chunk occurs twice where the standard allows one.
    case duplicateChunk = "duplicate-chunk"
    /// There are bytes after IEND.
    case dataAfterEnd = "data-after-iend"
    /// IDAT holds more than the image needs. The offset is where the zlib stream ends, right behind its last byte; that of
    /// the first IDAT where the stream goes on for 64 KiB of scanlines or more.
    case surplusImageData = "surplus-image-data"
    /// iCCP holds bytes after the end of its compressed profile.
    case surplusProfileData = "surplus-profile-data"
    /// The keyword of iCCP has spaces or bytes that a keyword may not have (PNG Third Edition, 11.3.3.2).
    case profileKeyword = "iccp-keyword"
    /// tRNS names a sample that the bit depth cannot express; its low bits are used.
    case transparencyRange = "transparency-range"
  }

  public var kind: Kind
  /// Byte offset in the file of the chunk, or of the first byte meant.
  public var offset: Int
  /// The chunk's name, where one is meant.
  public var chunk: String?
  /// One sentence for a person.
  public var message: String

  public init(kind: Kind, offset: Int, chunk: String?, message: String) {
    self.kind = kind
    self.offset = offset
    self.chunk = chunk
    self.message = message
  }
}
