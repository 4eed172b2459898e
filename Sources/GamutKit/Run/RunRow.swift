/// What came of one input of a run, whatever the command.
public protocol OutcomeRow {
  var path: Path { get }
  /// Why the input could not be processed, or not wholly; nil where it was.
  var failure: (any FileError)? { get }
}

/// The outcome for one input of a run.
public struct RunRow<Value: Sendable & Hashable>: OutcomeRow, Sendable, Hashable {
  public var path: Path
  public var result: Result<Value, GamutError>

  public init(path: Path, result: Result<Value, GamutError>) {
    self.path = path
    self.result = result
  }

  public var failure: (any FileError)? { if case .failure(let error) = result { error } else { nil } }
}
