/// The reasons that a PNG file cannot be read. Each case contains the facts; `code`, `message`, `offset` and `chunk`
/// present them.
public enum PNGError: Error, Sendable, Hashable {
  /// A system call failed. `number` is errno.
  case io(operation: String, number: Int32)
  /// The path is that of a folder.
  case folder
  /// A pipe, a socket or a device at a path where a file was expected.
  case notAFile
  /// A regular file ended before the size it had when it was opened.
  case fileShrank(size: Int, offset: Int)
  /// The file has no bytes.
  case empty
  /// `looksLike` is the format of the first bytes, if it is known.
  case notPNG(looksLike: String?)
  /// A Git LFS pointer instead of a file that has not been fetched.
  case lfsPointer
  /// The signature is present except for its line ending characters: a transfer in text mode.
  case damagedSignature
  /// `needed` bytes were declared, `available` are present (nil if unknown, as for a pipe).
  case truncated(chunk: ChunkType?, offset: Int, needed: Int, available: Int?)
  /// The CRC of a chunk is wrong: `declared` is in the file, `computed` is that of its bytes.
  case crcMismatch(chunk: ChunkType, offset: Int, declared: UInt32, computed: UInt32)
  /// `rule` is the length that the standard requires, in words or digits.
  case chunkLength(chunk: ChunkType, offset: Int, length: Int, rule: String)
  /// The name is not four letters.
  case chunkType(chunk: ChunkType, offset: Int)
  /// `rule` is the requirement of the standard: "before IDAT".
  case chunkOrder(chunk: ChunkType, offset: Int, rule: String)
  /// The chunk may occur only once; `first` is the offset of its first occurrence.
  case duplicateChunk(chunk: ChunkType, offset: Int, first: Int)
  /// `offset` is the last position at which the chunk is allowed.
  case missingChunk(chunk: ChunkType, offset: Int)
  /// The chunk may not occur with this colour type.
  case forbiddenChunk(chunk: ChunkType, offset: Int, colorType: ColorType)
  /// An unknown chunk without which the image cannot be decoded.
  case unknownCriticalChunk(chunk: ChunkType, offset: Int)
  /// A field of IHDR has a value that the standard does not allow.
  case badHeader(field: HeaderField, value: Int, offset: Int)
  /// The file has the CgBI chunk of Apple's format for devices, which is not PNG.
  case cgbi(offset: Int)
  /// The file needs more than a limit allows.
  case limitExceeded(limit: Limit, value: Int, maximum: Int, chunk: ChunkType?, offset: Int?)
  /// `detail` is the message of zlib, libpng or this module.
  case imageData(detail: String, offset: Int)
  /// A scanline has an unknown filter type. `row` counts from 0.
  case filterType(row: Int)
  /// A pixel has an index beyond the end of PLTE. `x` and `y` count from 0.
  case paletteIndex(index: Int, count: Int, x: Int, y: Int)
  /// The system has no memory of this size.
  case outOfMemory(bytes: Int)

  /// A field of IHDR.
  public enum HeaderField: Sendable, Hashable {
    /// The field of this name.
    case width, height, colorType, compressionMethod, filterMethod, interlaceMethod
    /// The bit depth, which the colour type restricts.
    case bitDepth(ColorType)
  }

  /// A member of `Limits`, or the size of a stored pipe.
  public enum Limit: Sendable, Hashable {
    /// The limit of the same name, which begins with `maximum` in `Limits`.
    case pixels, ancillaryChunk, interlacedBytes, rowBytes
    /// The number of stored bytes of a pipe, which are read again later.
    case spooledBytes
  }

  /// A kind of error, as it appears in JSON.
  public struct Code: RawRepresentable, Sendable, Hashable, CaseIterable {
    /// The kind in kebab case.
    public let rawValue: String

    /// Creates a kind, possibly one that only another version reports.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The system or the path does not allow reading: `io`, `folder` or `notAFile`.
    public static let io = Code(rawValue: "io")
    /// The file became shorter during reading: `fileShrank`.
    public static let fileChanged = Code(rawValue: "file-changed")
    /// The bytes are not a PNG: `empty`, `notPNG`, `lfsPointer` or `damagedSignature`.
    public static let notPNG = Code(rawValue: "not-png")
    /// The file ends before a chunk does: `truncated`.
    public static let truncated = Code(rawValue: "truncated")
    /// The CRC of a chunk is wrong: `crcMismatch`.
    public static let crcMismatch = Code(rawValue: "crc-mismatch")
    /// A chunk has a length that the standard does not allow: `chunkLength`.
    public static let chunkLength = Code(rawValue: "chunk-length")
    /// The name of a chunk is not four letters: `chunkType`.
    public static let chunkType = Code(rawValue: "chunk-type")
    /// A chunk is at a position that the standard does not allow: `chunkOrder`.
    public static let chunkOrder = Code(rawValue: "chunk-order")
    /// A chunk occurs twice: `duplicateChunk`.
    public static let duplicateChunk = Code(rawValue: "duplicate-chunk")
    /// A chunk that the image needs is missing: `missingChunk`.
    public static let missingChunk = Code(rawValue: "missing-chunk")
    /// A chunk is not allowed with the colour type: `forbiddenChunk`.
    public static let forbiddenChunk = Code(rawValue: "forbidden-chunk")
    /// A critical chunk is unknown: `unknownCriticalChunk`.
    public static let unknownCriticalChunk = Code(rawValue: "unknown-critical-chunk")
    /// A field of IHDR has an invalid value: `badHeader`.
    public static let badHeader = Code(rawValue: "bad-header")
    /// The file has Apple's CgBI format: `cgbi`.
    public static let cgbi = Code(rawValue: "cgbi")
    /// The file needs more than a limit allows: `limitExceeded`.
    public static let limitExceeded = Code(rawValue: "limit-exceeded")
    /// The image data is damaged: `imageData` or `filterType`.
    public static let imageData = Code(rawValue: "image-data")
    /// A pixel has an index beyond the palette: `paletteIndex`.
    public static let paletteIndex = Code(rawValue: "palette-index")
    /// The system has not enough memory: `outOfMemory`.
    public static let outOfMemory = Code(rawValue: "out-of-memory")

    /// All kinds that this version reports.
    public static let allCases: [Code] = [
      .io, .fileChanged, .notPNG, .truncated, .crcMismatch, .chunkLength, .chunkType, .chunkOrder, .duplicateChunk,
      .missingChunk, .forbiddenChunk, .unknownCriticalChunk, .badHeader, .cgbi, .limitExceeded, .imageData,
      .paletteIndex, .outOfMemory,
    ]
  }

  /// The kind of the error, which several cases may share.
  public var code: Code {
    switch self {
    case .io, .folder, .notAFile: .io
    case .fileShrank: .fileChanged
    case .empty, .notPNG, .lfsPointer, .damagedSignature: .notPNG
    case .truncated: .truncated
    case .crcMismatch: .crcMismatch
    case .chunkLength: .chunkLength
    case .chunkType: .chunkType
    case .chunkOrder: .chunkOrder
    case .duplicateChunk: .duplicateChunk
    case .missingChunk: .missingChunk
    case .forbiddenChunk: .forbiddenChunk
    case .unknownCriticalChunk: .unknownCriticalChunk
    case .badHeader: .badHeader
    case .cgbi: .cgbi
    case .limitExceeded: .limitExceeded
    case .imageData, .filterType: .imageData
    case .paletteIndex: .paletteIndex
    case .outOfMemory: .outOfMemory
    }
  }

  /// Whether another attempt with the same bytes gives the same result; not for errors of the system or the file.
  var isAboutContents: Bool { ![.io, .fileChanged, .outOfMemory].contains(code) }

  /// The byte offset in the file of the chunk or of the position where reading failed, if there is one.
  public var offset: Int? {
    switch self {
    case .io, .folder, .notAFile, .filterType, .paletteIndex, .outOfMemory: nil
    case .empty, .notPNG, .lfsPointer, .damagedSignature: 0
    case .limitExceeded(_, _, _, _, let offset): offset
    case .fileShrank(_, let offset), .truncated(_, let offset, _, _), .crcMismatch(_, let offset, _, _),
      .chunkLength(_, let offset, _, _), .chunkType(_, let offset), .chunkOrder(_, let offset, _),
      .duplicateChunk(_, let offset, _), .missingChunk(_, let offset), .forbiddenChunk(_, let offset, _),
      .unknownCriticalChunk(_, let offset), .badHeader(_, _, let offset), .cgbi(let offset),
      .imageData(_, let offset):
      offset
    }
  }

  /// The name of the faulty chunk, if there is one.
  public var chunk: String? {
    switch self {
    case .io, .folder, .notAFile, .fileShrank, .empty, .notPNG, .lfsPointer, .damagedSignature, .outOfMemory: nil
    case .truncated(let chunk, _, _, _), .limitExceeded(_, _, _, let chunk, _): chunk?.description
    case .crcMismatch(let chunk, _, _, _), .chunkLength(let chunk, _, _, _), .chunkType(let chunk, _),
      .chunkOrder(let chunk, _, _), .duplicateChunk(let chunk, _, _), .missingChunk(let chunk, _),
      .forbiddenChunk(let chunk, _, _), .unknownCriticalChunk(let chunk, _):
      chunk.description
    case .badHeader: "IHDR"
    case .cgbi: "CgBI"
    case .imageData, .filterType, .paletteIndex: "IDAT"
    }
  }
}
