import ArgumentParser
import GamutKit
import LibC

/// The ends of a process whose command line is wrong, in the format of the argument parser, and what was probably meant.
enum UsageErrors {
  /// Ends the process like the argument parser, but with an error if help or version could not be written, and without
  /// control characters in quoted arguments, which may be file names.
  static func end(_ error: any Error, of arguments: [String]) -> Never {
    if let question = error as? UnansweredQuestion {
      Message.error("The system could not read it: \(systemWords(question.number)). Try again.", about: question.path)
      exit(ExitCode.unprocessed.rawValue)
    }
    if let error = error as? GamutError {
      Message.error(error)
      exit(ExitCode.unprocessed.rawValue)
    }
    let code = GamutCommand.exitCode(for: error)
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

  /// Ends the process if the first argument is neither a command nor an option: with the command that was probably
  /// meant, or with the commands for a file.
  static func checkCommand(_ arguments: [String]) {
    guard let first = arguments.first, !first.hasPrefix("-") else { return }
    let commands = GamutCommand.configuration.subcommands.map { $0._commandName }
    guard !(commands + ["help"]).contains(first) else { return checkHelp(arguments, commands) }
    let name = Pathname(argument: first)
    if (try? FileStatus(of: name)) != nil {
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
    end("There is no \(kind) '\(Pathname(argument: word).text.printable)'.\(suggestion)", words)
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
    for argument in arguments.flatMap(ArgumentBytes.files) where !argument.isPrintable {
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
    checkOptions(ArgumentBytes.arguments())
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
}

/// The first option that a command does not have, and the one that was probably meant.
struct UnknownOption {
  /// The option as given, without its value.
  let name: String
  /// The option to use instead; nil if no option is similar.
  let suggestion: String?
  /// The options of the command, sorted.
  let options: [String]

  var message: String {
    let path = Pathname(argument: name)
    if path.hasPNGSuffix || (try? FileStatus(of: path)) != nil {
      return "'\(path.text.printable)' is read as an option, because it begins with a hyphen. For the file, write "
        + "\(Pathname.here.appending(path.bytes).shellWord), or -- before the names."
    }
    return "Unknown option '\(path.text.printable)'." + (suggestion.map { " \($0)" } ?? "") + "\n"
      + "Choose one of: \(options.joined(separator: ", "))".wrapped(indent: "  ", first: "")
  }

  /// Finds the first unknown option; nil if the command has all options that are given.
  ///
  /// - Parameter arguments: the arguments after the subcommand.
  init?(_ arguments: [String], of command: any ParsableCommand.Type) {
    let known = Self.options(of: command)
    var previous = ""
    for argument in arguments.flatMap({ ArgumentBytes.files(in: $0) }) {
      defer { previous = argument }
      if argument == "--" { return nil }
      // The value of an option can begin with a hyphen.
      guard argument.hasPrefix("-"), argument != "-", known[previous] != true else { continue }
      let name = String(argument.prefix { $0 != "=" })
      guard known[name] == nil, Double(argument) == nil else { continue }
      self.name = name
      options = Self.options(of: command).keys.filter { $0.hasPrefix("--") }.sorted()
      suggestion = Self.suggestion(for: name, known: Set(known.keys), command._commandName)
      return
    }
    return nil
  }

  /// The options of a command, and whether each has a value, from its help.
  private static func options(of command: any ParsableCommand.Type) -> [String: Bool] {
    var options = ["--help": false, "-h": false, "--version": false, "--help-hidden": false]
    for line in GamutCommand.helpMessage(for: command, columns: 200).split(
      separator: "\n")
    {
      guard line.hasPrefix("  -") else { continue }
      let head = line.dropFirst(2).prefix { $0 != "\t" }
      let words = head.split(separator: " ", maxSplits: 3)
      guard let first = words.first else { continue }
      for name in [first] + words.dropFirst().prefix(1) where name.hasPrefix("-") {
        let name = String(name.hasSuffix(",") ? name.dropLast() : name)
        options[name] = words.count > 1 && words[1].hasPrefix("<")
      }
    }
    return options
  }

  private static func suggestion(for name: String, known: Set<String>, _ command: String) -> String? {
    if ["-r", "-R", "--recursive"].contains(name) { return "Folders are always searched; leave it out." }
    let short = name.hasPrefix("--") ? name : String(name.prefix(2))
    for meant in [habits[command]?[short], habits[""]?[short]].compactMap({ $0 }) {
      if let option = meant.split(whereSeparator: { " =".contains($0) }).first, known.contains(String(option)) {
        return "Did you mean '\(meant)'?"
      }
    }
    guard name.hasPrefix("--") else { return nil }
    let nearest = Suggestion.nearest(
      to: String(name.dropFirst(2)), among: known.map { String($0.drop { $0 == "-" }) }.sorted())
    return nearest.map { "Did you mean '--\($0)'?" }
  }

  /// Options that users of other programs are used to, with the option of gamut, by subcommand; the empty name is for
  /// all subcommands.
  private static let habits: [String: [String: String]] = [
    "": [
      "--json": "--format json", "--html": "--report html=FILE", "--sarif": "--report sarif=FILE",
      "--out": "--output", "-o": "--output", "--dest": "--output", "--outdir": "--output-dir",
      "--out-dir": "--output-dir", "-d": "--output-dir", "-j": "--jobs", "-t": "--jobs", "--threads": "--jobs",
      "-q": "--quiet", "--silent": "--quiet", "-v": "--verbose", "--debug": "--verbose", "-V": "--version",
      "-n": "--dry-run", "--dry": "--dry-run", "--pretend": "--dry-run", "-f": "--force", "--overwrite": "--force",
      "-i": "--in-place", "--inplace": "--in-place", "--no-color": "--color never", "--ignore": "--exclude",
    ],
    "convert": ["--profile": "--to", "--report": "--show-loss", "--from": "--assume", "-p": "--to"],
    "report": ["--profile": "--to", "--from": "--assume", "--fail-on": "--fail-on-verdict"],
    "embed": ["--to": "--profile", "-p": "--profile", "--icc": "--profile", "--strip": "--profile none"],
    "verify": ["--to": "--profile", "-p": "--profile", "--expect": "--profile"],
    "audit": [
      "--rules": "--list-rules", "--list": "--list-rules", "--rule": "--select", "--config": "--policy",
      "--exit-zero": "--fail-on never",
    ],
  ]
}
