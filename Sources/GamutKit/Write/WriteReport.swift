public import PNGCodec

/// What was done to the output.
public enum WriteAction: String, Sendable, Hashable {
  /// It was so already, byte for byte.
  case unchanged
  case written
  /// It would have been written if that had been asked for.
  case wouldWrite = "would-write"

  var words: String {
    switch self {
    case .unchanged: "unchanged"
    case .written: "written"
    case .wouldWrite: "would write"
    }
  }
}

/// What was done to an image, or would be, as far as it is the same for all commands that write images.
public protocol WriteReport: Sendable, Hashable {
  /// The image as its header describes it.
  var image: ImageHeader { get }
  /// What is irregular about the file.
  var findings: [Finding] { get }
  var action: WriteAction { get set }
  /// Where the result is, as it was named; nil for standard output and for bytes.
  var output: Path? { get set }
  /// Another name of the same file, which stands for both.
  var sameFile: Path? { get set }
  /// What was removed that an earlier run had left beside the output.
  var removedTemporaries: [Path] { get set }
}

/// The outcome for one input of a command that writes images.
public struct WriteRow<Report: WriteReport, Failure: WritingError>: OutcomeRow, Sendable, Hashable {
  public var path: Path
  public var result: Result<Report, Failure>
  /// Whether nothing was to be written.
  public var isDryRun = false

  public init(path: Path, result: Result<Report, Failure>) {
    self.path = path
    self.result = result
  }

  /// The row of an input, and the file that waits to be put into its place, if there is one.
  static func prepared(
    _ input: Input, _ options: WriteOptions, _ work: () throws(Failure) -> (Report, PendingWrite?)
  ) -> Prepared<Self> {
    var prepared: Prepared<Self>
    do throws(Failure) {
      let (report, write) = try work()
      prepared = Prepared(outcome: Self(path: input.path, result: .success(report)), write: write)
    } catch {
      prepared = Prepared(outcome: Self(path: input.path, result: .failure(error)))
    }
    prepared.outcome.isDryRun = options.isDryRun
    return prepared
  }
}

extension WriteRow {
  public var failure: (any FileError)? { if case .failure(let error) = result { error } else { nil } }
}
