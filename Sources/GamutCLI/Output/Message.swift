import ArgumentParser
import GamutKit
import LibC

enum Message {
  static func error(_ text: String, about path: Pathname? = nil, line: Int? = nil, column: Int? = nil) {
    let place = [line, column].compactMap { $0.map { ":\($0)" } }.joined()
    say((path.map { $0.text.printable + place + ": " } ?? "") + text.printable)
  }

  static func error(_ error: some AdvisedError, about path: Pathname? = nil, line: Int? = nil, column: Int? = nil) {
    self.error(error.text, about: path, line: line, column: column)
  }

  /// Removes temporary files when a signal ends the process, and says that it does. A shell then sees status 130 for SIGINT.
  static func prepareForSignals() {
    TemporaryFiles.removeOnSignals { number in
      let start = isatty(STDERR_FILENO) == 1 && !OutputOptions.isTerminalDumb ? "\r\u{1b}[K" : ""
      write(start + "gamut: \(number == SIGINT ? "interrupted" : "ended by a signal")\n")
    }
  }

  static func unprocessed(_ text: String, about path: Pathname? = nil) -> ExitCode {
    error(text, about: path)
    return .unprocessed
  }

  static func unprocessed(_ error: some AdvisedError, about path: Pathname? = nil) -> ExitCode {
    unprocessed(error.text, about: path)
  }

  /// Ensures that the next message appears after the data on standard output if both are the same terminal, and on a
  /// separate line.
  static func follow(_ output: inout BufferedOutput) throws(OutputError) {
    try output.flush()
    guard !output.isAtLineStart, isatty(STDOUT_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return }
    write("\n")
  }

  static func note(_ text: String) { say(text) }

  /// Writes the command of this process with more words, which does what was probably meant.
  static func command(adding words: [String]) {
    if let command = ArgumentBytes.shellCommand(ArgumentBytes.arguments() + words) { write("  $ \(command)\n") }
  }

  private static func say(_ text: String) { write("gamut: \(text)\n") }

  static func write(_ text: String) {
    var stream = BufferedOutput(fileDescriptor: STDERR_FILENO)
    // If standard error is closed, the message cannot be shown.
    try? stream.write(text.utf8)
    try? stream.flush()
  }
}

/// The statuses of runs. Whoever throws one has written why.
extension ExitCode {
  /// There are findings, and the command was asked to fail for them.
  static let findings = ExitCode(1)
  /// An input could not be processed, or the output could not be written.
  static let unprocessed = ExitCode(2)
}

/// Performs what a run cannot do without.
func orEnd<Value, Failure: AdvisedError>(
  about path: Pathname? = nil, _ body: () throws(Failure) -> Value
) throws -> Value {
  do { return try body() } catch { throw Message.unprocessed(error, about: path) }
}
