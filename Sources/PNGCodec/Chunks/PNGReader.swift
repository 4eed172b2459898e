/// Reads a file up to its image data: the header, the palette, the colour chunks. No pixel is decoded.
///
/// This reader, and not libpng, validates the file. Faults in IHDR, PLTE, tRNS, IDAT and IEND are errors. Those in other
/// chunks are findings, and a colour chunk with one does not count, as in libpng, except an iCCP with a wrong CRC.
public struct PNGReader: ~Copyable, Sendable {
  var preamble: Preamble
  var chunks: ChunkReader
  /// The first IDAT, whose data is read next.
  let imageData: ChunkReader.Chunk
  let limits: Limits

  /// Reads up to the first IDAT.
  ///
  /// - Parameters:
  ///   - source: the file from its beginning.
  ///   - limits: the resource limits.
  ///   - keepsChunks: whether to store the chunks that may be copied to another file; otherwise they are skipped.
  public init(
    _ source: consuming ByteSource, limits: Limits = Limits(), keepsChunks: Bool = false
  ) throws(PNGError) {
    var chunks = try ChunkReader(source, limits: limits)
    var preamble = try Preamble(from: &chunks, limits: limits)
    if keepsChunks { preamble.kept = KeptChunks() }
    imageData = try preamble.readUpToImageData(from: &chunks)
    self.preamble = preamble
    self.chunks = chunks
    self.limits = limits
  }

  /// The contents of IHDR.
  public var header: ImageHeader { preamble.header }
  /// PLTE, 1 to 256 entries of 8 bits; in an RGB image it is only a suggestion.
  public var palette: [SIMD3<UInt8>]? { preamble.palette }
  /// tRNS.
  public var transparency: Transparency? { preamble.transparency }
  /// The colour chunks before the image data.
  public var colorChunks: ColorChunks { preamble.colorChunks }
  /// The declarations of the file, highest precedence first (PNG Third Edition, 4.3).
  public var declarations: [Declaration] { preamble.colorChunks.declarations }
  /// Whether the file is an APNG, that is, contains acTL. Only its default image is decoded.
  public var isAnimated: Bool { preamble.isAnimated }
  package var colorChunkKinds: Set<ColorChunks.Kind> { Set(preamble.placed.compactMap(\.kind)) }
  /// The chunks before the image data that may be copied, if they are stored.
  public var keptChunks: KeptChunks? { preamble.kept }
  /// The irregularities up to the first IDAT.
  public var findings: [Finding] { preamble.findings.all }
}

/// What the chunks read so far say. A fault is thrown, or noted if this is part of a survey.
struct Preamble: Sendable {
  let header: ImageHeader
  var palette: [SIMD3<UInt8>]?
  var transparency: Transparency?
  var colorChunks = ColorChunks()
  var isAnimated = false
  var findings = FindingList()
  /// nil if chunks are not stored.
  var kept: KeptChunks?
  /// The chunks that an edit may change.
  var placed: [PlacedChunk] = []
  /// The number of bytes of eXIf and XMP that are still stored.
  var metadataRoom = 0
  private(set) var rules: ChunkRules
  /// What a survey notes; nil if this is not one.
  var survey: ChunkSurvey?
  private let limits: Limits

  /// Reads the first chunk, which must be IHDR.
  init(from chunks: inout ChunkReader, limits: Limits, isSurvey: Bool = false) throws(PNGError) {
    let start = chunks.position
    guard let chunk = try chunks.next() else { throw .missingChunk(chunk: .IHDR, offset: start) }
    if chunk.type == .CgBI { throw .cgbi(offset: chunk.offset) }
    guard chunk.type == .IHDR else { throw .missingChunk(chunk: .IHDR, offset: chunk.offset) }
    guard chunk.length == 13 else {
      throw .chunkLength(chunk: .IHDR, offset: chunk.offset, length: chunk.length, rule: "13")
    }
    let data = try chunks.readAll()
    let crc = try chunks.finish()
    do {
      header = try ImageHeader(chunkData: data, offset: chunk.offset)
    } catch {
      // An impossible header is usually caused by damage, in which case the CRC is the better explanation.
      throw crc.fault(of: chunk) ?? error
    }
    self.limits = limits
    rules = ChunkRules(header: header, offset: chunk.offset)
    if isSurvey { survey = ChunkSurvey(header: header) }
    survey?.list(chunk)
    try require(crc, of: chunk)
    let pixels = header.width.multipliedReportingOverflow(by: header.height)
    guard isSurvey || !pixels.overflow && pixels.partialValue <= limits.maximumPixels else {
      throw .limitExceeded(
        limit: .pixels, value: pixels.overflow ? Int.max : pixels.partialValue, maximum: limits.maximumPixels,
        chunk: .IHDR, offset: chunk.offset)
    }
  }

  /// Throws a fault, or notes it in a survey.
  private mutating func refuse(_ fault: PNGError) throws(PNGError) {
    guard survey != nil else { throw fault }
    survey?.add(fault)
  }

  /// Returns whether a check passes. Its fault is refused.
  private mutating func passes(_ check: (inout ChunkRules) throws(PNGError) -> Void) throws(PNGError) -> Bool {
    do throws(PNGError) {
      try check(&rules)
      return true
    } catch {
      try refuse(error)
      return false
    }
  }

  private mutating func require(_ crc: CRC, of chunk: ChunkReader.Chunk) throws(PNGError) {
    if let fault = crc.fault(of: chunk) { try refuse(fault) }
  }

  /// Reads everything before the first IDAT, and the head of the first IDAT.
  mutating func readUpToImageData(from chunks: inout ChunkReader) throws(PNGError) -> ChunkReader.Chunk {
    while let chunk = try chunks.next() {
      if chunk.type == .IDAT {
        try beginImageData(chunk)
        return chunk
      }
      try read(chunk, from: &chunks)
    }
    throw .missingChunk(chunk: .IDAT, offset: chunks.position)
  }

  /// Reads the chunks from one after the image data on, whose head has been read, to IEND, and looks for bytes after it.
  mutating func readFromImageData(_ following: ChunkReader.Chunk?, from chunks: inout ChunkReader) throws(PNGError) {
    var next = following
    while let chunk = next {
      if chunk.type == .IDAT { throw ChunkRules.interrupted(chunk) }
      try read(chunk, from: &chunks)
      if chunk.type == .IEND { return }
      next = try chunks.next()
    }
    throw .missingChunk(chunk: .IEND, offset: chunks.position)
  }

  /// Reads all chunks to IEND, of the image data only the CRCs, and looks for bytes after it.
  mutating func readToEnd(from chunks: inout ChunkReader) throws(PNGError) {
    var imageDataHasEnded = false
    while let chunk = try chunks.next() {
      survey?.list(chunk)
      let isAfterImageData = rules.offset(of: .IDAT) != nil
      guard chunk.type == .IDAT else {
        imageDataHasEnded = isAfterImageData
        try read(chunk, from: &chunks)
        if chunk.type == .IEND { return }
        continue
      }
      if imageDataHasEnded {
        try refuse(ChunkRules.interrupted(chunk))
      } else if !isAfterImageData {
        try beginImageData(chunk)
      }
      try require(chunks.finish(), of: chunk)
    }
    if rules.offset(of: .IDAT) == nil { try refuse(.missingChunk(chunk: .IDAT, offset: chunks.position)) }
    try refuse(.missingChunk(chunk: .IEND, offset: chunks.position))
  }

  private mutating func beginImageData(_ chunk: ChunkReader.Chunk) throws(PNGError) {
    if header.colorType == .palette, palette == nil {
      try refuse(.missingChunk(chunk: .PLTE, offset: chunk.offset))
    }
    _ = try passes { (rules) throws(PNGError) in try rules.record(chunk) }
  }

  private mutating func read(_ chunk: ChunkReader.Chunk, from chunks: inout ChunkReader) throws(PNGError) {
    switch chunk.type {
    case .IHDR, .PLTE, .tRNS: try readChecked(chunk, from: &chunks)
    case .IEND:
      if rules.offset(of: .IDAT) == nil { try refuse(.missingChunk(chunk: .IDAT, offset: chunk.offset)) }
      _ = try passes { (rules) throws(PNGError) in try rules.checkLength(chunk, entries: 0) }
      try require(chunks.finish(), of: chunk)
      try chunks.checkEnd(&findings)
    default: try readOther(chunk, from: &chunks)
    }
  }

  /// Reads a chunk whose faults are no findings. Its data is parsed if it is the first of its kind, of a readable length.
  private mutating func readChecked(_ chunk: ChunkReader.Chunk, from chunks: inout ChunkReader) throws(PNGError) {
    var isReadable = try passes { (rules) throws(PNGError) in try rules.record(chunk) }
    if isReadable {
      let entries = palette?.count ?? 0
      _ = try passes { (rules) throws(PNGError) in try rules.checkOrder(chunk) }
      isReadable = try passes { (rules) throws(PNGError) in try rules.checkLength(chunk, entries: entries) }
      placed.append(PlacedChunk(type: chunk.type, range: chunk.range))
    }
    try require(isReadable ? parse(chunk, from: &chunks) : chunks.finish(), of: chunk)
  }

  /// Reads a colour chunk. Its fault is a finding.
  private mutating func readColor(
    _ chunk: ChunkReader.Chunk, _ kind: ColorChunks.Kind, from chunks: inout ChunkReader
  ) throws(PNGError) {
    let (before, known) = (colorChunks, findings.count)
    var fault: PNGError?
    do throws(PNGError) {
      try rules.record(chunk)
      try rules.checkOrder(chunk)
      try rules.checkLength(chunk, entries: 0)
    } catch {
      fault = error
    }
    let crc = try fault == nil ? parse(chunk, from: &chunks) : chunks.finish()
    let isUsed = fault == nil && (crc.isValid || kind == .iCCP)
    if !isUsed { colorChunks = before }
    fault = fault ?? crc.fault(of: chunk)
    placed.append(
      PlacedChunk(type: chunk.type, range: chunk.range, isFaulty: fault != nil || findings.count > known))
    if let fault {
      findings.add(
        Finding.Kind(rawValue: fault.code) ?? .chunkOrder, at: chunk.offset, chunk: chunk.type,
        fault.message + (isUsed ? "; programs use the profile all the same" : "; programs ignore the chunk"))
    }
  }

  /// Parses the data of a palette, transparency or colour chunk whose position and length are correct.
  private mutating func parse(_ chunk: ChunkReader.Chunk, from chunks: inout ChunkReader) throws(PNGError) -> CRC {
    if chunk.type == .iCCP {
      let reader = try EmbeddedProfileReader(from: &chunks, maximum: limits.maximumProfile)
      colorChunks.iCCP = Located(reader.profile, offset: chunk.offset)
      if !reader.isKeywordRegular, case .success = reader.profile.contents {
        findings.add(
          .profileKeyword, at: chunk.offset, chunk: .iCCP,
          "the keyword of iCCP has leading, trailing or double spaces, or bytes that are not printable "
            + "Latin-1; the profile is used")
      }
      if reader.surplus > 0 {
        findings.add(
          .surplusProfileData, at: chunk.offset, chunk: .iCCP,
          "\(reader.surplus) bytes follow the end of the compressed profile")
      }
      if !reader.hasChecksum {
        findings.add(
          .profileChecksum, at: chunk.offset, chunk: .iCCP,
          "the checksum at the end of the compressed profile is missing or wrong; most programs use the profile")
      }
      return try chunks.finish()
    }
    let data = try chunks.readAll()
    if chunk.type == .PLTE {
      palette = stride(from: 0, to: data.count, by: 3).map { SIMD3(data[$0], data[$0 + 1], data[$0 + 2]) }
    } else if chunk.type == .tRNS {
      let (value, isOutOfRange) = Transparency.parse(data, header: header)
      transparency = value
      if isOutOfRange {
        findings.add(
          .transparencyRange, at: chunk.offset, chunk: .tRNS,
          "tRNS names a sample that does not fit the bit depth of \(header.bitDepth); only its low bits count"
        )
      }
    } else {
      colorChunks.accept(data, of: chunk)
    }
    return try chunks.finish()
  }

  /// Reads a colour chunk, or one that is not needed here.
  private mutating func readOther(_ chunk: ChunkReader.Chunk, from chunks: inout ChunkReader) throws(PNGError) {
    if let kind = ColorChunks.Kind(chunk.type) { return try readColor(chunk, kind, from: &chunks) }
    guard chunk.type.isAncillary else {
      try refuse(
        chunk.type == .CgBI
          ? .cgbi(offset: chunk.offset) : .unknownCriticalChunk(chunk: chunk.type, offset: chunk.offset))
      return try require(chunks.finish(), of: chunk)
    }
    let isAfterImageData = rules.offset(of: .IDAT) != nil
    if chunk.type == .acTL, !isAfterImageData { isAnimated = true }
    try survey?.look(
      at: chunk, isFirst: rules.offset(of: chunk.type) == nil, isAfterImageData: isAfterImageData, from: &chunks)
    if !KeptChunks.canKeep(chunk.type), placed.count < ChunkSurvey.listLimit {
      placed.append(PlacedChunk(type: chunk.type, range: chunk.range))
    }
    let isSecond = rules.isSecond(chunk, &findings)
    var data: [UInt8] = []
    let isKept = kept != nil && !isSecond && KeptChunks.canKeep(chunk.type)
    if isKept { data = try chunks.readAll() }
    let isMetadata = (chunk.type == .eXIf || chunk.type == .iTXt) && chunk.length < metadataRoom
    if isMetadata {
      if chunk.type == .iTXt { data = try chunks.readSome(atMost: XMPText.keyword.count) }
      if chunk.type == .eXIf || data == XMPText.keyword { data += try chunks.readAll() } else { data = [] }
      metadataRoom -= data.count
    }
    let crc = try chunks.finish()
    if isMetadata, crc.isValid, !data.isEmpty {
      placed.append(PlacedChunk(type: chunk.type, range: chunk.range, data: data))
    }
    if kept != nil {
      if !isKept || !crc.isValid {
        kept?.drop(chunk.type)
      } else {
        try kept?.keep(chunk, data, crc.computed, isAfterImageData: isAfterImageData)
      }
    }
    if !crc.isValid {
      findings.add(
        .crcMismatch, at: chunk.offset, chunk: chunk.type, "the CRC of \(chunk.type) at byte \(chunk.offset) is wrong")
    }
  }
}

/// The contents of IHDR (PNG Third Edition, 11.2.1).
public struct ImageHeader: Sendable, Hashable {
  /// Width in pixels, 1 to 2^31 - 1.
  public var width: Int
  /// Height in pixels, 1 to 2^31 - 1.
  public var height: Int
  /// Bits per sample, or per palette index: 1, 2, 4, 8 or 16.
  public var bitDepth: Int
  /// The channels of a pixel, or a palette index.
  public var colorType: ColorType
  /// Whether the rows are stored in the seven passes of Adam7.
  public var isInterlaced: Bool

  /// Creates a header from the given values without checks.
  public init(width: Int, height: Int, bitDepth: Int, colorType: ColorType, isInterlaced: Bool = false) {
    self.width = width
    self.height = height
    self.bitDepth = bitDepth
    self.colorType = colorType
    self.isInterlaced = isInterlaced
  }

  /// The number of bits of one pixel in the image data.
  public var bitsPerPixel: Int { bitDepth * colorType.channels }

  /// - Parameter bytes: thirteen.
  init(chunkData bytes: [UInt8], offset: Int) throws(PNGError) {
    func refuse(_ fault: String) -> PNGError { .badHeader(fault: fault, offset: offset) }
    let width = bytes.bigEndian32(at: 0)
    let height = bytes.bigEndian32(at: 4)
    for (name, size) in [("width", width), ("height", height)] where !(1...0x7fff_ffff).contains(size) {
      throw refuse("a \(name) of \(size); it must be 1 to 2147483647")
    }
    guard let colorType = ColorType(rawValue: Int(bytes[9])) else {
      throw refuse("colour type \(bytes[9]); it must be 0, 2, 3, 4 or 6")
    }
    guard colorType.allowedDepths.contains(Int(bytes[8])) else {
      let depths = colorType.allowedDepths.map(String.init).joined(separator: ", ")
      throw refuse("a bit depth of \(bytes[8]); colour type \(colorType.rawValue) allows \(depths)")
    }
    if bytes[10] > 0 { throw refuse("compression method \(bytes[10]); only 0 exists") }
    if bytes[11] > 0 { throw refuse("filter method \(bytes[11]); only 0 exists") }
    if bytes[12] > 1 { throw refuse("interlace method \(bytes[12]); only 0 and 1 exist") }
    self.init(
      width: Int(width), height: Int(height), bitDepth: Int(bytes[8]), colorType: colorType,
      isInterlaced: bytes[12] == 1)
  }
}

/// tRNS (PNG Third Edition, 11.3.1.1).
public enum Transparency: Sendable, Hashable {
  /// The alpha of the first palette entries; the others are opaque.
  case palette([UInt8])
  /// The colour that is transparent, at the depth of the image; all channels are equal in a grey image.
  case color(SIMD3<UInt16>)

  /// Parses data of a checked length. The flag is true if a sample had bits beyond the depth, which are dropped.
  static func parse(_ bytes: [UInt8], header: ImageHeader) -> (value: Transparency, isOutOfRange: Bool) {
    let mask = UInt16(truncatingIfNeeded: (1 << header.bitDepth) - 1)
    let samples: SIMD3<UInt16>
    switch header.colorType {
    case .palette, .greyAlpha, .rgba:
      return (.palette(bytes), false)
    case .grey:
      samples = SIMD3(repeating: bytes.bigEndian16(at: 0))
    case .rgb:
      samples = SIMD3(bytes.bigEndian16(at: 0), bytes.bigEndian16(at: 2), bytes.bigEndian16(at: 4))
    }
    let masked = samples & SIMD3(repeating: mask)
    return (.color(masked), masked != samples)
  }
}
