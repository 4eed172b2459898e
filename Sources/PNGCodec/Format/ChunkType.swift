/// The four bytes that name a chunk (PNG Third Edition, 5.4).
public struct ChunkType: Sendable, Hashable, CustomStringConvertible {
  /// The four bytes, first byte in the most significant place.
  public let rawValue: UInt32

  /// Creates a type from four bytes, the first one in the most significant place; they need not be letters.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  init(_ name: String) { rawValue = name.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

  /// Whether a decoder that does not know the chunk may skip it: the first letter is lower case.
  public var isAncillary: Bool { rawValue & 0x2000_0000 != 0 }

  /// Whether an editor that does not know the chunk may copy it after changing other data: the fourth letter is small.
  var isSafeToCopy: Bool { rawValue & 0x20 != 0 }

  /// Whether all four bytes are ASCII letters, as the standard requires.
  public var isWellFormed: Bool {
    let letters = bytes & SIMD4(repeating: 0xdf)
    return all((letters .>= 0x41) .& (letters .<= 0x5a))
  }

  /// The name, or the bytes in hexadecimal if they are not letters.
  public var description: String {
    let bytes = self.bytes.indices.map { self.bytes[$0] }
    return isWellFormed
      ? String(decoding: bytes, as: UTF8.self)
      : "0x" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private var bytes: SIMD4<UInt8> {
    SIMD4(truncatingIfNeeded: SIMD4(repeating: rawValue) &>> SIMD4(24, 16, 8, 0))
  }

  // The names are the standard's own.
  static let IHDR = ChunkType("IHDR")
  static let PLTE = ChunkType("PLTE")
  static let IDAT = ChunkType("IDAT")
  static let IEND = ChunkType("IEND")
  static let tRNS = ChunkType("tRNS")

  static let cICP = ChunkType("cICP")
  static let iCCP = ChunkType("iCCP")
  static let sRGB = ChunkType("sRGB")
  static let gAMA = ChunkType("gAMA")
  static let cHRM = ChunkType("cHRM")
  static let mDCV = ChunkType("mDCV")
  static let cLLI = ChunkType("cLLI")
  static let sBIT = ChunkType("sBIT")

  static let acTL = ChunkType("acTL")
  static let fcTL = ChunkType("fcTL")
  static let fdAT = ChunkType("fdAT")

  static let bKGD = ChunkType("bKGD")
  static let hIST = ChunkType("hIST")
  static let pHYs = ChunkType("pHYs")
  static let sPLT = ChunkType("sPLT")
  static let tIME = ChunkType("tIME")
  static let eXIf = ChunkType("eXIf")
  static let tEXt = ChunkType("tEXt")
  static let zTXt = ChunkType("zTXt")
  static let iTXt = ChunkType("iTXt")
  static let text: [ChunkType] = [.tEXt, .zTXt, .iTXt]

  /// Apple's private chunk, first in a PNG that Xcode has "optimised" into a format that is not PNG.
  static let CgBI = ChunkType("CgBI")
}

/// The colour type of a PNG image, with its number in IHDR (PNG Third Edition, 11.2.1).
public enum ColorType: Int, Sendable, Hashable, CaseIterable {
  /// Grey, of 1, 2, 4, 8 or 16 bits.
  case grey = 0
  /// Red, green and blue, of 8 or 16 bits each.
  case rgb = 2
  /// An index of 1, 2, 4 or 8 bits into PLTE.
  case palette = 3
  /// Grey and alpha, of 8 or 16 bits each.
  case greyAlpha = 4
  /// Red, green, blue and alpha, of 8 or 16 bits each.
  case rgba = 6

  /// Samples per pixel in the image data: a palette image has one, the index.
  public var channels: Int {
    switch self {
    case .grey, .palette: 1
    case .greyAlpha: 2
    case .rgb: 3
    case .rgba: 4
    }
  }

  /// The bit depths that PNG allows with this colour type (Table 12 of the Third Edition).
  public var allowedDepths: [Int] {
    switch self {
    case .grey: [1, 2, 4, 8, 16]
    case .palette: [1, 2, 4, 8]
    case .rgb, .greyAlpha, .rgba: [8, 16]
    }
  }

  /// Whether the pixels have their own alpha, so that a tRNS chunk is forbidden.
  public var hasAlpha: Bool { self == .greyAlpha || self == .rgba }

  /// Whether the pixels are grey, so that a PLTE chunk is forbidden.
  public var isGrey: Bool { self == .grey || self == .greyAlpha }
}

/// The resource limits for a file. Everything is checked before memory is allocated.
public struct Limits: Sendable, Hashable {
  /// Width times height. 512 megapixels.
  public var maximumPixels = 512_000_000
  /// Declared bytes of one ancillary chunk, which is read in windows and never as a whole. 64 MiB.
  public var maximumAncillaryChunk = 64 << 20
  /// Inflated bytes of an iCCP profile. 8 MiB. A larger one is an unusable declaration, not an error.
  public var maximumProfile = 8 << 20
  /// Decoded bytes of an interlaced image, which must be in memory until its last pass is read. 1 GiB.
  public var maximumInterlacedBytes = 1 << 30
  /// Decoded bytes of one row; reading needs several times as much. 64 MiB, or 8,388,608 pixels of 16-bit RGBA.
  public var maximumRowBytes = 64 << 20

  /// Creates the default limits.
  public init() {}

  /// These limits, with three quarters of the memory at most for the decoded rows of an interlaced image.
  package func interlaced(within memory: Int) -> Limits {
    var limits = self
    limits.maximumInterlacedBytes = min(maximumInterlacedBytes, memory / 4 * 3)
    return limits
  }
}
