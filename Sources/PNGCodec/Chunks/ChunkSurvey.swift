/// Everything that a file says, from its signature to its last byte, read without decoding a pixel and without stopping
/// at what is wrong: the same rules as `PNGReader` and `PNGDecoder` apply, but faults are collected.
public struct ChunkSurvey: Sendable, Hashable {
  /// Chunks of one type that follow each other.
  public struct Run: Sendable, Hashable {
    public var type: ChunkType
    /// Where the first of them begins.
    public var offset: Int
    /// How many there are.
    public var count: Int
    /// Bytes of data in all of them.
    public var length: Int
  }

  /// acTL (PNG Third Edition, 11.3.4.1).
  public struct Animation: Sendable, Hashable {
    public var frames: UInt32
    /// How often it plays; 0 is for ever.
    public var plays: UInt32
  }

  public let header: ImageHeader
  /// The chunks in file order, those of one type in a row as one. At most `listLimit`; what follows is not listed.
  public internal(set) var runs: [Run] = []
  /// The first colour chunk of each kind whose data can be read, faulty or not; `faults(of:)` tells.
  public internal(set) var colorChunks = ColorChunks()
  /// The colour space that eXIf names; the value is nil where it names none.
  public internal(set) var exif: Located<ExifColorSpace?>?
  /// Nil where the file is not an APNG.
  public internal(set) var animation: Animation?
  /// Entries of PLTE; nil without one.
  public internal(set) var paletteEntries: Int?
  public internal(set) var transparency: Transparency?
  /// What keeps every other reader of this module from reading the file, in the order in which it was found. At most
  /// `listLimit`.
  public internal(set) var faults: [PNGError] = []
  /// Irregularities that do not.
  public internal(set) var findings: [Finding] = []
  /// How many faults and findings are not listed.
  public internal(set) var unlisted = 0
  /// Bytes of the file, or, in a stream, as many as were read.
  public internal(set) var size = 0

  /// No file that was made in earnest has as many runs, faults or findings.
  public static let listLimit = 512

  init(header: ImageHeader) { self.header = header }

  /// The faults of a colour chunk, named as in the file.
  public func faults(of chunk: String) -> [PNGError] { faults.filter { $0.chunk == chunk } }

  /// Walks a file to its end.
  ///
  /// - Throws: what leaves nothing to walk: bytes that cannot be read, that are no PNG, or that have no usable IHDR.
  public init(_ source: consuming ByteSource, limits: Limits = Limits()) throws(PNGError) {
    let size = source.size
    var walk = try SurveyWalk(source, limits: limits)
    try walk.run()
    self = walk.survey
    self.size = size ?? walk.position
  }
}
