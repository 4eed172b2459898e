/// The outcome for one input.
public struct ConvertRow: Sendable, Hashable {
  public var path: Path
  public var result: Result<ConvertReport, ConvertError>
  /// Whether nothing was to be written.
  public var isDryRun = false

  public init(path: Path, result: Result<ConvertReport, ConvertError>) {
    self.path = path
    self.result = result
  }
}
