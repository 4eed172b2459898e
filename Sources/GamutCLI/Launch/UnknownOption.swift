import ArgumentParser
import GamutKit

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
    if path.hasPNGSuffix || FileStatus(of: path) != nil {
      return "'\(name.printable)' is read as an option, because it begins with a hyphen. For the file, write "
        + "\(Pathname.here.appending(path.bytes).shellWord), or -- before the names."
    }
    return "Unknown option '\(name.printable)'." + (suggestion.map { " \($0)" } ?? "") + "\n"
      + "Choose one of: \(options.joined(separator: ", "))".wrapped(indent: "  ", first: "")
  }

  /// Finds the first unknown option; nil if the command has all options that are given.
  ///
  /// - Parameter arguments: the arguments after the subcommand.
  init?(_ arguments: [String], of command: any ParsableCommand.Type) {
    let known = Self.options(of: command)
    var previous = ""
    for argument in arguments.flatMap({ Launch.files(in: $0) }) {
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
