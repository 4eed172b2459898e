import ArgumentParser
import GamutKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Which files a command works on, shared by all commands that take FILES.
struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "PNG files, folders with --recursive, or - for one PNG on standard input.", valueName: "files"))
  var given: [String] = []

  /// The files by themselves, where ``Launch`` put many of them together.
  var files: [String] { given.flatMap { Launch.files(in: $0) } }

  @Flag(help: "Take all *.png in the given folders and below them.")
  var recursive = false

  @Option(
    help: ArgumentHelp("Take the names in a list, one in each line; - reads it from standard input.", valueName: "file")
  )
  var filesFrom: String?

  @Flag(name: .customShort("0"), help: "The names in the list end with zero bytes instead of line feeds.")
  var zero = false

  @Option(help: ArgumentHelp("Work on N files at a time. (default: one for each processor)", valueName: "n"))
  var jobs: Int?

  func validate() throws {
    if filesFrom == "-", files.contains("-") {
      throw ValidationError("Standard input cannot be both an image (-) and a list (--files-from -).")
    }
    if zero, filesFrom == nil { throw ValidationError("-0 speaks of the list that --files-from gives.") }
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be 1 or more.") }
  }

  /// What to work on, sorted.
  ///
  /// - Throws: as `selection` does.
  func inputs() throws -> [Input] { try selection().inputs }

  /// The names that were given, standard input left out, and what they stand for, sorted.
  ///
  /// - Throws: `ValidationError` where nothing is given, `ExitCode` after a message where the list cannot be read.
  func selection() throws -> (names: [Path], inputs: [Input]) {
    // Not in `validate`, where it would come before the word about an unknown option.
    if files.isEmpty, filesFrom == nil {
      throw ValidationError("Nothing to work on. Give files, folders with --recursive, - or --files-from.")
    }
    var names = files.filter { $0 != "-" }.map { Path(argument: $0) }
    if let filesFrom {
      let list = Path(argument: filesFrom)
      switch Input.readList(list, separatedByZero: zero) {
      case .success(let listed): names += listed
      case .failure(let error):
        Message.error(error.message, about: list)
        throw ExitCode.unprocessed
      }
    }
    let inputs = Input.collect(names, recursive: recursive)
    return (names, files.contains("-") ? Input.unique(inputs + [.standardInput]) : inputs)
  }

  var jobCount: Int { jobs ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
