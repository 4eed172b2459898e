/// A command that fixes a finding, or shows what there is to fix.
public struct Remedy: Sendable, Hashable {
  /// The subcommand.
  public var verb: String
  /// What follows the path.
  public var options: [String]
  /// The file that it writes, after the options; nil where these say it, or it writes none.
  public var output: Path?
  /// Whether it may replace that file.
  public var replacesOutput = false

  init(_ verb: String, _ options: String...) {
    self.init(verb: verb, options: options)
  }

  init(verb: String, options: [String]) {
    self.verb = verb
    self.options = options
  }

  /// The subcommand and what follows the path, as text.
  var words: [String] { [verb] + options + writing.map(\.text) }

  /// The remedy that these words are those of.
  ///
  /// - Parameter outputs: what it may write; text may not have all bytes of a path.
  init?(words: [String], writing outputs: [Path]) {
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

  /// The option for the output, and that.
  private var writing: [Path] {
    guard let output else { return [] }
    return [Path("--output"), output.asArgument] + (replacesOutput ? [Path("--force")] : [])
  }

  /// For a POSIX shell, to be run where the path leads to the file.
  public func command(for path: Path) -> String {
    let words = [Path("gamut"), Path(verb), path.asArgument] + options.map { Path($0) } + writing
    return words.map(\.shellWord).joined(separator: " ")
  }
}

extension Path {
  /// A name that looks like an option, as one that does not.
  fileprivate var asArgument: Path {
    bytes.first == UInt8(ascii: "-") ? Path(bytes: Array("./".utf8) + bytes) : self
  }
}
