/// An irregularity of a file that does not prevent reading.
public struct Finding: Sendable, Hashable {
  /// A kind of irregularity.
  public struct Kind: RawRepresentable, Sendable, Hashable, CaseIterable {
    /// The kind in kebab case.
    public let rawValue: String

    /// Creates a kind, possibly one that only another version reports.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The CRC of an ancillary chunk that is unrelated to colour is wrong.
    public static let crcMismatch = Kind(rawValue: "crc-mismatch")
    /// An ancillary chunk that is unrelated to colour is at a position that the standard does not allow.
    public static let chunkOrder = Kind(rawValue: "chunk-order")
    /// An ancillary chunk that is unrelated to colour occurs twice where the standard allows one.
    public static let duplicateChunk = Kind(rawValue: "duplicate-chunk")
    /// There are bytes after IEND.
    public static let dataAfterEnd = Kind(rawValue: "data-after-iend")
    /// IDAT contains more data than the image needs. The offset is that of the end of the zlib stream, directly after
    /// its last byte; if the stream continues for 64 KiB of scanlines or more, it is that of the first IDAT.
    public static let surplusImageData = Kind(rawValue: "surplus-image-data")
    /// iCCP contains bytes after the end of its compressed profile.
    public static let surplusProfileData = Kind(rawValue: "surplus-profile-data")
    /// The keyword of iCCP contains invalid spaces or bytes (PNG Third Edition, 11.3.3.2).
    public static let profileKeyword = Kind(rawValue: "iccp-keyword")
    /// tRNS contains a sample that exceeds the bit depth; its low bits are used.
    public static let transparencyRange = Kind(rawValue: "transparency-range")
    /// There are more irregularities than are listed. The message gives their number, the offset is that of the first.
    public static let unlisted = Kind(rawValue: "unlisted")

    /// All kinds that this version reports.
    public static let allCases: [Kind] = [
      .crcMismatch, .chunkOrder, .duplicateChunk, .dataAfterEnd, .surplusImageData, .surplusProfileData,
      .profileKeyword, .transparencyRange, .unlisted,
    ]
  }

  /// The kind of irregularity.
  public var kind: Kind
  /// The byte offset in the file of the chunk, or of the first byte concerned.
  public var offset: Int
  /// The name of the chunk concerned, if there is one.
  public var chunk: String?
  /// One sentence, for people.
  public var message: String

  /// Creates a finding from its values.
  public init(kind: Kind, offset: Int, chunk: String?, message: String) {
    self.kind = kind
    self.offset = offset
    self.chunk = chunk
    self.message = message
  }

  /// The message of a finding of the kind `unlisted`.
  package static func message(unlisted count: Int) -> String { "\(count) more faults are not listed" }
}
