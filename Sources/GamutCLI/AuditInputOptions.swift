public import ArgumentParser
public import GamutAudit
import GamutKit

/// The files to audit.
struct AuditInputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "PNG files, and folders with all *.png in them. (default: the current folder)", valueName: "paths"),
    completion: .file())
  var given: [String] = []

  /// The individual paths; ``Launch`` may have bundled them.
  var paths: [String] { given.flatMap { Launch.files(in: $0) } }

  /// Folders are always walked; scripts may still say so.
  @Flag(help: .hidden)
  var recursive = false

  @OptionGroup var list: FileListOptions
  @OptionGroup var exclusion: ExcludeOption

  @Option(
    help: ArgumentHelp(
      "Audit only the Ith of N parts of the files; 'gamut merge' joins them.", valueName: "i/n"))
  var shard: Shard?

  @OptionGroup var jobs: JobsOption
  @OptionGroup var memory: MemoryOption

  /// Returns the given names.
  ///
  /// - Throws: `ExitCode` after a message if the list cannot be read.
  func names() throws -> [Pathname] {
    let given = paths.map { Pathname(argument: $0) }
    guard let listed = try list.names() else { return given.isEmpty ? [Pathname(".")] : given }
    return given + listed
  }

  var jobCount: Int { jobs.count }
}

extension Shard: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension AuditRule: Choice {}
extension AuditFormat: Choice {}
