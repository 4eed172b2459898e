public import PNGCodec

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An error that states facts. What can be done about them are values.
public protocol AdvisedError: Error, Sendable {
  /// What is wrong and where: whole sentences, without the file's name.
  var message: String { get }
  /// What can be done: alternatives, the best one first.
  var advice: [Advice] { get }
}

/// How a program words an error in the rows and pages that the library writes for it: the facts, and the advice in
/// terms of its own interface.
public struct ErrorWording: Sendable {
  /// Returns whole sentences, without the file's name.
  public let text: @Sendable (any AdvisedError) -> String

  /// Creates a wording from a function that returns the text of an error.
  public init(_ text: @escaping @Sendable (any AdvisedError) -> String) { self.text = text }

  /// The facts alone.
  public static let facts = ErrorWording { $0.message }
}

extension OutputError: AdvisedError {
  public var advice: [Advice] {
    switch number {
    case EBADF: [.redirectOutput]
    case ENOSPC, EDQUOT: [.makeRoom, .redirectOutput]
    default: []
    }
  }
}

extension PNGError {
  /// What can be done.
  public var advice: [Advice] {
    switch self {
    case .folder: [.giveFiles]
    case .notAFile: [.readStandardInput]
    case .io(_, let number):
      switch number {
      case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP: [.checkName]
      case EACCES, EPERM: [.checkPermissions]
      case EMFILE, ENFILE: [.useFewerThreads]
      default: [.readAgain]
      }
    case .fileShrank: [.readAgain]
    case .notPNG(_?): [.convertToPNG]
    case .lfsPointer: [.fetchFromLFS]
    case .damagedSignature: [.copyAsBinary]
    case .empty, .notPNG, .truncated, .crcMismatch, .chunkType, .imageData, .filterType: [.getFreshCopy]
    case .chunkLength, .chunkOrder, .duplicateChunk, .missingChunk, .forbiddenChunk, .badHeader, .paletteIndex,
      .unknownCriticalChunk:
      [.exportAgain]
    case .cgbi: [.revertOptimization]
    case .limitExceeded(let limit, _, _, _, _):
      switch limit {
      case .pixels, .rowBytes: [.divideImage]
      case .ancillaryChunk: [.removeChunk]
      case .interlacedBytes: [.removeInterlacing]
      case .spooledBytes: [.readFromFile]
      }
    case .outOfMemory: [.freeMemory]
    }
  }
}
