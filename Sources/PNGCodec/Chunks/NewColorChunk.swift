import CZlib

/// A colour chunk to write.
public enum NewColorChunk: Sendable, Hashable {
  /// Code points, which are written unchecked.
  case cICP(CICP)
  /// The keyword is derived from the name; the profile is compressed by zlib at its highest level, reproducibly.
  case iCCP(name: String, profile: [UInt8])
  /// The rendering intent, 0 to 3.
  case sRGB(intent: UInt8)

  /// The kind of the chunk. Chunks of the same kind in the file are replaced.
  public var kind: ColorChunks.Kind {
    switch self {
    case .cICP: .cICP
    case .iCCP: .iCCP
    case .sRGB: .sRGB
    }
  }

  /// Returns the complete chunk, from its length to its CRC.
  package func bytes() throws(PNGError) -> [UInt8] {
    let data =
      switch self {
      case .cICP(let cicp): [cicp.primaries, cicp.transfer, cicp.matrix, cicp.fullRange]
      case .iCCP(let name, let profile): EmbeddedProfile.keyword(from: name) + [0, 0] + (try Self.deflate(profile))
      case .sRGB(let intent): [intent]
      }
    return kind.type.chunk(data)
  }

  static func deflate(_ bytes: [UInt8]) throws(PNGError) -> [UInt8] {
    var size = compressBound(UInt(bytes.count))
    var output = [UInt8](repeating: 0, count: Int(size))
    let code = unsafe output.withUnsafeMutableBufferPointer { output in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe compress2(output.baseAddress, &size, bytes.baseAddress, UInt(bytes.count), 9)
      }
    }
    guard code == Z_OK else { throw .outOfMemory(bytes: output.count) }
    return Array(output.prefix(Int(size)))
  }
}

extension EmbeddedProfile {
  /// Returns a keyword (PNG Third Edition, 11.3.3.2) for a name: 1 to 79 printable Latin-1 characters, with single
  /// spaces only inside. Other characters are omitted; the result is "ICC profile" if nothing remains.
  static func keyword(from name: String) -> [UInt8] {
    let words = name.split(whereSeparator: \.isWhitespace).map { word in
      word.unicodeScalars.compactMap { scalar in
        switch scalar.value {
        case 0x21...0x7e, 0xa1...0xff: UInt8(scalar.value)
        default: nil
        }
      }
    }
    var keyword: [UInt8] = []
    for word in words where !word.isEmpty {
      let longer = keyword.isEmpty ? Array(word.prefix(79)) : keyword + [0x20] + word
      guard longer.count <= 79 else { break }
      keyword = longer
    }
    return keyword.isEmpty ? Array("ICC profile".utf8) : keyword
  }
}

/// A text in a file (tEXt, PNG Third Edition, 11.3.3.2), for texts written by this program.
public struct TextChunk: Sendable, Hashable {
  /// The keyword: 1 to 79 printable ASCII characters.
  public let keyword: String
  /// The text, in ASCII.
  public let text: String

  /// - Parameters:
  ///   - keyword: 1 to 79 printable ASCII characters, with single spaces only inside.
  ///   - text: ASCII.
  public init(keyword: String, text: String) {
    self.keyword = keyword
    self.text = text
  }

  var data: [UInt8] { Array(keyword.utf8) + [0] + Array(text.utf8) }
}

extension KeptChunks {
  /// Returns whether a text is one of the chunks before the image data.
  public func contains(_ text: TextChunk) -> Bool {
    beforeImageData.firstRange(of: ChunkType.tEXt.chunk(text.data)) != nil
  }
}

/// The ancillary chunks of a file that may be copied to a file with other pixels (PNG Third Edition, 14.2): those that
/// are safe to copy.
public struct KeptChunks: Sendable, Hashable {
  /// Complete chunks, from their lengths to their CRCs, in file order.
  public internal(set) var beforeImageData: [UInt8] = []
  /// Complete chunks that follow the last IDAT, like `beforeImageData`.
  public internal(set) var afterImageData: [UInt8] = []
  /// The names of the chunks that were omitted, without duplicates, in file order.
  public internal(set) var dropped: [String] = []

  private static let limit = 64 << 20

  static func canKeep(_ type: ChunkType) -> Bool { type.isAncillary && type.isSafeToCopy }

  mutating func keep(
    _ chunk: ChunkReader.Chunk, _ data: [UInt8], _ crc: UInt32, isAfterImageData: Bool
  ) throws(PNGError) {
    guard !Self.isProfile(chunk.type, data) else { return drop(chunk.type) }
    let total = beforeImageData.count + afterImageData.count + data.count + 12
    guard total <= Self.limit else {
      throw .limitExceeded(
        limit: .ancillaryChunk, value: total, maximum: Self.limit, chunk: chunk.type, offset: chunk.offset)
    }
    // A file may consist of millions of chunks, for which arrays of their own would take most of the time.
    func append(to bytes: inout [UInt8]) {
      // An array that grows is in memory twice. What is reserved and not used takes none.
      if bytes.count > 1 << 20, bytes.capacity < Self.limit { bytes.reserveCapacity(Self.limit) }
      bytes.append(bigEndian: UInt32(data.count))
      bytes.append(bigEndian: chunk.type.rawValue)
      bytes += data
      bytes.append(bigEndian: crc)
    }
    if isAfterImageData { append(to: &afterImageData) } else { append(to: &beforeImageData) }
  }

  /// Returns whether a text is an ICC profile, of which some programs store a copy: it no longer applies.
  private static func isProfile(_ type: ChunkType, _ data: [UInt8]) -> Bool {
    ChunkType.text.contains(type) && data.count > 20 && data[20] == 0
      && [UInt8(ascii: "c"), UInt8(ascii: "m")].contains(data[19]) && data.starts(with: "Raw profile type ic".utf8)
  }

  mutating func drop(_ type: ChunkType) {
    let name = type.description
    if !dropped.contains(name) { dropped.append(name) }
  }
}

/// A chunk that an edit may replace or leave out.
public struct PlacedChunk: Sendable, Hashable {
  /// The type of the chunk.
  public let type: ChunkType
  /// The bytes of the chunk, from the first of its length to the last of its CRC.
  public let range: Range<Int>
  /// Whether it is a colour chunk that breaks a rule.
  public internal(set) var isFaulty = false
  /// The data of eXIf and XMP, which may have to agree with the declaration.
  var data: [UInt8] = []

  /// The kind of a colour chunk; nil for others.
  public var kind: ColorChunks.Kind? { ColorChunks.Kind(type) }

  /// Whether an editor that does not know the chunk must omit it if the colours of the palette change, and not only their
  /// indices: it may depend on them (PNG Third Edition, 14.2).
  public var dependsOnPalette: Bool {
    type.isAncillary && kind == nil && !KeptChunks.canKeep(type) && ![.tRNS, .bKGD, .hIST].contains(type)
  }
}
