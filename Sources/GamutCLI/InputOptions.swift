import ArgumentParser
import GamutKit

/// The files to process, shared by all commands that take FILES.
struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "PNG files, folders with all *.png in them, or - for one PNG on standard input.", valueName: "files"),
    completion: .file())
  var given: [String] = []

  /// The individual files; ``Launch`` may have bundled them.
  var files: [String] { given.flatMap { Launch.files(in: $0) } }

  /// Folders are always walked; scripts may still say so.
  @Flag(help: .hidden)
  var recursive = false

  @OptionGroup var list: FileListOptions
  @OptionGroup var exclusion: ExcludeOption
  @OptionGroup var jobs: JobsOption

  func validate() throws {
    if list.filesFrom == "-", files.contains("-") {
      throw ValidationError("Standard input cannot be both an image (-) and a list (--files-from -).")
    }
  }

  /// Returns the inputs, sorted.
  ///
  /// - Throws: the same errors as `selection`.
  func inputs() throws -> [Input] { try selection().inputs }

  /// Returns the given names without standard input, and their inputs, sorted.
  ///
  /// - Throws: `ValidationError` if no input is given, `ExitCode` after a message if the list cannot be read.
  func selection() throws -> (names: [Pathname], inputs: [Input]) {
    let names = try names()
    let inputs = Input.collect(names, excluding: try exclusion.patterns())
    return (names, files.contains("-") ? Input.unique(inputs + [.standardInput]) : inputs)
  }

  /// Returns the given names without standard input.
  ///
  /// - Throws: the same errors as `selection`.
  func names() throws -> [Pathname] {
    // Not in `validate`, where it would precede the error about an unknown option.
    if files.isEmpty, list.filesFrom == nil {
      throw ValidationError("No input. Give files, folders, - or --files-from.")
    }
    return files.filter { $0 != "-" }.map { Pathname(argument: $0) } + (try list.names() ?? [])
  }

  var jobCount: Int { jobs.count }
}
