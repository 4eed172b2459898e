/// A command that fixes a finding, or shows the problem.
public struct Remedy: Sendable, Hashable {
  /// The subcommand.
  public var verb: String
  /// The arguments after the path.
  public var options: [String]
  /// The file that it writes, after the options; nil if the options include it, or if it writes none.
  public var output: Pathname?
  /// Whether it may replace that file.
  public var replacesOutput = false

  package init(_ verb: String, _ options: String...) {
    self.init(verb: verb, options: options)
  }

  init(verb: String, options: [String]) {
    self.verb = verb
    self.options = options
  }

  /// The subcommand and the arguments after the path, as text.
  package var words: [String] { [verb] + options + writing.map(\.text) }

  /// Creates the remedy that has the given words.
  ///
  /// - Parameter outputs: the possible outputs; text may not represent all bytes of a path.
  package init?(words: [String], writing outputs: [Pathname]) {
    guard let verb = words.first else { return nil }
    self.init(verb: verb, options: Array(words.dropFirst()))
    for output in outputs {
      for replaces in [false, true] {
        var made = self
        (made.output, made.replacesOutput) = (output, replaces)
        let end = made.writing.map(\.text)
        guard options.suffix(end.count).elementsEqual(end) else { continue }
        made.options.removeLast(end.count)
        self = made
        return
      }
    }
  }

  /// The option for the output, and its path.
  private var writing: [Pathname] {
    guard let output else { return [] }
    return [Pathname("--output"), output.asArgument] + (replacesOutput ? [Pathname("--force")] : [])
  }

  /// Whether it changes the file in place.
  package var changesFile: Bool { options.contains("--in-place") }

  /// Whether one command can do the same for many files: it names no output.
  package var suitsLists: Bool { changesFile || options.contains("--catalog") }

  /// The command for a POSIX shell that reads the paths from standard input, each followed by a zero byte.
  package var commandForList: String {
    let words = ["gamut", verb, "--files-from", "-", "-0"] + options
    return words.map { Pathname($0) }.shellCommand
  }

  /// Returns the command for a POSIX shell, to be run in the folder that the path is relative to.
  public func command(for path: Pathname) -> String {
    let words = [Pathname("gamut"), Pathname(verb), path.asArgument] + options.map { Pathname($0) } + writing
    return words.shellCommand
  }
}

extension Pathname {
  /// The path in a form that is not parsed as an option.
  fileprivate var asArgument: Pathname {
    bytes.first == UInt8(ascii: "-") ? Pathname(bytes: Array("./".utf8) + bytes) : self
  }
}
