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
  /// The chunks in file order, with consecutive chunks of one type as one run. At most `listLimit`; further ones are
  /// not listed.
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
    var walk = try SurveyWalk(source, limits: limits)
    try walk.run()
    self = walk.survey
    self.size = size ?? walk.position
  }
}

struct SurveyWalk: ~Copyable {
  private var chunks: ChunkReader
  private var preamble: Preamble
  private(set) var survey: ChunkSurvey
  private var imageDataHasEnded = false

  init(_ source: consuming ByteSource, limits: Limits) throws(PNGError) {
    var chunks = try ChunkReader(source, limits: limits)
    let (chunk, data) = try Preamble.readHeader(from: &chunks)
    let crc = try chunks.finish()
    do {
      preamble = try Preamble(header: data, of: chunk, limits: limits)
    } catch {
      // An impossible header is usually caused by damage, in which case the CRC is the better explanation.
      try Preamble.require(crc, of: chunk)
      throw error
    }
    survey = ChunkSurvey(header: preamble.header)
    self.chunks = chunks
    list(chunk)
    passes(Self.fault { () throws(PNGError) in try Preamble.require(crc, of: chunk) })
  }

  var position: Int { chunks.position }

  /// Continues to the end of the file, or to a fault after which the position of the next chunk is unknown.
  mutating func run() throws(PNGError) {
    do {
      try walk()
    } catch {
      switch error {
      case .io, .fileShrank, .outOfMemory: throw error
      default: add(error)
      }
    }
    survey.colorChunks = preamble.colorChunks
    survey.findings = preamble.findings.listed
    survey.unlistedCount += preamble.findings.unlistedCount
    survey.paletteEntries = preamble.palette?.count
    survey.transparency = preamble.transparency
  }

  private mutating func walk() throws(PNGError) {
    while let chunk = try chunks.next() {
      list(chunk)
      if chunk.type != .IDAT, preamble.rules.offset(of: .IDAT) != nil { imageDataHasEnded = true }
      switch chunk.type {
      case .IDAT: try imageData(chunk)
      case .IEND: return try end(chunk)
      case .IHDR, .PLTE, .tRNS: try checked(chunk)
      default: try other(chunk)
      }
    }
    missing(.IDAT, before: chunks.position, unless: preamble.rules.offset(of: .IDAT) != nil)
    missing(.IEND, before: chunks.position, unless: false)
  }

  private mutating func imageData(_ chunk: ChunkReader.Chunk) throws(PNGError) {
    if imageDataHasEnded {
      add(ChunkRules.interrupted(chunk))
    } else if preamble.rules.offset(of: .IDAT) == nil {
      missing(.PLTE, before: chunk.offset, unless: preamble.header.colorType != .palette || preamble.palette != nil)
      try preamble.rules.record(chunk)
    }
    try finish(chunk)
  }

  private mutating func end(_ chunk: ChunkReader.Chunk) throws(PNGError) {
    missing(.IDAT, before: chunk.offset, unless: preamble.rules.offset(of: .IDAT) != nil)
    passes(Self.fault { () throws(PNGError) in try preamble.rules.checkLength(chunk, entries: 0) })
    try finish(chunk)
    try chunks.checkEnd(&preamble.findings)
  }

  /// Checks a chunk whose faults are errors elsewhere. Its data is parsed if it is the first of its kind and has a
  /// readable length.
  private mutating func checked(_ chunk: ChunkReader.Chunk) throws(PNGError) {
    let isFirst = passes(Self.fault { () throws(PNGError) in try preamble.rules.record(chunk) })
    guard isFirst else { return try finish(chunk) }
    passes(Self.fault { () throws(PNGError) in try preamble.rules.checkOrder(chunk) })
    let isReadable = passes(
      Self.fault { () throws(PNGError) in
        try preamble.rules.checkLength(chunk, entries: preamble.palette?.count ?? 0)
      })
    guard isReadable else { return try finish(chunk) }
    let crc = try preamble.read(chunk, from: &chunks)
    passes(Self.fault { () throws(PNGError) in try Preamble.require(crc, of: chunk) })
  }

  private static let profileKeywords = ["icc", "icm"].map { Array("Raw profile type \($0)\0".utf8) }

  private mutating func other(_ chunk: ChunkReader.Chunk) throws(PNGError) {
    guard chunk.type.isAncillary else {
      add(.unknownCriticalChunk(chunk: chunk.type, offset: chunk.offset))
      return try finish(chunk)
    }
    let isFirst = preamble.rules.offset(of: chunk.type) == nil
    if chunk.type == .acTL, isFirst, chunk.length == 8, preamble.rules.offset(of: .IDAT) == nil {
      let data = try chunks.readAll()
      survey.animation = ChunkSurvey.Animation(frames: data.bigEndian32(at: 0), plays: data.bigEndian32(at: 4))
    } else if chunk.type == .eXIf, isFirst {
      let data = try chunks.readSome(atMost: ExifColorSpace.window)
      survey.exif = Located(ExifColorSpace(inExif: data), offset: chunk.offset)
    } else if chunk.type == .fcTL, preamble.rules.offset(of: .IDAT) == nil {
      survey.animation?.includesDefaultImage = true
    } else if ChunkType.text.contains(chunk.type), survey.textProfile == nil || survey.xmp == nil {
      let keyword = try chunks.readSome(atMost: 21)
      if survey.xmp == nil, chunk.type == .iTXt, keyword.starts(with: XMPText.keyword) {
        let text = XMPText(keyword + (try chunks.readSome(atMost: XMPText.window)))
        survey.xmp = text?.colors.map { Located($0, offset: chunk.offset) }
      } else if survey.textProfile == nil, Self.profileKeywords.contains(where: { $0.elementsEqual(keyword) }) {
        survey.textProfile = Located(chunk.type, offset: chunk.offset)
      }
    }
    try preamble.readOther(chunk, from: &chunks)
  }

  /// Skips the rest of a chunk whose CRC must be valid.
  private mutating func finish(_ chunk: ChunkReader.Chunk) throws(PNGError) {
    let crc = try chunks.finish()
    passes(Self.fault { () throws(PNGError) in try Preamble.require(crc, of: chunk) })
  }

  private mutating func missing(_ type: ChunkType, before offset: Int, unless isThere: Bool) {
    if !isThere { add(.missingChunk(chunk: type, offset: offset)) }
  }

  private static func fault(_ check: () throws(PNGError) -> Void) -> PNGError? {
    do {
      try check()
      return nil
    } catch {
      return error
    }
  }

  /// Returns whether a check passed; if not, its fault is added.
  @discardableResult
  private mutating func passes(_ fault: PNGError?) -> Bool {
    if let fault { add(fault) }
    return fault == nil
  }

  private mutating func add(_ fault: PNGError) {
    if survey.faults.count < ChunkSurvey.listLimit { survey.faults.append(fault) } else { survey.unlistedCount += 1 }
  }

  private mutating func list(_ chunk: ChunkReader.Chunk) {
    if let last = survey.runs.indices.last, survey.runs[last].type == chunk.type {
      survey.runs[last].count += 1
      survey.runs[last].length += chunk.length
    } else if survey.runs.count < ChunkSurvey.listLimit {
      survey.runs.append(ChunkSurvey.Run(type: chunk.type, offset: chunk.offset, count: 1, length: chunk.length))
    }
  }
}

extension ChunkReader {
  /// Adds a finding about the data after IEND, if there is any.
  mutating func checkEnd(_ findings: inout FindingList) throws(PNGError) {
    let offset = position
    let (count, isAtLeast) = try trailingBytes()
    guard count > 0 else { return }
    let bytes = "\(isAtLeast ? "at least " : "")\(count) \(count == 1 ? "byte follows" : "bytes follow")"
    findings.add(.dataAfterEnd, at: offset, chunk: nil, "\(bytes) the end of the image (IEND)")
  }
}
