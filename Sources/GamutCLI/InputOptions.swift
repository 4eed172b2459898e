import ArgumentParser
import GamutKit

/// Which files a command works on, shared by all commands that take FILES.
struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "PNG files, folders with --recursive, or - for one PNG on standard input.", valueName: "files"),
    completion: .file())
  var given: [String] = []

  /// The files by themselves, where ``Launch`` put many of them together.
  var files: [String] { given.flatMap { Launch.files(in: $0) } }

  @Flag(help: "Take all *.png in the given folders and below them.")
  var recursive = false

  @OptionGroup var list: FileListOptions
  @OptionGroup var jobs: JobsOption

  func validate() throws {
    if list.filesFrom == "-", files.contains("-") {
      throw ValidationError("Standard input cannot be both an image (-) and a list (--files-from -).")
    }
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
    if files.isEmpty, list.filesFrom == nil {
      throw ValidationError("Nothing to work on. Give files, folders with --recursive, - or --files-from.")
    }
    let names = files.filter { $0 != "-" }.map { Path(argument: $0) } + (try list.names() ?? [])
    let inputs = Input.collect(names, recursive: recursive)
    return (names, files.contains("-") ? Input.unique(inputs + [.standardInput]) : inputs)
  }

  var jobCount: Int { jobs.count }
}
