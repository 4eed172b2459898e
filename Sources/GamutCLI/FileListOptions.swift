import ArgumentParser
import GamutKit

/// Names from a list, shared by all commands that take files.
struct FileListOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read names from a list, one on each line; - is standard input.", valueName: "file"),
    completion: .file())
  var filesFrom: String?

  @Flag(name: .customShort("0"), help: "The names in the list end with zero bytes instead of line feeds.")
  var zero = false

  func validate() throws {
    if zero, filesFrom == nil { throw ValidationError("-0 needs --files-from.") }
  }

  /// The list, if there is one; `-` is standard input, which may come from a file.
  var filesRead: [Pathname] { filesFrom.map { [Pathname(argument: $0)] } ?? [] }

  /// Returns the names in the list; nil if none was given.
  ///
  /// - Throws: `ExitCode` after a message if it cannot be read.
  func names() throws -> [Pathname]? {
    guard let filesFrom else { return nil }
    let list = Pathname(argument: filesFrom)
    switch Input.readList(list, separatedByZero: zero) {
    case .success(let names): return names
    case .failure(let error):
      Message.error(error, about: list)
      throw ExitCode.unprocessed
    }
  }
}
