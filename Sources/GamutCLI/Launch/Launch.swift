import ArgumentParser
import CSystemShim
import Gamut
import GamutKit
import LibC

/// Preparations before the first byte is read or written.
enum Launch {
  /// Ignores SIGPIPE and SIGXFSZ, so that a closed pipe and a file beyond the limit of the process are errors. Opens
  /// missing standard descriptors in an unusable mode, so that no other file can become standard input, output or
  /// error.
  static func prepareStandardStreams() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
    for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(descriptor, F_GETFD) == -1 {
      // `open` returns the lowest free number, which is the missing one.
      _ = unsafe open("/dev/null", mode)
    }
  }

  /// Ends the process like the argument parser, but with an error if help or version could not be written, and without
  /// control characters in quoted arguments, which may be file names.
  static func end(_ error: any Error, of arguments: [String]) -> Never {
    let code = GamutCommand.exitCode(for: error)
    if code == .findings { checkAnswers() }
    guard code == .success else {
      if code == .validationFailure { checkOptions(arguments) }
      let message = GamutCommand.fullMessage(for: error)
      if !message.isEmpty { Message.write(quoting(arguments, in: suggesting(in: message)) + "\n") }
      exit(code.rawValue)
    }
    var stream = BufferedOutput(fileDescriptor: STDOUT_FILENO)
    do {
      try stream.write((GamutCommand.fullMessage(for: error) + "\n").utf8)
      try stream.flush()
    } catch {
      if !error.isBrokenPipe {
        Message.error(error)
        exit(ExitCode.unprocessed.rawValue)
      }
    }
    exit(ExitCode.success.rawValue)
  }

  /// Ends the process with an error if the system did not answer whether a file exists or what it contains, and the
  /// command continued without the answer.
  static func checkAnswers() {
    guard let unanswered = UnansweredPaths.first else { return }
    Message.error(
      "The system could not read it: \(systemWords(unanswered.number)). The result may be wrong; try again.",
      about: unanswered.path)
    exit(ExitCode.unprocessed.rawValue)
  }

  /// Ends the process if the first argument is neither a command nor an option: with the command that was probably
  /// meant, or with the commands for a file.
  static func checkCommand(_ arguments: [String]) {
    guard let first = arguments.first, !first.hasPrefix("-") else { return }
    let commands = GamutCommand.configuration.subcommands.map { $0._commandName }
    guard !(commands + ["help"]).contains(first) else { return checkHelp(arguments, commands) }
    let name = Pathname(argument: first)
    if FileStatus(of: name) != nil {
      let word = name.shellWord
      end(
        "'\(name.text.printable)' is a file, and the command is missing. Try 'gamut report \(word)' or "
          + "'gamut inspect \(word)'.", commands)
    }
    end(unknown: first, kind: "command", among: commands)
  }

  private static func checkHelp(_ arguments: [String], _ commands: [String]) {
    guard arguments.count > 1, arguments[0] == "help", !arguments[1].hasPrefix("-") else { return }
    let topics = commands + HelpTopics.names
    if !topics.contains(arguments[1]) { end(unknown: arguments[1], kind: "help topic", among: topics) }
  }

  private static func end(unknown word: String, kind: String, among words: [String]) -> Never {
    let meant = kind == "command" ? habits[word] : nil
    let suggestion = (meant ?? Suggestion.nearest(to: word, among: words)).map { " Did you mean '\($0)'?" } ?? ""
    end("There is no \(kind) '\(word.printable)'.\(suggestion)", words)
  }

  /// Ends the process if a word that begins with a hyphen is no option. The parser would take it for several options of
  /// one letter: `-photo.png` asks for help by its `h`, which is a success.
  static func checkHyphens(_ arguments: [String]) {
    let words = arguments.prefix { $0 != "--" }
    // Many programs take `-help`, and the parser does as well.
    if words.contains(where: { $0 != "-help" && $0.utf8.count > 2 && $0.hasPrefix("-") && !$0.hasPrefix("--") }) {
      checkOptions(arguments)
    }
  }

  /// The commands that users of other programs type.
  private static let habits = [
    "version": "--version", "lint": "audit", "check": "audit", "fix": "audit --fix", "info": "inspect",
    "identify": "inspect", "show": "inspect", "tag": "embed", "strip": "embed --profile none", "diff": "report",
    "compare": "report",
  ]

  private static func end(_ message: String, _ words: [String]) -> Never {
    Message.write("Error: \(message)\nChoose one of: \(words.joined(separator: ", "))\n")
    exit(ExitCode.validationFailure.rawValue)
  }

  /// Returns a message of the argument parser about a value that an option does not have, with the value that was
  /// probably meant; any other message as it is.
  static func suggesting(in message: String) -> String {
    let end = "Please provide one of"
    guard message.hasPrefix("Error: The value '"), let list = message.firstRange(of: end),
      let typed = message.split(separator: "'", maxSplits: 2).dropFirst().first
    else { return message }
    let lines = message[list.upperBound...].split(separator: "\n")
    let listed = lines.filter { $0.hasPrefix("  - ") }.map { String($0.dropFirst(4)) }
    let words = listed.isEmpty ? quoted(lines.first ?? "") : listed
    guard let nearest = Suggestion.nearest(to: String(typed), among: words) else { return message }
    return message[..<list.lowerBound] + "Did you mean '\(nearest)'? " + message[list.lowerBound...]
  }

  /// Returns the words in quotes.
  private static func quoted(_ line: Substring) -> [String] {
    line.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  /// Returns a message of the argument parser, safe for a terminal: its own line feeds are kept, and those of arguments
  /// are escaped.
  static func quoting(_ arguments: [String], in message: String) -> String {
    var message = message
    for argument in arguments.flatMap(files) where !argument.isPrintable {
      // The parser separates an option from its value.
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      for part in [argument] + parts where !part.isPrintable {
        // By scalars: an accent at the start of an argument is one character with the quotation mark before it.
        message = String(message.unicodeScalars.replacing(part.unicodeScalars, with: part.printable.unicodeScalars))
      }
    }
    return Pathname(argument: message).text.printableLines
  }

  /// Ends the process for a usage error that was found after the command had started, in the format of the argument
  /// parser.
  static func end(usage error: ValidationError, of command: any ParsableCommand.Type) -> Never {
    checkOptions(arguments())
    // One line: its line feeds are those of arguments.
    end(usage: error.message.printable, of: command)
  }

  /// Ends the process if an option is unknown: this is the first thing to say about a command line with more faults.
  private static func checkOptions(_ arguments: [String]) {
    guard let name = arguments.first else { return }
    let commands = GamutCommand.configuration.subcommands
    if name.hasPrefix("-"), let unknown = UnknownOption(arguments, of: GamutCommand.self) {
      let command = arguments.first { argument in commands.contains { $0._commandName == argument } }
      let order = command.map { "\nOptions follow the command, as in 'gamut \($0) --help'." } ?? ""
      end(usage: unknown.message + order, of: GamutCommand.self)
    }
    guard let command = commands.first(where: { $0._commandName == name }),
      let unknown = UnknownOption(Array(arguments.dropFirst()), of: command)
    else { return }
    end(usage: unknown.message, of: command)
  }

  private static func end(usage message: String, of command: any ParsableCommand.Type) -> Never {
    let isRoot = command == GamutCommand.self
    let name = GamutCommand._commandName + (isRoot ? "" : " " + command._commandName)
    Message.write(
      "Error: \(message.printableLines)\nUsage: \(GamutCommand.usageString(for: command))\n"
        + "  See '\(name) --help' for more information.\n")
    exit(ExitCode.validationFailure.rawValue)
  }

  /// Keeps freed memory for the next file: getting it from the system again, page by page, would take a tenth of the
  /// time of an icon.
  static func keepFreedMemory() {
    gamut_keep_freed_memory()
    guard let free = MemoryRoom.free, free < MemoryRoom.least else { return }
    Message.error(
      "The system gives this process \(free) bytes more of memory, too few to begin. Raise its limit (ulimit -v).")
    exit(ExitCode.unprocessed.rawValue)
  }

  /// Ends the process if the environment asks for vector instructions that the processor does not have.
  static func checkVectorExtension() {
    guard let name = VectorExtension.unavailableName else { return }
    let names = VectorExtension.available.map(\.rawValue).joined(separator: ", ")
    Message.error("GAMUT_VECTOR is '\(name)', but this processor has: \(names).")
    exit(ExitCode.validationFailure.rawValue)
  }

  /// Returns the arguments, with bytes that are not UTF-8 in a form that `Pathname(argument:)` decodes, and with many
  /// files bundled, because the time of parsing grows with the square of the number of values.
  static func arguments() -> [String] {
    let arguments = givenArguments()
    return arguments.count > 64 ? bundled(arguments) : arguments
  }

  /// Returns the arguments with all that can only be files bundled in one, at the position of the first; they are
  /// separated by a zero byte, which an argument of a process cannot contain. After the subcommand, an argument is a
  /// file if it does not begin with a hyphen and does not follow one that does.
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

  /// Splits the result of `bundled`.
  static func files(in argument: String) -> [String] {
    argument.utf8.split(separator: 0, omittingEmptySubsequences: false).map { String(Substring($0)) }
  }

  /// The command as given, for a shell; without the words after the first 40, or after 1,000 bytes.
  static var commandLine: String {
    var line = "gamut"
    for (index, argument) in givenArguments().enumerated() {
      let word = " " + Pathname(argument: argument).shellWord
      guard index < 40, line.utf8.count + word.utf8.count <= 1000 else { return line + " …" }
      line += word
    }
    return line
  }

  private static func givenArguments() -> [String] {
    let count = Int(CommandLine.argc)
    // Swift reads the arguments from /proc/self/maps. Without them, this would be a request for help, and succeed.
    guard count > 0 else {
      Message.error("The arguments of the command cannot be read.")
      exit(ExitCode.unprocessed.rawValue)
    }
    return (1..<count).compactMap { index in
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { return nil }
      let bytes = unsafe Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
      return Pathname(bytes: bytes).argument
    }
  }
}
