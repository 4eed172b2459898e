/// The complete structure of a file, from its signature to its last byte, read without decoding pixels and without
/// stopping at faults: the rules are the same as those of `PNGReader` and `PNGDecoder`, but faults are collected.
public struct ChunkSurvey: Sendable, Hashable {
  /// Consecutive chunks of one type.
  public struct Run: Sendable, Hashable {
    /// The type of all chunks of the run.
    public var type: ChunkType
    /// The offset of the first chunk.
    public var offset: Int
    /// The number of chunks.
    public var count: Int
    /// The total bytes of data.
    public var length: Int
  }

  /// acTL (PNG Third Edition, 11.3.4.1).
  public struct Animation: Sendable, Hashable {
    /// The number of frames that acTL declares; not checked against the fcTL chunks.
    public var frames: UInt32
    /// The number of times it plays; 0 is forever.
    public var plays: UInt32
  }

  /// The contents of IHDR.
  public let header: ImageHeader
  /// The chunks in file order, with consecutive chunks of one type as one run. At most `listLimit`; further ones are
  /// not listed.
  public internal(set) var runs: [Run] = []
  /// The first colour chunk of each kind whose data can be read, whether faulty or not; see `faults(of:)`.
  public internal(set) var colorChunks = ColorChunks()
  /// The colour space in eXIf; the value is nil if there is none.
  public internal(set) var exif: Located<ExifColorSpace?>?
  /// The contents of acTL; nil if the file is not an APNG.
  public internal(set) var animation: Animation?
  /// The number of PLTE entries; nil without PLTE.
  public internal(set) var paletteEntries: Int?
  /// tRNS; nil if the file has none that can be read.
  public internal(set) var transparency: Transparency?
  /// The faults because of which all other readers of this module reject the file, in the order in which they were
  /// found. At most `listLimit`.
  public internal(set) var faults: [PNGError] = []
  /// Irregularities that do not prevent reading.
  public internal(set) var findings: [Finding] = []
  /// The number of faults and findings that are not listed.
  public internal(set) var unlistedCount = 0
  /// The size of the file in bytes; for a stream, the number of bytes read.
  public internal(set) var size = 0

  /// More than the number of runs, faults or findings in any legitimate file.
  public static let listLimit = 512

  init(header: ImageHeader) { self.header = header }

  /// Returns the faults of a colour chunk, by its name in the file.
  public func faults(of chunk: String) -> [PNGError] { faults.filter { $0.chunk == chunk } }

  /// Reads a file to its end.
  ///
  /// - Throws: an error if there is nothing to survey: the bytes cannot be read, are not a PNG, or have no usable IHDR.
  public init(_ source: consuming ByteSource, limits: Limits = Limits()) throws(PNGError) {
    let size = source.size
    var walk = try SurveyWalk(source, limits: limits)
    try walk.run()
    self = walk.survey
    self.size = size ?? walk.position
  }
}
