/// A value and the byte offset in the file of its chunk.
public struct Located<Value: Sendable & Hashable>: Sendable, Hashable {
  /// The value that the chunk contains.
  public var value: Value
  /// The position of the chunk in the file, in bytes from its beginning.
  public var offset: Int

  /// Creates a value that a chunk at `offset` contains.
  public init(_ value: Value, offset: Int) {
    self.value = value
    self.offset = offset
  }
}

/// The colour chunks of a file with their raw values. `declarations` interprets them.
public struct ColorChunks: Sendable, Hashable {
  /// The code points; nil if there is no cICP.
  public var cICP: Located<CICP>?
  /// The embedded profile, possibly damaged; nil if there is no iCCP.
  public var iCCP: Located<EmbeddedProfile>?
  /// The rendering intent: 0 perceptual, 1 relative colorimetric, 2 saturation, 3 absolute; invalid values are kept.
  public var sRGB: Located<UInt8>?
  /// Gamma times 100,000, as in the file; values outside 10,000 to 1,000,000 are a fault of the declaration.
  public var gAMA: Located<UInt32>?
  /// The chromaticities of white and of the primaries; nil if there is no cHRM.
  public var cHRM: Located<Chromaticities>?
  /// The colour volume of the mastering display; nil if there is no mDCV.
  public var mDCV: Located<MasteringDisplay>?
  /// The light levels of the content; nil if there is no cLLI.
  public var cLLI: Located<ContentLightLevel>?
  /// Significant bits per channel, one byte for each channel of the source image.
  public var sBIT: Located<[UInt8]>?

  /// Creates an empty set of chunks.
  public init() {}

  /// The declarations of the file, highest precedence first (PNG Third Edition, 4.3). cHRM alone is not a declaration.
  /// The caller must check whether a declaration can be used.
  public var declarations: [Declaration] {
    var list: [Declaration] = []
    if let cICP { list.append(.cICP(cICP.value)) }
    if let iCCP { list.append(.iCCP(iCCP.value)) }
    if let sRGB { list.append(.sRGB(intent: sRGB.value)) }
    if let gAMA {
      list.append(
        cHRM.map { .gammaAndChromaticities(gamma: gAMA.value, $0.value) } ?? .gamma(gAMA.value))
    }
    return list
  }
}

/// A file's declaration of the meaning of its samples.
public enum Declaration: Sendable, Hashable {
  /// Code points.
  case cICP(CICP)
  /// An embedded profile.
  case iCCP(EmbeddedProfile)
  /// sRGB with a rendering intent of ICC.1, 0 to 3.
  case sRGB(intent: UInt8)
  /// gAMA (gamma times 100,000) with cHRM.
  case gammaAndChromaticities(gamma: UInt32, Chromaticities)
  /// gAMA alone.
  case gamma(UInt32)
}

/// cICP: code points of ITU-T H.273 (PNG Third Edition, 11.3.2.6).
public struct CICP: Sendable, Hashable {
  /// The number of the colour primaries (ITU-T H.273), such as 1 for sRGB, 9 for BT.2020 and 12 for Display P3.
  public var primaries: UInt8
  /// The number of the transfer characteristics (ITU-T H.273), such as 13 for the curve of sRGB and 16 for PQ.
  public var transfer: UInt8
  /// Must be 0 in a PNG.
  public var matrix: UInt8
  /// 1 full range, 0 narrow range; other values are kept, and indicate damage.
  public var fullRange: UInt8

  /// Creates code points, by default for full range; the values are not checked.
  public init(primaries: UInt8, transfer: UInt8, matrix: UInt8 = 0, fullRange: UInt8 = 1) {
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
    self.fullRange = fullRange
  }
}

/// An xy chromaticity, in the unit of its chunk.
public struct Chromaticity: Sendable, Hashable {
  /// The x coordinate, in the unit of the chunk.
  public var x: UInt32
  /// The y coordinate, in the unit of the chunk.
  public var y: UInt32

  /// Creates a chromaticity from x and y in the unit of the chunk.
  public init(x: UInt32, y: UInt32) {
    self.x = x
    self.y = y
  }
}

/// cHRM: chromaticities in units of 1/100,000 (PNG Third Edition, 11.3.2.1).
public struct Chromaticities: Sendable, Hashable {
  /// The white point.
  public var white: Chromaticity
  /// The red primary.
  public var red: Chromaticity
  /// The green primary.
  public var green: Chromaticity
  /// The blue primary.
  public var blue: Chromaticity

  /// Creates the contents of a cHRM chunk without checks.
  public init(white: Chromaticity, red: Chromaticity, green: Chromaticity, blue: Chromaticity) {
    self.white = white
    self.red = red
    self.green = green
    self.blue = blue
  }
}

/// mDCV: the mastering display's colour volume (PNG Third Edition, 11.3.2.7).
public struct MasteringDisplay: Sendable, Hashable {
  /// The chromaticities in units of 0.00002.
  public var red, green, blue, white: Chromaticity
  /// The luminances in units of 0.0001 cd/m2.
  public var maximumLuminance, minimumLuminance: UInt32
}

/// cLLI: light levels in units of 0.0001 cd/m2 (PNG Third Edition, 11.3.2.8).
public struct ContentLightLevel: Sendable, Hashable {
  /// The light level of the brightest pixel; 0 if unknown.
  public var maximumContentLightLevel: UInt32
  /// The largest average light level of a frame; 0 if unknown.
  public var maximumFrameAverageLightLevel: UInt32
}

/// iCCP: the keyword and the profile, or the reason that it cannot be read (PNG Third Edition, 11.3.2.3). A damaged
/// iCCP is an unusable declaration, not a damaged file.
public struct EmbeddedProfile: Sendable {
  /// The chunk's keyword, Latin-1. It is not the profile's description, and not a reliable name.
  public var name: String
  /// The inflated bytes of the profile; not checked to be a valid profile.
  public var contents: Result<[UInt8], Fault>

  /// Creates a profile from the keyword of its chunk and its inflated bytes, neither of which is checked.
  public init(name: String, contents: Result<[UInt8], Fault>) {
    self.name = name
    self.contents = contents
  }

  private var bytes: [UInt8]? { try? contents.get() }

  /// The reasons that the profile cannot be extracted from the chunk.
  public enum Fault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The keyword is empty, or there is no zero within the first 80 bytes. A keyword with invalid bytes or spaces is a
    /// `Finding`.
    case badName
    /// A compression method other than 0, the only one defined.
    case unknownCompressionMethod(UInt8)
    /// The error message of zlib.
    case damaged(String)
    /// The compressed data ends before the profile is complete.
    case truncated
    /// The profile inflates to more than this many bytes.
    case tooLarge(maximum: Int)

    /// The message.
    public var description: String { message }

    /// One clause, for people.
    public var message: String {
      switch self {
      case .badName: "its keyword is empty or does not end within 80 bytes"
      case .unknownCompressionMethod(let method): "its compression method is \(method), and only 0 exists"
      case .damaged(let detail): "its compressed data is damaged (\(detail))"
      case .truncated: "its compressed data is cut short"
      case .tooLarge(let maximum): "it inflates to more than \(maximum) bytes"
      }
    }
  }
}

/// Compared and hashed for speed: every file of a batch is looked up by the profile's bytes, which the synthesised
/// functions of a generic `Result` process one by one. The hash covers the header and the first tags.
extension EmbeddedProfile: Hashable {
  public static func == (a: EmbeddedProfile, b: EmbeddedProfile) -> Bool {
    a.name == b.name && a.bytes == b.bytes && (a.bytes != nil || a.contents == b.contents)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(bytes?.count)
    unsafe bytes?.withUnsafeBytes { unsafe hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0.prefix(256))) }
  }
}

extension ColorChunks {
  /// The chunks that define the meaning of samples, by their names.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    // In the order of the standard's clause 11.3.2.
    /// The chunk with the name of the case.
    case cHRM, gAMA, iCCP, sBIT, sRGB, cICP, mDCV, cLLI

    /// Those that describe the samples and do not declare their colours.
    package static let describingPixels: Set<Self> = [.sBIT, .mDCV, .cLLI]

    init?(_ type: ChunkType) { self.init(rawValue: type.description) }

    var type: ChunkType { ChunkType(rawValue) }
  }
}

extension Set<ColorChunks.Kind> {
  /// The names of the chunks, in the order of the standard's clause 11.3.2.
  package var names: [String] { ColorChunks.Kind.allCases.filter(contains).map(\.rawValue) }
}

extension ColorChunks {
  /// Parses the data of a colour chunk other than iCCP, whose length has been checked.
  mutating func accept(_ data: [UInt8], of chunk: ChunkReader.Chunk) {
    let offset = chunk.offset
    switch chunk.type {
    case .cICP:
      cICP = Located(CICP(primaries: data[0], transfer: data[1], matrix: data[2], fullRange: data[3]), offset: offset)
    case .sRGB: sRGB = Located(data[0], offset: offset)
    case .gAMA: gAMA = Located(data.bigEndian32(at: 0), offset: offset)
    case .cHRM:
      let point = { (at: Int) in Chromaticity(x: data.bigEndian32(at: at), y: data.bigEndian32(at: at + 4)) }
      cHRM = Located(Chromaticities(white: point(0), red: point(8), green: point(16), blue: point(24)), offset: offset)
    case .mDCV:
      let point = { (at: Int) in
        Chromaticity(x: UInt32(data.bigEndian16(at: at)), y: UInt32(data.bigEndian16(at: at + 2)))
      }
      let value = MasteringDisplay(
        red: point(0), green: point(4), blue: point(8), white: point(12),
        maximumLuminance: data.bigEndian32(at: 16), minimumLuminance: data.bigEndian32(at: 20))
      mDCV = Located(value, offset: offset)
    case .cLLI:
      let value = ContentLightLevel(
        maximumContentLightLevel: data.bigEndian32(at: 0), maximumFrameAverageLightLevel: data.bigEndian32(at: 4))
      cLLI = Located(value, offset: offset)
    case .sBIT: sBIT = Located(data, offset: offset)
    default: break
    }
  }
}
