#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension PNGError: CustomStringConvertible {
  public var description: String { message }

  /// The problem, and its solution if that concerns the file alone, in one or two sentences, without the file's name.
  public var message: String {
    switch self {
    case .io(let operation, let number):
      "cannot \(operation): \(Self.systemMessage(number)); \(Self.remedy(number))"
    case .folder:
      "is a folder; name its files"
    case .notAFile:
      "this is a pipe or a device and not a file; send its contents to standard input and give /dev/stdin"
    case .fileShrank(let size, let offset):
      "the file shrank while it was read: it had \(size) bytes and now ends at byte \(offset); "
        + "try again when nothing is writing to it"
    case .empty:
      "the file is empty; get a fresh copy"
    case .notPNG(let looksLike?):
      "not a PNG file: it looks like \(looksLike); convert it to PNG first"
    case .notPNG(nil):
      "not a PNG file: it does not begin with the PNG signature; give a PNG, or get a fresh copy"
    case .lfsPointer:
      "this is a pointer of Git LFS and not the file it stands for; fetch that with 'git lfs pull'"
    case .damagedSignature:
      "the PNG signature is damaged, as by a transfer in text mode; copy the file again in binary mode"
    case .truncated(let chunk, let offset, let needed, let available):
      Self.truncation(chunk: chunk, offset: offset, needed: needed, available: available)
    case .crcMismatch(let chunk, let offset, let declared, let computed):
      "the CRC of \(chunk) at byte \(offset) is wrong: the file says \(Self.hex(declared)), its data gives "
        + "\(Self.hex(computed)); the file is damaged, get a fresh copy"
    case .chunkLength(let chunk, let offset, let length, let rule):
      "\(chunk) at byte \(offset) has a length of \(length) and should have \(rule); export the file again"
    case .chunkType(let chunk, let offset):
      "the chunk at byte \(offset) is named \(chunk), which is not four letters; "
        + "the file is damaged, get a fresh copy"
    case .chunkOrder(let chunk, let offset, let rule):
      "\(chunk) at byte \(offset) must come \(rule); export the file again"
    case .duplicateChunk(let chunk, let offset, let first):
      "there is a second \(chunk) at byte \(offset), the first is at byte \(first), and only one is allowed; "
        + "export the file again"
    case .missingChunk(let chunk, let offset):
      "\(chunk) is missing: it had to come before byte \(offset); the file is damaged, export it again"
    case .forbiddenChunk(let chunk, let offset, let colorType):
      "\(chunk) at byte \(offset) is not allowed in an image of colour type \(colorType.rawValue); "
        + "export the file again"
    case .unknownCriticalChunk(let chunk, let offset):
      "the chunk \(chunk) at byte \(offset) is unknown and says that the image cannot be read without it; "
        + "export the file as standard PNG"
    case .badHeader(let field, let value, _):
      Self.headerFault(field: field, value: value)
    case .cgbi:
      "this is Apple's crushed PNG (CgBI), made by Xcode for iOS and not standard PNG; use the original, or undo it "
        + "with 'xcrun pngcrush -revert-iphone-optimizations IN OUT'"
    case .limitExceeded(let limit, let value, let maximum, let chunk, let offset):
      Self.excess(limit: limit, value: value, maximum: maximum, chunk: chunk, offset: offset)
    case .imageData(let detail, let offset):
      "the image data cannot be decoded (\(detail), near byte \(offset)); the file is damaged, get a fresh copy"
    case .filterType(let row):
      "row \(row) of the image data has a filter of no known type; the file is damaged, get a fresh copy"
    case .paletteIndex(let index, let count, let x, let y):
      "the pixel at (\(x), \(y)) names palette entry \(index), but PLTE has only \(count); export the file again"
    case .outOfMemory(let bytes):
      "there is not enough memory: \(bytes) bytes were asked for; close other programs, "
        + "raise the limit of the process (ulimit -v), or use a larger machine"
    }
  }

  private static func truncation(chunk: ChunkType?, offset: Int, needed: Int, available: Int?) -> String {
    let what = chunk.map { "\($0) at byte \(offset)" } ?? "the chunk at byte \(offset)"
    let left = available.map { "only \($0) are left in the file" } ?? "the data ends before that"
    return "the file is cut short: \(what) needs \(needed) bytes and \(left); get a fresh copy"
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
    return "the header (IHDR) declares \(fault). The file is damaged, export it again"
  }

  private static func excess(limit: Limit, value: Int, maximum: Int, chunk: ChunkType?, offset: Int?) -> String {
    switch limit {
    case .pixels:
      "the image has \(value) pixels and the limit is \(maximum); cut it into parts"
    case .ancillaryChunk:
      "\(chunk?.description ?? "a chunk") at byte \(offset ?? 0) has \(value) bytes and the limit for an "
        + "ancillary chunk is \(maximum); remove the chunk"
    case .interlacedBytes:
      "an interlaced image is held in memory whole: this one needs \(value) bytes and the limit is \(maximum); "
        + "save it without interlacing"
    case .rowBytes:
      "one row of the image needs \(value) bytes and the limit is \(maximum); cut the image into narrower parts"
    case .spooledBytes:
      "more than \(maximum) bytes come through a pipe, which is the limit; put them into a file and give its name"
    }
  }

  private static func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  private static func remedy(_ number: Int32) -> String {
    switch number {
    case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP: "check its name"
    case EACCES, EPERM: "check its permissions"
    case EMFILE, ENFILE: "close other files"
    default: "try again, or get a fresh copy"
    }
  }

  private static func systemMessage(_ number: Int32) -> String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text)
  }
}
