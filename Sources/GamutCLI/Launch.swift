import ArgumentParser
import CSystemShim
import GamutKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What must be so before the first byte is read or written.
enum Launch {
  /// A reader that goes away is an error to report and not a signal; and no file that is opened may become standard
  /// output because that was closed: its place is taken by something that cannot be written, and the others' likewise.
  static func prepareStandardStreams() {
    _ = signal(SIGPIPE, SIG_IGN)
    for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free number is the one that is missing.
      _ = unsafe open("/dev/null", mode)
    }
  }

  /// Ends the process as the argument parser does, but with an error where help or version could not be written, and
  /// without what commands a terminal in what is quoted of the arguments, which may be names of files.
  static func end(_ error: any Error, of arguments: [String]) -> Never {
    let code = GamutCommand.exitCode(for: error)
    guard code == .success else {
      let message = GamutCommand.fullMessage(for: error)
      if !message.isEmpty { Message.write(quoting(arguments, in: message) + "\n") }
      exit(code.rawValue)
    }
    var stream = OutputStream(fileDescriptor: STDOUT_FILENO)
    do {
      try stream.write((GamutCommand.fullMessage(for: error) + "\n").utf8)
      try stream.flush()
    } catch {
      exit(error.exitCode.rawValue)
    }
    exit(ExitCode.success.rawValue)
  }

  /// A message of the argument parser, fit for a terminal; its own line feeds stay, those of arguments do not.
  static func quoting(_ arguments: [String], in message: String) -> String {
    var message = message
    for argument in arguments.flatMap(files) where argument.printable != argument {
      // The parser tells an option from its value.
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      for part in [argument] + parts where part.printable != part {
        message = message.replacing(part, with: part.printable)
      }
    }
    return Path(argument: message).text.printableLines
  }

  /// Ends the process for wrong usage that was found when the command ran already, in the words of the argument parser.
  static func end(usage error: ValidationError, of command: any ParsableCommand.Type) -> Never {
    let name = "\(GamutCommand._commandName) \(command._commandName)"
    Message.write(
      "Error: \(error.message.printable)\nUsage: \(GamutCommand.usageString(for: command))\n"
        + "  See '\(name) --help' for more information.\n")
    exit(ExitCode.validationFailure.rawValue)
  }

  /// Keeps memory that one file is done with for the next: asking the system anew, page by page, would take a tenth of
  /// the time of an icon.
  static func keepFreedMemory() {
    gamut_keep_freed_memory()
    guard let free = MemoryRoom.free, free < MemoryRoom.least else { return }
    Message.error(
      "The system gives this process \(free) bytes more of memory, too few to begin. Raise its limit (ulimit -v).")
    exit(ExitCode.unprocessed.rawValue)
  }

  /// The arguments, with bytes that are not UTF-8 kept in a form that `Path(argument:)` undoes, and with many files put
  /// together: the time that parsing takes grows with the square of the number of values.
  static func arguments() -> [String] {
    let arguments = givenArguments()
    return arguments.count > 64 ? bundled(arguments) : arguments
  }

  /// With all arguments that can only be files in one, where the first of them was; between them is a zero byte, which
  /// no argument of a process has. After the subcommand, a file is what does not begin with a hyphen and does not follow
  /// something that does.
  static func bundled(_ arguments: [String]) -> [String] {
    var others: [String] = []
    var files: [String] = []
    var place: Int?
    var follows = true
    for argument in arguments {
      let isOption = argument.hasPrefix("-")
      if isOption || follows {
        others.append(argument)
      } else {
        place = place ?? others.count
        files.append(argument)
      }
      follows = isOption
    }
    if let place { others.insert(files.joined(separator: "\0"), at: place) }
    return others
  }

  /// What `bundled` put together.
  static func files(in argument: String) -> [String] {
    argument.utf8.split(separator: 0, omittingEmptySubsequences: false).map { String(Substring($0)) }
  }

  private static func givenArguments() -> [String] {
    let count = Int(CommandLine.argc)
    // Swift finds them by way of /proc/self/maps. Without, this would be a call for help, and a success.
    guard count > 0 else {
      Message.error("The arguments of the command cannot be read.")
      exit(ExitCode.unprocessed.rawValue)
    }
    return (1..<count).compactMap { index in
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { return nil }
      let bytes = unsafe Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
      return Path(bytes: bytes).argument
    }
  }
}
