/// The chunks read so far, and the rules of PNG Third Edition, Table 7 and clause 11, for their order and lengths.
struct ChunkRules: Sendable {
  /// The types that have rules, each with the offset of its first chunk: few enough that searching is faster than
  /// hashing.
  private var first: [(type: ChunkType, offset: Int)] = []
  let header: ImageHeader

  init(header: ImageHeader, offset: Int) {
    self.header = header
    first = [(.IHDR, offset)]
  }

  func offset(of type: ChunkType) -> Int? { first.first { $0.type == type }?.offset }

  mutating func record(_ chunk: ChunkReader.Chunk) throws(PNGError) {
    if let earlier = offset(of: chunk.type) {
      throw .duplicateChunk(chunk: chunk.type, offset: chunk.offset, first: earlier)
    }
    first.append((chunk.type, chunk.offset))
  }

  /// Checks the position of a palette, transparency or colour chunk, all of which precede the image data.
  func checkOrder(_ chunk: ChunkReader.Chunk) throws(PNGError) {
    if offset(of: .IDAT) != nil { throw .chunkOrder(chunk: chunk.type, offset: chunk.offset, rule: "before IDAT") }
    if chunk.type == .PLTE {
      if offset(of: .tRNS) != nil { throw .chunkOrder(chunk: .PLTE, offset: chunk.offset, rule: "before tRNS") }
      guard !header.colorType.isGrey else {
        throw .forbiddenChunk(chunk: .PLTE, offset: chunk.offset, colorType: header.colorType)
      }
    } else if chunk.type == .tRNS {
      guard !header.colorType.hasAlpha else {
        throw .forbiddenChunk(chunk: .tRNS, offset: chunk.offset, colorType: header.colorType)
      }
      if header.colorType == .palette, offset(of: .PLTE) == nil {
        throw .chunkOrder(chunk: .tRNS, offset: chunk.offset, rule: "after PLTE")
      }
    } else if offset(of: .PLTE) != nil {
      throw .chunkOrder(chunk: chunk.type, offset: chunk.offset, rule: "before PLTE")
    }
  }

  /// Returns the error for an IDAT that does not directly follow the previous one.
  static func interrupted(_ chunk: ChunkReader.Chunk) -> PNGError {
    .chunkOrder(chunk: .IDAT, offset: chunk.offset, rule: "directly after the IDAT before it")
  }

  /// Checks the length of a critical, transparency or colour chunk. `entries` is the size of the palette.
  func checkLength(_ chunk: ChunkReader.Chunk, entries: Int) throws(PNGError) {
    let type = header.colorType
    let allowed: ClosedRange<Int>
    var rule: String?
    switch chunk.type {
    case .PLTE:
      let most = type == .palette ? 1 << header.bitDepth : 256
      allowed = 3...(3 * most)
      rule = "3 bytes for each of 1 to \(most) entries"
    case .tRNS where type == .palette:
      allowed = 1...max(entries, 1)
      rule = "1 to \(entries), the number of palette entries"
    case .tRNS: allowed = type == .grey ? 2...2 : 6...6
    case .cICP, .gAMA: allowed = 4...4
    case .sRGB: allowed = 1...1
    case .cHRM: allowed = 32...32
    case .mDCV: allowed = 24...24
    case .cLLI: allowed = 8...8
    case .sBIT:
      let channels = type == .palette ? 3 : type.channels
      allowed = channels...channels
    case .IEND: allowed = 0...0
    default: return
    }
    guard allowed.contains(chunk.length), chunk.type != .PLTE || chunk.length % 3 == 0 else {
      throw .chunkLength(
        chunk: chunk.type, offset: chunk.offset, length: chunk.length, rule: rule ?? "\(allowed.lowerBound)")
    }
  }

  /// Chunks for which Table 7 allows only one and that are unrelated to colour.
  private static let single: [ChunkType] = [.bKGD, .hIST, .pHYs, .tIME, .eXIf, .acTL]
  private static let beforeIDAT: [ChunkType] = [.bKGD, .hIST, .pHYs, .sPLT, .acTL]
  private static let afterPLTE: [ChunkType] = [.bKGD, .hIST]

  enum Irregularity {
    case second(ChunkReader.Chunk, first: Int)
    case misplaced(ChunkReader.Chunk, rule: StaticString)

    var kind: Finding.Kind {
      switch self {
      case .second: .duplicateChunk
      case .misplaced: .chunkOrder
      }
    }

    var message: String {
      switch self {
      case .second(let chunk, let first):
        "there is a second \(chunk.type) at byte \(chunk.offset), the first is at byte \(first)"
      case .misplaced(let chunk, let rule): "\(chunk.type) at byte \(chunk.offset) should come \(rule)"
      }
    }
  }

  /// Records any other ancillary chunk and returns whether, and how, its position is irregular.
  mutating func irregularity(of chunk: ChunkReader.Chunk) -> Irregularity? {
    if Self.single.contains(chunk.type) {
      if let earlier = offset(of: chunk.type) { return .second(chunk, first: earlier) }
      first.append((chunk.type, chunk.offset))
    }
    if offset(of: .IDAT) != nil, Self.beforeIDAT.contains(chunk.type) {
      return .misplaced(chunk, rule: "before IDAT")
    } else if header.colorType == .palette, offset(of: .PLTE) == nil, Self.afterPLTE.contains(chunk.type) {
      return .misplaced(chunk, rule: "after PLTE")
    }
    return nil
  }
}

/// An irregularity of a file that does not prevent reading.
public struct Finding: Sendable, Hashable {
  /// A kind of irregularity.
  public struct Kind: RawRepresentable, Sendable, Hashable, CaseIterable {
    /// The kind in kebab case.
    public let rawValue: String

    /// Creates a kind, possibly one that only another version reports.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The CRC of an ancillary chunk is wrong.
    public static let crcMismatch = Kind(rawValue: "crc-mismatch")
    /// A colour chunk has a length that the standard does not allow.
    public static let chunkLength = Kind(rawValue: "chunk-length")
    /// An ancillary chunk is at a position that the standard does not allow.
    public static let chunkOrder = Kind(rawValue: "chunk-order")
    /// An ancillary chunk occurs twice where the standard allows one.
    public static let duplicateChunk = Kind(rawValue: "duplicate-chunk")
    /// There are bytes after IEND.
    public static let dataAfterEnd = Kind(rawValue: "data-after-iend")
    /// IDAT contains more data than the image needs. The offset is that of the end of the zlib stream, directly after
    /// its last byte; if the stream continues for 64 KiB of scanlines or more, it is that of the first IDAT.
    public static let surplusImageData = Kind(rawValue: "surplus-image-data")
    /// iCCP contains bytes after the end of its compressed profile.
    public static let surplusProfileData = Kind(rawValue: "surplus-profile-data")
    /// The checksum at the end of the compressed data of iCCP is missing or wrong, and the profile is complete.
    public static let profileChecksum = Kind(rawValue: "iccp-checksum")
    /// The keyword of iCCP contains invalid spaces or bytes (PNG Third Edition, 11.3.3.2).
    public static let profileKeyword = Kind(rawValue: "iccp-keyword")
    /// tRNS contains a sample that exceeds the bit depth; its low bits are used.
    public static let transparencyRange = Kind(rawValue: "transparency-range")
    /// There are more irregularities than are listed. The message gives their number, the offset is that of the first.
    public static let unlisted = Kind(rawValue: "unlisted")

    /// All kinds that this version reports.
    public static let allCases: [Kind] = [
      .crcMismatch, .chunkLength, .chunkOrder, .duplicateChunk, .dataAfterEnd, .surplusImageData, .surplusProfileData,
      .profileChecksum, .profileKeyword, .transparencyRange, .unlisted,
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

  package static func message(unlisted count: Int) -> String { "\(count) more faults are not listed" }
}

/// The findings of a file in the order in which they were found. The list has room for those of every legitimate file;
/// further findings are counted, so that a file that consists of faulty chunks needs no memory for each.
struct FindingList: Sendable {
  private(set) var listed: [Finding] = []
  /// The number of findings that are not listed.
  private(set) var unlistedCount = 0
  private var firstUnlisted = 0
  var count: Int { listed.count + unlistedCount }

  /// Adds a finding; its message is composed only if it is listed.
  mutating func add(_ kind: Finding.Kind, at offset: Int, chunk: ChunkType?, _ message: @autoclosure () -> String) {
    if listed.count < ChunkSurvey.listLimit {
      listed.append(Finding(kind: kind, offset: offset, chunk: chunk?.description, message: message()))
    } else {
      if unlistedCount == 0 { firstUnlisted = offset }
      unlistedCount += 1
    }
  }

  /// The listed findings, and one that counts the others.
  var all: [Finding] {
    guard unlistedCount > 0 else { return listed }
    let message = Finding.message(unlisted: unlistedCount)
    return listed + [Finding(kind: .unlisted, offset: firstUnlisted, chunk: nil, message: message)]
  }
}
