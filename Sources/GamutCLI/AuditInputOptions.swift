public import ArgumentParser
public import GamutKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Which files an audit looks at.
struct AuditInputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "PNG files, and folders with all *.png below them. (default: the current folder)", valueName: "paths"))
  var given: [String] = []

  /// The paths by themselves, where ``Launch`` put many of them together.
  var paths: [String] { given.flatMap { Launch.files(in: $0) } }

  @Option(
    help: ArgumentHelp("Take the names in a list, one in each line; - reads it from standard input.", valueName: "file")
  )
  var filesFrom: String?

  @Flag(name: .customShort("0"), help: "The names in the list end with zero bytes instead of line feeds.")
  var zero = false

  @Option(
    help: ArgumentHelp(
      "Audit only the Ith of N parts of the files, for 'gamut merge' to join.", valueName: "i/n"))
  var shard: Shard?

  @Option(help: ArgumentHelp("Work on N files at a time. (default: one for each processor)", valueName: "n"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "Memory that the analysis of one image may take, from 64M; a larger image is read several times.",
      valueName: "size"))
  var memory = MemorySize(bytes: 1 << 30)

  func validate() throws {
    guard memory.bytes >= 64 << 20 else { throw ValidationError("--memory must be 64M or more.") }
    if zero, filesFrom == nil { throw ValidationError("-0 speaks of the list that --files-from gives.") }
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be 1 or more.") }
  }

  /// The names that were given.
  ///
  /// - Throws: `ExitCode` after a message where the list cannot be read.
  func names() throws -> [Path] {
    let given = paths.map { Path(argument: $0) }
    guard let filesFrom else { return given.isEmpty ? [Path(".")] : given }
    let list = Path(argument: filesFrom)
    switch Input.readList(list, separatedByZero: zero) {
    case .success(let listed): return given + listed
    case .failure(let error):
      Message.error(error.message, about: list)
      throw ExitCode.unprocessed
    }
  }

  var jobCount: Int { jobs ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}

extension Shard: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension AuditRule: ExpressibleByArgument {}
extension AuditFormat: ExpressibleByArgument {}
