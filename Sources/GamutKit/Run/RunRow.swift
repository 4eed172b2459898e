/// The outcome for one input of a run.
public struct RunRow<Value: Sendable & Hashable>: Sendable, Hashable {
  public var path: Path
  public var result: Result<Value, GamutError>

  public init(path: Path, result: Result<Value, GamutError>) {
    self.path = path
    self.result = result
  }
}
