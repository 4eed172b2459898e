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

  @OptionGroup var list: FileListOptions
  @OptionGroup var exclusion: ExcludeOption
  @OptionGroup var jobs: JobsOption

  func validate() throws {
    if list.filesFrom == "-", files.contains("-") {
      throw ValidationError("Standard input cannot be both an image (-) and a list (--files-from -).")
    }
  }

  /// The given names, and the inputs that they stand for.
  struct Selection {
    /// The given paths, without standard input.
    var names: [Pathname]
    /// The files to which a list gives names of their own.
    var named: [NamedFile]
    /// The inputs, sorted.
    var inputs: [Input]
  }

  /// Returns the given names and their inputs.
  ///
  /// - Throws: `ValidationError` if no input is given, `ExitCode` after a message if the list cannot be read.
  func selection() throws -> Selection {
    let files = files
    let list = try read(files)
    let names = files.filter { $0 != "-" }.map { Pathname(argument: $0) } + (list?.paths ?? [])
    let named = list?.named ?? []
    let inputs = Input.collect(names, named, excluding: try exclusion.patterns())
    return Selection(
      names: names, named: named, inputs: files.contains("-") ? Input.unique(inputs + [.standardInput]) : inputs)
  }

  /// Returns the given paths without standard input, for a command that writes beside or below them.
  ///
  /// - Throws: the same errors as `selection`, and `ValidationError` if a list gives other names.
  func plainNames() throws -> [Pathname] {
    let files = files
    let list = try read(files)
    try list?.named.checkIsEmpty("This command writes files, whose places follow from the paths of the images")
    return files.filter { $0 != "-" }.map { Pathname(argument: $0) } + (list?.paths ?? [])
  }

  /// Returns the given names and their inputs, for a command that writes beside or below them.
  ///
  /// - Throws: the same errors as `plainNames`.
  func plainSelection() throws -> (names: [Pathname], inputs: [Input]) {
    let names = try plainNames()
    let inputs = Input.collect(names, excluding: try exclusion.patterns())
    return (names, files.contains("-") ? Input.unique(inputs + [.standardInput]) : inputs)
  }

  private func read(_ files: [String]) throws -> FileList? {
    // Not in `validate`, where it would precede the error about an unknown option.
    if files.isEmpty, list.filesFrom == nil {
      throw ValidationError("No input. Give files, folders, - or --files-from.")
    }
    return try list.read()
  }

  var jobCount: Int { jobs.count }
}
