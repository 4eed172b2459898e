import LibC

/// The reasons that a PNG file cannot be read, with the facts; `code`, `message`, `offset` and `chunk` present them.
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
  /// A field of IHDR has a value that the standard does not allow: `fault` is "a width of 0; it must be ...".
  case badHeader(fault: String, offset: Int)
  /// The file has the CgBI chunk of Apple's format for devices, which is not PNG.
  case cgbi(offset: Int)
  /// The file needs more than a limit allows.
  case limitExceeded(limit: Limit, value: Int, maximum: Int, chunk: ChunkType?, offset: Int?)
  /// `detail` is one of zlib's messages, or of this module.
  case imageData(detail: String, offset: Int)
  /// A scanline has an unknown filter type. `row` counts from 0.
  case filterType(row: Int)
  /// A pixel has an index beyond the end of PLTE. `x` and `y` count from 0.
  case paletteIndex(index: Int, count: Int, x: Int, y: Int)
  /// The system has no memory of this size.
  case outOfMemory(bytes: Int)

  /// A member of `Limits`, or the size of a stored pipe.
  public enum Limit: Sendable, Hashable {
    /// The limit of the same name, which begins with `maximum` in `Limits`.
    case pixels, ancillaryChunk, interlacedBytes, rowBytes
    /// The number of stored bytes of a pipe, which are read again later.
    case spooledBytes
  }

  /// A stable identifier in kebab case, which several cases may share.
  public var code: String {
    switch self {
    case .io, .folder, .notAFile: "io"
    case .fileShrank: "file-changed"
    case .empty, .notPNG, .lfsPointer, .damagedSignature: "not-png"
    case .truncated: "truncated"
    case .crcMismatch: "crc-mismatch"
    case .chunkLength: "chunk-length"
    case .chunkType: "chunk-type"
    case .chunkOrder: "chunk-order"
    case .duplicateChunk: "duplicate-chunk"
    case .missingChunk: "missing-chunk"
    case .forbiddenChunk: "forbidden-chunk"
    case .unknownCriticalChunk: "unknown-critical-chunk"
    case .badHeader: "bad-header"
    case .cgbi: "cgbi"
    case .limitExceeded: "limit-exceeded"
    case .imageData, .filterType: "image-data"
    case .paletteIndex: "palette-index"
    case .outOfMemory: "out-of-memory"
    }
  }

  /// The byte offset in the file of the chunk or of the position where reading failed, if there is one.
  public var offset: Int? {
    switch self {
    case .io, .folder, .notAFile, .filterType, .paletteIndex, .outOfMemory: nil
    case .empty, .notPNG, .lfsPointer, .damagedSignature: 0
    case .limitExceeded(_, _, _, _, let offset): offset
    case .fileShrank(_, let offset), .truncated(_, let offset, _, _), .crcMismatch(_, let offset, _, _),
      .chunkLength(_, let offset, _, _), .chunkType(_, let offset), .chunkOrder(_, let offset, _),
      .duplicateChunk(_, let offset, _), .missingChunk(_, let offset), .forbiddenChunk(_, let offset, _),
      .unknownCriticalChunk(_, let offset), .badHeader(_, let offset), .cgbi(let offset),
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

extension PNGError: CustomStringConvertible {
  public var description: String { message }

  /// The problem: a clause without the file's name, a capital or a full stop.
  public var message: String {
    switch self {
    case .io(let operation, let number):
      "cannot \(operation): \(systemWords(number))"
    case .folder:
      "this is a folder"
    case .notAFile:
      "this is a pipe or a device and not a file"
    case .fileShrank(let size, let offset):
      "the file shrank while it was read: it had \(size) bytes and now ends at byte \(offset)"
    case .empty:
      "the file is empty"
    case .notPNG(let looksLike?):
      "not a PNG file: it looks like \(looksLike)"
    case .notPNG(nil):
      "not a PNG file: it does not begin with the PNG signature"
    case .lfsPointer:
      "this is a pointer of Git LFS and not the file that it stands for"
    case .damagedSignature:
      "the PNG signature is damaged, as by a transfer in text mode"
    case .truncated(let chunk, let offset, let needed, let available):
      Self.truncation(chunk: chunk, offset: offset, needed: needed, available: available)
    case .crcMismatch(let chunk, let offset, let declared, let computed):
      "the CRC of \(chunk) at byte \(offset) is wrong: the file says \(Self.hex(declared)), its data gives "
        + "\(Self.hex(computed))"
    case .chunkLength(let chunk, let offset, let length, let rule):
      "\(chunk) at byte \(offset) has a length of \(length) and should have \(rule)"
    case .chunkType(let chunk, let offset):
      "the chunk at byte \(offset) is named \(chunk), which is not four letters"
    case .chunkOrder(let chunk, let offset, let rule):
      "\(chunk) at byte \(offset) must come \(rule)"
    case .duplicateChunk(let chunk, let offset, let first):
      "there is a second \(chunk) at byte \(offset), the first is at byte \(first), and only one is allowed"
    case .missingChunk(let chunk, let offset):
      "\(chunk) is missing: it had to come before byte \(offset)"
    case .forbiddenChunk(let chunk, let offset, let colorType):
      "\(chunk) at byte \(offset) is not allowed in an image of colour type \(colorType.rawValue)"
    case .unknownCriticalChunk(let chunk, let offset):
      "the chunk \(chunk) at byte \(offset) is unknown and says that the image cannot be read without it"
    case .badHeader(let fault, _):
      "the header (IHDR) declares \(fault)"
    case .cgbi:
      "this is Apple's crushed PNG (CgBI), made by Xcode for iOS and not standard PNG"
    case .limitExceeded(let limit, let value, let maximum, let chunk, let offset):
      Self.excess(limit: limit, value: value, maximum: maximum, chunk: chunk, offset: offset)
    case .imageData(let detail, let offset):
      "the image data cannot be decoded (\(detail), near byte \(offset))"
    case .filterType(let row):
      "row \(row) of the image data has a filter of no known type"
    case .paletteIndex(let index, let count, let x, let y):
      "the pixel at (\(x), \(y)) names palette entry \(index), but PLTE has only "
        + (count == 1 ? "entry 0" : "entries 0 to \(count - 1)")
    case .outOfMemory(let bytes):
      "there is not enough memory: \(bytes) bytes were needed"
    }
  }

  private static func truncation(chunk: ChunkType?, offset: Int, needed: Int, available: Int?) -> String {
    let what = chunk.map { "\($0) at byte \(offset)" } ?? "the chunk at byte \(offset)"
    let left = available.map { "only \($0) are left in the file" } ?? "the data ends before that"
    return "the file is cut short: \(what) needs \(needed) bytes and \(left)"
  }

  private static func excess(limit: Limit, value: Int, maximum: Int, chunk: ChunkType?, offset: Int?) -> String {
    switch limit {
    case .pixels:
      "the image has \(value) pixels and the limit is \(maximum)"
    case .ancillaryChunk:
      "\(chunk?.description ?? "a chunk") at byte \(offset ?? 0) has \(value) bytes and the limit for an "
        + "ancillary chunk is \(maximum)"
    case .interlacedBytes:
      "an interlaced image is held in memory whole: this one needs \(value) bytes and the limit is \(maximum)"
    case .rowBytes:
      "one row of the image needs \(value) bytes and the limit is \(maximum)"
    case .spooledBytes:
      "more than \(maximum) bytes come through a pipe, which is the limit"
    }
  }

  private static func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
