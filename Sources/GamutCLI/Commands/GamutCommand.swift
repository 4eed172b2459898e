import ArgumentParser
import CSystemShim
import Gamut
import GamutAudit
import GamutKit
import LibC

@main
struct GamutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gamut",
    abstract: "Colour management for PNG files: check, report, tag and convert.",
    discussion: """
      An sRGB screen cannot show every colour of a Display P3 image. gamut reports which \
      colours are lost, where, and whether it matters; it tags images with the right colour \
      space, and converts them exactly.

      Start with 'gamut report FILE' or 'gamut audit FOLDER'.
      'gamut help exit-status' explains the exit status, 'gamut help RULE' a rule of the audit, and \
      'gamut --version --verbose' lists the linked libraries. Many names that other programs use for commands and \
      options work too, or are answered by the command to type. -f is no option: it means --format to some and --force \
      to others. -r is not needed: folders are always searched.
      """,
    version: gamutVersion,
    groupedSubcommands: [
      CommandGroup(
        name: "Everyday",
        subcommands: [
          ReportCommand.self, AuditCommand.self, CompareCommand.self, ConvertCommand.self, EmbedCommand.self,
          InspectCommand.self,
        ]),
      CommandGroup(
        name: "Scripting",
        subcommands: [
          VerifyCommand.self, MergeCommand.self, PaletteCommand.self, ColorCommand.self, SpacesCommand.self,
          InitCommand.self,
        ]),
    ])

  static func main() {
    // The thread of the command uses the area of memory of the process, which grows faster than others.
    gamut_share_memory()
    onOwnStack { run() }
  }

  private static func run() {
    prepareStandardStreams()
    keepFreedMemory()
    checkVectorExtension()
    var arguments = ArgumentBytes.arguments()
    do {
      if let page = HelpTopics.page(for: arguments) { return try StandardOutput.print(page) }
      var command: any ParsableCommand
      // For the parser, help about anything is a success.
      if arguments.first != "help", !UsageFault.hasHyphenatedWord(arguments), let valid = try? parsed(arguments) {
        command = valid
      } else {
        arguments = UsageErrors.understood(arguments)
        if let page = HelpTopics.page(for: arguments) { return try StandardOutput.print(page) }
        command = try parsed(arguments)
      }
      Message.prepareForSignals()
      do {
        try command.run()
      } catch  where error is ValidationError || error is CorrectableError {
        UsageErrors.end(usage: error, of: type(of: command), arguments)
      }
    } catch {
      UsageErrors.end(error, of: arguments)
    }
  }

  /// Parses the arguments as those of the subcommand alone: to prepare the options of this command, of `help` and of
  /// completion scripts as well would take a third of a start. (A command that names its `_superCommandName` has none of
  /// the latter.) All that is not simply a valid subcommand, as errors and requests for help, is parsed again from here.
  static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    if let name = arguments.first,
      let subcommand = configuration.subcommands.first(where: { $0._commandName == name }),
      let command = try? subcommand.parseAsRoot(Array(arguments.dropFirst())), type(of: command) == subcommand
    {
      return command
    }
    return try parseAsRoot(arguments)
  }
}

/// Ignores SIGPIPE and SIGXFSZ, so that a closed pipe and a file beyond the limit of the process are errors. Opens
/// missing standard descriptors in an unusable mode, so that no other file can become standard input, output or
/// error.
private func prepareStandardStreams() {
  _ = signal(SIGPIPE, SIG_IGN)
  _ = signal(SIGXFSZ, SIG_IGN)
  for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
  where fcntl(descriptor, F_GETFD) == -1 {
    // `open` returns the lowest free number, which is the missing one.
    _ = unsafe open("/dev/null", mode)
  }
}

/// Keeps freed memory for the next file: getting it from the system again, page by page, would take a tenth of the
/// time of an icon.
private func keepFreedMemory() {
  gamut_keep_freed_memory()
  guard let free = MemoryRoom.free, free < MemoryRoom.least else { return }
  Message.error(
    "The system gives this process \(free) bytes more of memory, too few to begin. Raise its limit (ulimit -v).")
  exit(ExitCode.unprocessed.rawValue)
}

/// Ends the process if the environment asks for vector instructions that the processor does not have.
private func checkVectorExtension() {
  guard let name = VectorExtension.unavailableName else { return }
  let names = VectorExtension.available.map(\.rawValue).joined(separator: ", ")
  Message.error("GAMUT_VECTOR is '\(name)', but this processor has: \(names).")
  exit(ExitCode.validationFailure.rawValue)
}

/// Answers that are about no subcommand, and need no parser.
enum HelpTopics {
  /// The names of the pages.
  static let names = ["exit-status"]

  /// The arguments that ask for the versions of the libraries.
  static let versionWords = [["--version", "--verbose"], ["--verbose", "--version"]]

  /// Returns the page for the arguments of the process; nil if they do not ask for one.
  static func page(for arguments: [String]) -> String? {
    if versionWords.contains(arguments) { return versions }
    return arguments.first == "help" && arguments.dropFirst().first == "exit-status" ? exitStatus : nil
  }

  /// The version, and those of the linked libraries.
  private static var versions: String {
    "gamut \(gamutVersion)\n" + AuditRun.Library.linked.map { "\($0.name) \($0.version)\n" }.joined()
  }

  private static let exitStatus = """
    EXIT STATUS

      Every command ends with one of these:

      0    The run is complete and found nothing that makes it fail.
      1    The run is complete and found something that makes it fail:
             verify   a file is not in the colour space
             report   a verdict that --fail-on-verdict names
             compare  a pair differs (--fail-on)
             audit, palette and merge
                      a finding of the severity that --fail-on names, or a worse
                      one (default: error)
      2    A file could not be processed, or an output could not be written.
           All other files were processed. This status outweighs 1.
      64   The command line is wrong. Nothing was read or written.
      130  Interrupted (Ctrl-C). Files that were finished stay; no file is half
           written. 143 is the same for SIGTERM.

      If the reader of a pipe stops early, as in 'gamut report Assets | head',
      the status is that of what was found until then.

    """
}
