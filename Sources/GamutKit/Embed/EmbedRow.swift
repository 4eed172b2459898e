/// The outcome for one input.
public struct EmbedRow: Sendable, Hashable {
  public var path: Path
  public var result: Result<EmbedReport, EmbedError>
  /// Whether nothing was to be written.
  public var isDryRun = false

  public init(path: Path, result: Result<EmbedReport, EmbedError>) {
    self.path = path
    self.result = result
  }
}
