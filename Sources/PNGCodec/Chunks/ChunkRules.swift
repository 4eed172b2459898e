/// The chunks read so far, and the rules of PNG Third Edition, Table 7 and clause 11, for their order and lengths.
struct ChunkRules: Sendable {
  /// The types that have rules, with the offset of the first chunk: so few that searching is faster than hashing.
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
    let (type, isPalette) = (chunk.type, header.colorType == .palette)
    let hasPalette = offset(of: .PLTE) != nil
    var rule: String?
    if offset(of: .IDAT) != nil {
      rule = "before IDAT"
    } else if type == .PLTE {
      rule = offset(of: .tRNS) == nil ? nil : "before tRNS"
    } else if type == .tRNS {
      rule = isPalette && !hasPalette ? "after PLTE" : nil
    } else if hasPalette {
      rule = "before PLTE"
    }
    if let rule { throw .chunkOrder(chunk: type, offset: chunk.offset, rule: rule) }
    if type == .PLTE && header.colorType.isGrey || type == .tRNS && header.colorType.hasAlpha {
      throw .forbiddenChunk(chunk: type, offset: chunk.offset, colorType: header.colorType)
    }
  }

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

  /// Records any other ancillary chunk, and what is wrong with its place. Returns whether it is one too many.
  mutating func isSecond(_ chunk: ChunkReader.Chunk, _ findings: inout FindingList) -> Bool {
    if Self.single.contains(chunk.type) {
      if let earlier = offset(of: chunk.type) {
        findings.add(
          .duplicateChunk, at: chunk.offset, chunk: chunk.type,
          "there is a second \(chunk.type) at byte \(chunk.offset), the first is at byte \(earlier)")
        return true
      }
      first.append((chunk.type, chunk.offset))
    }
    var rule: StaticString?
    if offset(of: .IDAT) != nil, Self.beforeIDAT.contains(chunk.type) {
      rule = "before IDAT"
    } else if header.colorType == .palette, offset(of: .PLTE) == nil, Self.afterPLTE.contains(chunk.type) {
      rule = "after PLTE"
    }
    if let rule {
      findings.add(
        .chunkOrder, at: chunk.offset, chunk: chunk.type,
        "\(chunk.type) at byte \(chunk.offset) should come \(rule)")
    }
    return false
  }
}

/// An irregularity of a file that does not prevent reading.
public struct Finding: Sendable, Hashable {
  /// A kind of irregularity.
  public enum Kind: String, Sendable, CaseIterable {
    /// The CRC of an ancillary chunk is wrong.
    case crcMismatch = "crc-mismatch"
    /// A colour chunk has a length that the standard does not allow.
    case chunkLength = "chunk-length"
    /// An ancillary chunk is at a position that the standard does not allow.
    case chunkOrder = "chunk-order"
    /// An ancillary chunk occurs twice where the standard allows one.
    case duplicateChunk = "duplicate-chunk"
    /// There are bytes after IEND.
    case dataAfterEnd = "data-after-iend"
    /// IDAT contains more data than the image needs. The offset is that of the first IDAT.
    case surplusImageData = "surplus-image-data"
    /// iCCP contains bytes after the end of its compressed profile.
    case surplusProfileData = "surplus-profile-data"
    /// The checksum at the end of the compressed data of iCCP is missing or wrong, and the profile is complete.
    case profileChecksum = "iccp-checksum"
    /// The keyword of iCCP contains invalid spaces or bytes (PNG Third Edition, 11.3.3.2).
    case profileKeyword = "iccp-keyword"
    /// tRNS contains a sample that exceeds the bit depth; its low bits are used.
    case transparencyRange = "transparency-range"
    /// There are more irregularities than are listed. The message gives their number, the offset is that of the first.
    case unlisted
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
