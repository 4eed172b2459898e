import LibC

extension PNGError: CustomStringConvertible {
  public var description: String { message }

  /// The problem: a clause without the file's name, a capital or a full stop.
  public var message: String {
    switch self {
    case .io(let operation, let number):
      "cannot \(operation): \(Self.systemMessage(number))"
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
    case .badHeader(let field, let value, _):
      Self.headerFault(field: field, value: value)
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

  private static func headerFault(field: HeaderField, value: Int) -> String {
    let fault =
      switch field {
      case .width: "a width of \(value); it must be 1 to 2147483647"
      case .height: "a height of \(value); it must be 1 to 2147483647"
      case .colorType: "colour type \(value); it must be 0, 2, 3, 4 or 6"
      case .bitDepth(let type):
        "a bit depth of \(value); colour type \(type.rawValue) allows "
          + type.allowedDepths.map(String.init).joined(separator: ", ")
      case .compressionMethod: "compression method \(value); only 0 exists"
      case .filterMethod: "filter method \(value); only 0 exists"
      case .interlaceMethod: "interlace method \(value); only 0 and 1 exist"
      }
    return "the header (IHDR) declares \(fault)"
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

  private static func systemMessage(_ number: Int32) -> String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text)
  }
}
