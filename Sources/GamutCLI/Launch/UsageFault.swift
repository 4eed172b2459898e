import ArgumentParser
import GamutAudit
import GamutKit

struct UsageFault {
  var message: String
  let command: any ParsableCommand.Type
  /// The command line that was probably meant; nil if that is not known.
  var meant: [String]?
  /// Whether the words at fault mean the same in other programs, and nothing else (``Guesses``).
  var isSynonym = false

  init(_ message: String, _ command: any ParsableCommand.Type) { (self.message, self.command) = (message, command) }

  /// Finds the first fault; nil if the parser accepts the arguments, or if they ask for help.
  init?(in arguments: [String]) {
    if HelpTopics.versionWords.contains(arguments) { return nil }
    let subcommands = GamutCommand.configuration.subcommands
    if let fault = Self(command: arguments, among: subcommands.map { $0._commandName }) {
      self = fault
      return
    }
    let command = subcommands.first { $0._commandName == arguments.first }
    let fault = Self(option: arguments, of: command ?? GamutCommand.self)
    // The parser takes it for several options of one letter: `-photo.png` asks for help by its `h`, which is a success.
    if let fault, Self.hasHyphenatedWord(arguments) {
      self = fault
      return
    }
    do {
      _ = try GamutCommand.parsed(arguments)
      return nil
    } catch {
      guard GamutCommand.exitCode(for: error) == .validationFailure else { return nil }
      // An unknown option is the first thing to say about a command line with more faults.
      self = fault ?? Self(parser: GamutCommand.fullMessage(for: error), arguments, command ?? GamutCommand.self)
    }
  }

  /// Whether a word begins with one hyphen, and more than a letter follows; not `-help`, which the parser takes.
  static func hasHyphenatedWord(_ arguments: [String]) -> Bool {
    arguments.prefix { $0 != "--" }.contains {
      $0 != "-help" && $0.utf8.count > 2 && $0.hasPrefix("-") && !$0.hasPrefix("--")
    }
  }

  /// Finds that the first argument is no command, or that there is no help about the second one.
  private init?(command arguments: [String], among names: [String]) {
    guard let first = arguments.first, !first.hasPrefix("-"), !names.contains(first) else { return nil }
    let isHelp = first == "help"
    let rest = Array(arguments.dropFirst(isHelp ? 2 : 1))
    guard let word = isHelp ? arguments.dropFirst().first : first else { return nil }
    if isHelp, word.hasPrefix("-") || names.contains(word) { return nil }
    let path = Pathname(argument: word)
    let name = "'\(path.text.printable)'"
    self.init(isHelp ? "There is no help topic \(name)." : "There is no command \(name).", GamutCommand.self)
    if !isHelp, (try? FileStatus(of: path)) != nil {
      message = "\(name) is a file, and the command is missing."
      meant = ["report"] + arguments
      return
    }
    let withValue = rest.first?.hasPrefix("-") == false ? Guesses.commands[word + "="] : nil
    let rule = isHelp ? AuditRule.named(word).map { _ in "audit --explain \(word)" } : nil
    let nearest = Suggestion.nearest(to: word, among: names).map { "? " + $0 }
    guard let guess = rule ?? withValue ?? Guesses.commands[word] ?? nearest else { return }
    let words = guess.split(separator: " ").map(String.init).filter { $0 != "?" }
    isSynonym = !guess.hasPrefix("?")
    // Help about a command that other programs have is that about ours.
    meant = (isHelp && words.count == 1 ? ["help"] : []) + words + rest
    message += " Did you mean '\(words.joined(separator: " "))'?"
  }

  private init?(option arguments: [String], of command: any ParsableCommand.Type) {
    let known = Self.options(of: command)
    var previous = ""
    let isRoot = command == GamutCommand.self
    for (index, argument) in arguments.enumerated().dropFirst(isRoot ? 0 : 1) {
      defer { previous = argument }
      if argument == "--" { return nil }
      // The value of an option can begin with a hyphen.
      guard argument.hasPrefix("-"), argument != "-", known[previous] != true, Double(argument) == nil else { continue }
      let name = String(argument.prefix { $0 != "=" })
      guard known[name] == nil, !Self.isCluster(argument, known) else { continue }
      let path = Pathname(argument: name)
      self.init("Unknown option '\(path.text.printable)'.", command)
      if path.hasPNGSuffix || (try? FileStatus(of: path)) != nil {
        let word = Pathname.here.appending(path.bytes)
        message =
          "'\(path.text.printable)' is read as an option, because it begins with a hyphen. For the file, write "
          + "\(word.shellWord), or -- before the names."
        var words = arguments
        words[index] = word.argument
        meant = words
      } else if isRoot,
        let name = GamutCommand.configuration.subcommands.map({ $0._commandName }).first(where: arguments.contains)
      {
        message += " Options follow the command."
        meant = [name] + arguments.filter { $0 != name }
      } else {
        suggest(for: name, at: index, in: arguments, known)
      }
      return
    }
    return nil
  }

  private mutating func suggest(for typed: String, at index: Int, in arguments: [String], _ known: [String: Bool]) {
    // Some programs have names of options with one hyphen.
    let name = typed.utf8.count == 2 ? typed : "--" + typed.drop { $0 == "-" }.lowercased()
    let inline = arguments[index].split(separator: "=", maxSplits: 1).dropFirst().first.map(String.init)
    func isInput(_ word: String) -> Bool {
      let path = Pathname(argument: word)
      return path.hasPNGSuffix && !word.contains("*") || (try? FileStatus(of: path))??.kind == .folder
    }
    let next = arguments.dropFirst(index + 1).first.flatMap { isInput($0) || known[$0] != nil ? nil : $0 }
    func replace(_ text: String, upTo end: Int, value: String? = nil) -> Bool {
      var words = text.split(separator: " ").map { String($0).replacing("$", with: value ?? "") }.filter { $0 != "?" }
      let isCommand = words.first?.hasPrefix("-") == false
      guard isCommand || words.first.map({ known[$0] != nil }) ?? true else { return false }
      isSynonym = !text.hasPrefix("?") && name == typed
      message += words.isEmpty ? " Leave it out." : " Did you mean '\(words.joined(separator: " "))'?"
      if value == nil, let inline, words.count == 1 { words[0] += "=" + inline }
      let other = isCommand ? words.removeFirst() : nil
      words.removeAll { known[$0] == false && arguments.contains($0) }
      var corrected = arguments
      corrected.replaceSubrange(index..<end, with: words)
      meant = other.map { Self.command($0, with: corrected, known) } ?? corrected
      return true
    }
    if known[name] != nil, replace("? " + name, upTo: index + 1) { return }
    for key in [command._commandName + " " + name, name] {
      let value = inline ?? next
      if let value, let text = Guesses.options[key + "=" + value] ?? Guesses.options[key + "="],
        replace(text, upTo: index + (inline == nil ? 2 : 1), value: value)
      {
        return
      }
      if let text = Guesses.options[key], replace(text, upTo: index + 1) { return }
    }
    // What begins with another letter may be the opposite: `--include` and `--exclude`, `--policy` and `--no-policy`.
    let names = known.keys.filter { $0.prefix(3) == name.prefix(3) }.sorted()
    if typed.hasPrefix("--"), let nearest = Suggestion.nearest(to: name, among: names) {
      _ = replace("? " + nearest, upTo: index + 1)
    }
  }

  private init(parser text: String, _ arguments: [String], _ command: any ParsableCommand.Type) {
    let lines = text.split(separator: "\n").map(String.init)
    self.init(String((lines.first ?? "").dropFirst("Error: ".count)), command)
    let quoted = message.quotedWords
    let option = quoted.last { $0.hasPrefix("-") }.map { String($0.prefix { $0 != " " }) } ?? ""
    let guess = Guesses.missingValues[command._commandName + " " + option] ?? Guesses.missingValues[option]
    let words = guess?.split(separator: " ").map(String.init)
    if message.hasPrefix("Missing value"), let index = arguments.lastIndex(of: option) {
      guard let words else { return }
      meant = arguments[..<index] + words + arguments[(index + 1)...]
    } else if message.hasPrefix("Missing expected"), let words {
      let space = arguments.dropFirst().last { ReferenceSpace(named: $0) != nil }
      let given =
        (arguments.count > 1 ? arguments : arguments + ["."]).filter { $0 != space } + [words[0], space ?? words[1]]
      // With an output, unless there is one; a space that was chosen is for all files.
      let others = words.dropFirst(2).prefix(space == nil ? 3 : 2)
      meant = [given + others, given].first { Self(in: $0) == nil }
    } else if message.hasPrefix("Unexpected argument"), let word = quoted.first {
      meant = arguments.filter { $0 != word }
    } else if message.hasPrefix("The value '"), let typed = quoted.first {
      if message.contains("Please provide") {
        let listed = lines.filter { $0.hasPrefix("  - ") }.map { String($0.dropFirst(4)) }
        let words = listed.isEmpty ? Array(quoted.dropFirst(2)) : listed
        let value = Guesses.values[option]?[typed].flatMap { words.contains($0) ? $0 : nil }
        if let near = value ?? Suggestion.nearest(to: typed, among: words) {
          message = "The value '\(typed)' is invalid for '\(option)'. Did you mean '\(near)'?"
        } else if !listed.isEmpty {
          message += " " + listed.joined(separator: ", ") + "."
        }
      }
      meant = suggested(arguments)
      if meant == nil, option == "--format", AuditFormat(rawValue: typed) != nil {
        message += " 'gamut audit' has this format."
        meant = ["audit"] + arguments.dropFirst()
      }
    } else {
      meant = suggested(arguments)
    }
  }

  /// Returns the arguments with the word that the message suggests for one of them; nil if it suggests none, or several.
  func suggested(_ arguments: [String]) -> [String]? {
    guard let match = message.firstMatch(of: #/[Dd]id you mean '([^']+)'\?/#) else { return nil }
    // The name of an option, too, may be in quotes.
    let typed = String(message[..<match.range.lowerBound]).quotedWords.filter { !$0.hasPrefix("-") }
    return typed.reversed().lazy.compactMap { arguments.replacing(part: $0, by: String(match.1)) }.first
  }

  /// Whether the word is several flags of one letter, or an option of one letter with its number.
  private static func isCluster(_ word: String, _ known: [String: Bool]) -> Bool {
    guard !word.hasPrefix("--") else { return false }
    return known[String(word.prefix(2))] == true && Int(word.dropFirst(2)) != nil
      || word.dropFirst().allSatisfy { $0 != "h" && known["-\($0)"] == false }
  }

  /// Returns the arguments for another command, without the options that it does not have.
  private static func command(_ name: String, with arguments: [String], _ known: [String: Bool]) -> [String] {
    let other = GamutCommand.configuration.subcommands.first { $0._commandName == name }
    let options = options(of: other ?? GamutCommand.self)
    func isLost(_ word: String) -> Bool {
      let option = String(word.prefix { $0 != "=" })
      return known[option] != nil && options[option] == nil
    }
    let pairs = zip(arguments, arguments.dropFirst()).filter { !isLost($1) && !(known[$0] == true && isLost($0)) }
    return [name] + pairs.map(\.1)
  }

  /// The options of a command, and whether each has a value, from its help.
  private static func options(of command: any ParsableCommand.Type) -> [String: Bool] {
    var options = [
      "--help": false, "-h": false, "--version": false, "--help-hidden": false, "--generate-completion-script": true,
    ]
    for line in GamutCommand.helpMessage(for: command, columns: 200).split(separator: "\n") {
      guard line.hasPrefix("  -") else { continue }
      let words = line.dropFirst(2).split(separator: " ", maxSplits: 3).prefix(3)
      let names = words.prefix(2).filter { $0.hasPrefix("-") }
      for name in names {
        options[name.hasSuffix(",") ? String(name.dropLast()) : String(name)] =
          words.dropFirst(names.count).first?.hasPrefix("<") ?? false
      }
    }
    return options
  }
}

extension String {
  fileprivate var quotedWords: [String] {
    split(separator: "'", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
      .map { String($0.element) }
  }
}
