import ArgumentParser
import GamutKit
import LibC

/// The arguments of the process, any bytes of which name files.
enum ArgumentBytes {
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

  static func files(in argument: String) -> [String] {
    argument.utf8.split(separator: 0, omittingEmptySubsequences: false).map { String(Substring($0)) }
  }

  /// The command as given, for a shell; its name alone if it is too long.
  static var commandLine: String {
    let arguments = givenArguments()
    return shellCommand(arguments) ?? "gamut \(arguments[0]) …"
  }

  /// The command with these arguments, for a shell; nil if it is too long to be typed.
  static func shellCommand(_ arguments: [String]) -> String? {
    let words = arguments.flatMap(files).map { Pathname(argument: $0).shellWord }
    let line = (["gamut"] + words).joined(separator: " ")
    return words.count > 40 || line.utf8.count > 1000 ? nil : line
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
      return unsafe Pathname(bytes: Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))).argument
    }
  }
}

/// An argument of a command that takes many; ``ArgumentBytes`` may have bundled several.
struct ArgumentWords: ExpressibleByArgument {
  let words: [String]

  init(argument: String) { words = ArgumentBytes.files(in: argument) }

  var paths: [Pathname] { words.map { Pathname(argument: $0) } }
}
