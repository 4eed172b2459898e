import LibC
public import PNGCodec

/// An error with its facts in words, and the possible remedies as values.
public protocol AdvisedError: Error, Sendable {
  /// The problem and its place in whole sentences, without the file's name.
  var message: String { get }
  /// The possible remedies, the best one first; empty if there is none.
  var advice: [Advice] { get }
}

/// The wording of errors in the rows and pages that the library writes for a program: the facts, and the advice in
/// terms of the program's own interface.
public struct ErrorWording: Sendable {
  /// Returns whole sentences, without the file's name.
  public let text: @Sendable (any AdvisedError) -> String

  /// Creates a wording from a function that returns the text of an error.
  public init(_ text: @escaping @Sendable (any AdvisedError) -> String) { self.text = text }

  /// The facts alone.
  public static let facts = ErrorWording { $0.message }
}

extension OutputError: AdvisedError {
  /// The possible remedies, the best one first; empty if there is none.
  public var advice: [Advice] {
    switch number {
    case EBADF: [.redirectOutput]
    case ENOSPC, EDQUOT: [.makeRoom, .redirectOutput]
    default: []
    }
  }
}

extension PNGError {
  /// The possible remedies, the best one first; empty if there is none.
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
