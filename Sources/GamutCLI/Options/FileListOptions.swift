import ArgumentParser
import GamutKit

/// Names from a list, shared by all commands that take files.
struct FileListOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read paths from a list, one on each line; - is standard input. NAME<TAB>PATH reads a path and reports a name.",
      valueName: "file"),
    completion: .file())
  var filesFrom: String?

  @Flag(name: .customShort("0"), help: "The paths in the list end with zero bytes instead of line feeds.")
  var zero = false

  func validate() throws {
    if zero, filesFrom == nil { throw ValidationError("-0 needs --files-from.") }
  }

  /// The list, if there is one; `-` is standard input, which may come from a file.
  var filesRead: [Pathname] { filesFrom.map { [Pathname(argument: $0)] } ?? [] }

  /// Returns the list; nil if none was given.
  ///
  /// - Throws: `ExitCode` after a message if it cannot be read.
  func read() throws -> FileList? {
    guard let filesFrom else { return nil }
    let list = Pathname(argument: filesFrom)
    do throws(GamutError) {
      return try FileList(reading: list, separatedByZero: zero)
    } catch {
      Message.error(error, about: list)
      throw ExitCode.unprocessed
    }
  }
}

extension [NamedFile] {
  /// Checks that a list gives no file a name of its own.
  ///
  /// - Parameter reason: why not; begins the message.
  /// - Throws: `ValidationError` if it gives one.
  func checkIsEmpty(_ reason: String) throws {
    guard let first else { return }
    throw ValidationError(
      "\(reason), and --files-from gives the name '\(first.name.text.printable)' to "
        + "'\(first.file.text.printable)'. List the paths alone.")
  }
}
