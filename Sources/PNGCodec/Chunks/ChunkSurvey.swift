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
    /// Whether the default image is the first frame: an fcTL chunk comes before its data (11.3.4.2).
    public var includesDefaultImage = false
  }

  /// The contents of IHDR.
  public let header: ImageHeader
  /// The chunks in file order, with consecutive chunks of one type as one run; at most `listLimit` are listed.
  public internal(set) var runs: [Run] = []
  /// The colour chunks that count: the first of each kind, unless it breaks a rule.
  public internal(set) var colorChunks = ColorChunks()
  /// A text chunk in which a program has kept a profile (ImageMagick's "Raw profile type icc" and "icm"), which other
  /// programs do not read.
  public internal(set) var textProfile: Located<ChunkType>?
  /// The colour space in eXIf; the value is nil if there is none.
  public internal(set) var exif: Located<ExifColorSpace?>?
  /// What the first XMP says about the colour space; nil if that is nothing.
  public internal(set) var xmp: Located<XMPColors>?
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

  /// Reads a file to its end.
  ///
  /// - Throws: an error if there is nothing to survey: the bytes cannot be read, are not a PNG, or have no usable IHDR.
  public init(_ source: consuming ByteSource, limits: Limits = Limits()) throws(PNGError) {
    let size = source.size
    var chunks = try ChunkReader(source, limits: limits)
    var preamble = try Preamble(from: &chunks, limits: limits, isSurvey: true)
    do {
      try preamble.readToEnd(from: &chunks)
    } catch {
      // A fault after which the position of the next chunk is unknown.
      switch error {
      case .io, .fileShrank, .outOfMemory: throw error
      default: preamble.survey?.add(error)
      }
    }
    self = preamble.survey ?? ChunkSurvey(header: preamble.header)
    colorChunks = preamble.colorChunks
    findings = preamble.findings.listed
    unlistedCount += preamble.findings.unlistedCount
    paletteEntries = preamble.palette?.count
    transparency = preamble.transparency
    self.size = size ?? chunks.position
  }

  mutating func add(_ fault: PNGError) {
    if faults.count < Self.listLimit { faults.append(fault) } else { unlistedCount += 1 }
  }

  mutating func list(_ chunk: ChunkReader.Chunk) {
    if let last = runs.indices.last, runs[last].type == chunk.type {
      runs[last].count += 1
      runs[last].length += chunk.length
    } else if runs.count < Self.listLimit {
      runs.append(Run(type: chunk.type, offset: chunk.offset, count: 1, length: chunk.length))
    }
  }

  private static let profileKeywords = ["icc", "icm"].map { Array("Raw profile type \($0)\0".utf8) }

  /// Reads what an ancillary chunk says about colours or frames; what follows in it is skipped.
  mutating func look(
    at chunk: ChunkReader.Chunk, isFirst: Bool, isAfterImageData: Bool, from chunks: inout ChunkReader
  ) throws(PNGError) {
    switch chunk.type {
    case .acTL where isFirst && !isAfterImageData && chunk.length == 8:
      let data = try chunks.readAll()
      animation = Animation(frames: data.bigEndian32(at: 0), plays: data.bigEndian32(at: 4))
    case .fcTL where !isAfterImageData: animation?.includesDefaultImage = true
    case .eXIf where isFirst:
      exif = Located(ExifColorSpace(inExif: try chunks.readSome(atMost: ExifColorSpace.window)), offset: chunk.offset)
    case .tEXt, .zTXt, .iTXt:
      if textProfile != nil, xmp != nil { return }
      let keyword = try chunks.readSome(atMost: 21)
      if xmp == nil, chunk.type == .iTXt, keyword.starts(with: XMPText.keyword) {
        let text = XMPText(keyword + (try chunks.readSome(atMost: XMPText.window)))
        xmp = text?.colors.map { Located($0, offset: chunk.offset) }
      } else if textProfile == nil, Self.profileKeywords.contains(where: { $0.elementsEqual(keyword) }) {
        textProfile = Located(chunk.type, offset: chunk.offset)
      }
    default: break
    }
  }
}

extension ChunkReader {
  mutating func checkEnd(_ findings: inout FindingList) throws(PNGError) {
    let offset = position
    let (count, isAtLeast) = try trailingBytes()
    guard count > 0 else { return }
    let bytes = "\(isAtLeast ? "at least " : "")\(count) \(count == 1 ? "byte follows" : "bytes follow")"
    findings.add(.dataAfterEnd, at: offset, chunk: nil, "\(bytes) the end of the image (IEND)")
  }
}
