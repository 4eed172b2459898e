import ArgumentParser
import GamutAudit
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
    if let error = error as? any AdvisedError {
      Message.error(error.text)
      exit(ExitCode.unprocessed.rawValue)
    }
    let code = GamutCommand.exitCode(for: error)
    let message = GamutCommand.fullMessage(for: error)
    if code == .success, (try? StandardOutput.print(message + "\n")) == nil { exit(ExitCode.unprocessed.rawValue) }
    if code != .success, !message.isEmpty { Message.write(quoting(arguments, in: message) + "\n") }
    exit(code.rawValue)
  }

  /// Returns the command line to run: the given one, or the one that it means if all its faults are words that mean the
  /// same elsewhere. Otherwise ends the process, with the first fault and the command that was probably meant.
  static func understood(_ arguments: [String]) -> [String] {
    guard let first = UsageFault(in: arguments) else { return arguments }
    var (fault, isSynonym) = (first, true)
    // Each correction can show another fault.
    for _ in 0..<10 {
      guard let words = fault.meant else { break }
      isSynonym = isSynonym && fault.isSynonym
      guard let next = UsageFault(in: words) else {
        if isSynonym { return words }
        end(first, trying: words, arguments)
      }
      fault = next
    }
    end(first, trying: nil, arguments)
  }

  /// Ends the process for a usage error found after the command had started, in the argument parser's format.
  static func end(usage error: any Error, of command: any ParsableCommand.Type, _ arguments: [String]) -> Never {
    let correctable = error as? CorrectableError
    let fault = UsageFault(correctable?.message ?? (error as? ValidationError)?.message ?? "", command)
    let meant = correctable?.corrected(arguments) ?? fault.suggested(arguments)
    end(fault, trying: meant.flatMap { UsageFault(in: $0) == nil ? $0 : nil }, arguments)
  }

  private static func end(_ fault: UsageFault, trying words: [String]?, _ arguments: [String]) -> Never {
    var text = quoting(arguments, in: "Error: " + fault.message) + "\n"
    if let line = words.flatMap(completed).flatMap(ArgumentBytes.shellCommand) {
      text += "  $ \(line)\n"
    } else {
      let isRoot = fault.command == GamutCommand.self
      let name = GamutCommand._commandName + (isRoot ? "" : " " + fault.command._commandName)
      text +=
        "Usage: \(GamutCommand.usageString(for: fault.command))\n  See '\(name) --help' for more information.\n"
    }
    Message.write(text)
    exit(ExitCode.validationFailure.rawValue)
  }

  /// Returns the arguments of a command with what only a run would say that they lack; nil if that is not known.
  private static func completed(_ arguments: [String]) -> [String]? {
    guard let command = try? GamutCommand.parsed(arguments) as? any CompletableCommand, let error = command.lacking
    else { return arguments }
    return error.corrected(arguments).flatMap(completed)
  }

  /// Returns a message of the argument parser, safe for a terminal: only its own line feeds are kept.
  static func quoting(_ arguments: [String], in message: String) -> String {
    var message = message
    for argument in arguments.flatMap(ArgumentBytes.files) where !argument.isPrintable {
      // The parser separates an option from its value.
      for part in [argument] + argument.split(separator: "=", maxSplits: 1).map(String.init) where !part.isPrintable {
        // By scalars: an accent at the start of an argument is one character with the quotation mark before it.
        message = String(message.unicodeScalars.replacing(part.unicodeScalars, with: part.printable.unicodeScalars))
      }
    }
    return Pathname(argument: message).text.printableLines
  }
}

/// A command that can lack an input, a space or an output without a fault that the parser sees.
protocol CompletableCommand: ParsableCommand {
  var input: InputOptions { get }
  var lacking: CorrectableError? { get }
}

extension CompletableCommand {
  var lacking: CorrectableError? { input.lacking }
}

/// A usage error that only a run finds, with the words that correct it.
struct CorrectableError: Error {
  let message: String
  /// Adjacent words, or one part of a word; if empty, the new words follow all others.
  var replacing: [String] = []
  let words: [String]?

  /// Returns the arguments with the words; nil if they do not have the words to replace.
  func corrected(_ arguments: [String]) -> [String]? {
    guard let words else { return nil }
    var arguments = arguments.map { $0 == "-o" ? "--output" : $0 }
    if replacing.isEmpty { return arguments + words }
    if replacing.count == 1, words.count == 1 { return arguments.replacing(part: replacing[0], by: words[0]) }
    guard let range = arguments.firstRange(of: replacing) else { return nil }
    arguments.replaceSubrange(range, with: words)
    return arguments
  }
}

extension [String] {
  /// Returns command-line arguments in which another word is used for the last one that is, or has between its commas and
  /// equals signs, the given one; nil if there is none.
  func replacing(part: String, by word: String) -> [String]? {
    for index in indices.dropFirst().reversed() {
      let pieces = [self[index][...]] + self[index].split { ",=".contains($0) }
      guard let piece = pieces.first(where: { $0 == part }) else { continue }
      var words = self
      words[index].replaceSubrange(piece.startIndex..<piece.endIndex, with: word)
      return words
    }
    return nil
  }
}
