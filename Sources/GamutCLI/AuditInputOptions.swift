public import ArgumentParser
public import GamutKit

/// Which files an audit looks at.
struct AuditInputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "PNG files, and folders with all *.png below them. (default: the current folder)", valueName: "paths"),
    completion: .file())
  var given: [String] = []

  /// The paths by themselves, where ``Launch`` put many of them together.
  var paths: [String] { given.flatMap { Launch.files(in: $0) } }

  @OptionGroup var list: FileListOptions

  @Option(
    help: ArgumentHelp(
      "Audit only the Ith of N parts of the files, for 'gamut merge' to join.", valueName: "i/n"))
  var shard: Shard?

  @OptionGroup var jobs: JobsOption
  @OptionGroup var memory: MemoryOption

  /// The names that were given.
  ///
  /// - Throws: `ExitCode` after a message where the list cannot be read.
  func names() throws -> [Path] {
    let given = paths.map { Path(argument: $0) }
    guard let listed = try list.names() else { return given.isEmpty ? [Path(".")] : given }
    return given + listed
  }

  var jobCount: Int { jobs.count }
}

extension Shard: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension AuditRule: Choice {}
extension AuditFormat: Choice {}
