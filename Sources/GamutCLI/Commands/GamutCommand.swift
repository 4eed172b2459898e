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
      'gamut help RULE' explains a rule of the audit, and \
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

/// Keeps freed memory for the next file: getting it again, page by page, would take a tenth of the time of an icon.
private func keepFreedMemory() {
  gamut_keep_freed_memory()
  guard let free = MemoryRoom.free, free < MemoryRoom.least else { return }
  Message.error(
    "The system gives this process \(free) bytes more of memory, too few to begin. Raise its limit (ulimit -v).")
  exit(ExitCode.unprocessed.rawValue)
}

private func checkVectorExtension() {
  guard let name = VectorExtension.unavailableName else { return }
  let names = VectorExtension.available.map(\.rawValue).joined(separator: ", ")
  Message.error("GAMUT_VECTOR is '\(name)', but this processor has: \(names).")
  exit(ExitCode.validationFailure.rawValue)
}

/// Answers that are about no subcommand, and need no parser.
enum HelpTopics {
  static let versionWords = [["--version", "--verbose"], ["--verbose", "--version"]]

  static func page(for arguments: [String]) -> String? {
    guard versionWords.contains(arguments) else { return nil }
    return "gamut \(gamutVersion)\n" + AuditRun.libraries.map { "\($0.name) \($0.version)\n" }.joined()
  }
}
