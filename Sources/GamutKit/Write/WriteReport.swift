public import PNGCodec

/// The action on the output.
public enum WriteAction: String, Sendable, Hashable, CaseIterable {
  /// The output already had the same bytes.
  case unchanged
  /// The output was written.
  case written
  /// The output would have been written without the dry run.
  case wouldWrite = "would-write"

  var words: String { self == .wouldWrite ? "would write" : rawValue }
}

/// The result for an image, made or, in a dry run, only planned: the part that all commands that write images share.
public protocol WriteReport: Sendable, Hashable {
  /// The image as its header describes it.
  var image: ImageHeader { get }
  /// Irregularities of the file.
  var findings: [FileFinding] { get set }
  /// What eXIf and XMP say otherwise than before, so that they agree with the declaration.
  var metadata: [String] { get set }
  /// The action for the output.
  var action: WriteAction { get set }
  /// The path of the result, as given; nil for standard output and for bytes.
  var output: Pathname? { get set }
  /// Another name of the same file; the outcome applies to both.
  var sameFile: Pathname? { get set }
  /// Temporary files of an earlier run beside the output that were removed.
  var removedTemporaryFiles: [Pathname] { get set }
  /// The size of the result in bytes; 0 if none was written.
  var size: Int { get set }
  /// The size of the input in bytes; 0 if it is not known.
  var sourceSize: Int { get set }
}

/// The outcome for one input of a command that writes images.
public struct WriteRow<Report: WriteReport, Failure: WritingError>: OutcomeRow, Sendable, Hashable {
  /// The path of the input.
  public var path: Pathname
  /// The report, or the reason that nothing was written.
  public var result: Result<Report, Failure>
  /// Whether the run writes nothing.
  public var isDryRun = false
  /// The checksum of the new file, if inputs had to have checksums.
  package var checksum: UInt64?
  /// What is recorded of the new file, so that the next run need not write it.
  var made: MadeFiles.Entry?

  /// Creates the row of an input.
  public init(path: Pathname, result: Result<Report, Failure>) {
    self.path = path
    self.result = result
  }

  package var failure: (any FileError)? { if case .failure(let error) = result { error } else { nil } }
}
