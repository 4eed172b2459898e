import LibC
public import PNGCodec

/// An error with its facts in words, and what helps against it.
public protocol AdvisedError: Error, Sendable, CustomStringConvertible {
  /// The problem and its place in whole sentences, without the file's name.
  var message: String { get }
  /// What helps, in whole sentences that name the option of the command where one does; nil if nothing is known to.
  var hint: String? { get }
}

extension AdvisedError {
  /// The message and the hint.
  public var text: String { hint.map { message + " " + $0 } ?? message }
  /// The message and the hint.
  public var description: String { text }
}

/// The reason that a file could not be processed, in a form common to all commands.
public protocol FileError: AdvisedError, Hashable {
  /// A stable identifier in kebab case.
  var code: String { get }
  /// The byte offset in the file, if there is one.
  var offset: Int? { get }
}

/// An error with the file that it is about, which the calls throw that take a path.
public struct FailedFile<Reason: FileError>: Error, Hashable, CustomStringConvertible {
  /// The path, as given.
  public let path: Pathname
  /// The error.
  public let reason: Reason
  /// The path, the problem and what helps.
  public var description: String { "\(path.text.printable): \(reason.text)" }

  static func naming<Value>(
    _ path: Pathname, _ body: () throws(Reason) -> Value
  ) throws(FailedFile) -> Value {
    do { return try body() } catch { throw FailedFile(path: path, reason: error) }
  }
}

/// An error as written to the output, from this run or another.
public struct RecordedError: FileError {
  /// The code of the error, as in `GamutError.code`.
  public var code: String
  /// The message and the hint.
  public var message: String
  /// The byte offset in the file, if there is one.
  public var offset: Int?

  /// None: the message includes it.
  public var hint: String? { nil }

  package init(code: String, message: String, offset: Int?) {
    self.code = code
    self.message = message
    self.offset = offset
  }

  package init(_ error: GamutError) {
    self.init(code: error.code, message: error.text, offset: error.offset)
  }
}

extension OutputError: AdvisedError {
  public var hint: String? {
    switch number {
    case EBADF: "Send it to a file, a pipe or a terminal."
    case ENOSPC, EDQUOT: "Make room, or send it elsewhere."
    default: nil
    }
  }
}

extension PNGError {
  public var hint: String? {
    switch self {
    case .folder: "Give a file instead."
    case .notAFile:
      "Give a file; the contents of an image or of a part of an audit may come from standard input, as -."
    case .io(_, let number):
      switch number {
      case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP: "Check its name."
      case EACCES, EPERM: "Check its permissions."
      case EMFILE, ENFILE: "Lower --jobs, or close other programs."
      default: Self.readAgain
      }
    case .fileShrank: Self.readAgain
    case .notPNG(let format?):
      format.contains("git-crypt") ? "Run 'git-crypt unlock'." : "Convert it to PNG."
    case .lfsPointer: "Fetch the file with 'git lfs pull'."
    case .damagedSignature: "Copy the file again, in binary mode."
    case .empty, .notPNG, .truncated, .crcMismatch, .chunkType, .imageData, .filterType:
      "Get a fresh copy of the file."
    case .chunkLength, .chunkOrder, .duplicateChunk, .missingChunk, .forbiddenChunk, .badHeader, .paletteIndex,
      .unknownCriticalChunk:
      "Export the image again, as standard PNG."
    case .cgbi: "Use the original, or run 'xcrun pngcrush -revert-iphone-optimizations IN OUT'."
    case .limitExceeded(let limit, _, _, _, _):
      switch limit {
      case .pixels, .rowBytes: "Cut the image into smaller ones."
      case .ancillaryChunk: "Remove the chunk."
      case .interlacedBytes: "Save the image without interlacing, or allow more with --memory."
      case .spooledBytes: "Save the data to a file and give its name."
      }
    case .outOfMemory: "Close other programs, or raise the limit of the process (ulimit -v)."
    }
  }

  static let readAgain = "Run the command again when nothing writes to the file."
}
