/// The four bytes that name a chunk (PNG Third Edition, 5.4).
public struct ChunkType: Sendable, Hashable, CustomStringConvertible {
  /// The four bytes, first byte in the most significant place.
  public let rawValue: UInt32

  /// Creates a type from four bytes, the first one in the most significant place; they need not be letters.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  private init(_ name: String) { rawValue = name.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

  /// Whether a decoder that does not know the chunk may skip it: the first letter is lower case.
  public var isAncillary: Bool { rawValue & 0x2000_0000 != 0 }

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
}

extension ChunkType {
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

  /// Apple's private chunk, first in a PNG that Xcode has "optimised" into a format that is not PNG.
  static let CgBI = ChunkType("CgBI")

  /// Chunks that define the meaning of samples. A fault in one of them changes colours, so it is treated like one in a
  /// critical chunk.
  static let color: [ChunkType] = [.cICP, .iCCP, .sRGB, .gAMA, .cHRM, .mDCV, .cLLI, .sBIT]
}
