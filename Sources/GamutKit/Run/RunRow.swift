/// The outcome for one input of a run, for any command.
package protocol OutcomeRow {
  var path: Pathname { get }
  /// The reason that the input could not be processed, or only in part; nil if it was processed.
  var failure: (any FileError)? { get }
}

/// The outcome for one input of a run.
public struct RunRow<Value: Sendable & Hashable>: OutcomeRow, Sendable, Hashable {
  /// The path of the input.
  public var path: Pathname
  /// The result, or the reason that there is none.
  public var result: Result<Value, GamutError>

  /// Creates the row of an input.
  public init(path: Pathname, result: Result<Value, GamutError>) {
    self.path = path
    self.result = result
  }

  package var failure: (any FileError)? { if case .failure(let error) = result { error } else { nil } }
}
