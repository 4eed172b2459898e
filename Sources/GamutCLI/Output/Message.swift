import ArgumentParser
import GamutKit
import LibC

enum Message {
  static func error(_ text: String, about path: Pathname? = nil, line: Int? = nil, column: Int? = nil) {
    let place = [line, column].compactMap { $0.map { ":\($0)" } }.joined()
    say((path.map { $0.fromHere.text.printable + place + ": " } ?? "") + text.printable)
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

/// The value of an environment variable; nil if it is not set, or empty, as NO_COLOR requires (no-color.org).
func environment(_ name: String) -> String? {
  unsafe getenv(name).map { unsafe String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
}

/// Performs what a run cannot do without.
func orEnd<Value, Failure: AdvisedError>(
  about path: Pathname? = nil, _ body: () throws(Failure) -> Value
) throws -> Value {
  do { return try body() } catch { throw Message.unprocessed(error.text, about: path) }
}

/// Writes to standard output, and ends a run that cannot. If the reader has closed the pipe, as `head` does, the status is
/// that of what was found so far.
func writing(_ body: () throws(OutputError) -> Void) throws {
  do { try body() } catch {
    if !error.isBrokenPipe { throw Message.unprocessed(error.text) }
  }
}

enum StandardOutput {
  static func print(_ text: String) throws {
    try writing { () throws(OutputError) in
      var stream = BufferedOutput(fileDescriptor: STDOUT_FILENO)
      try stream.write(text.utf8)
      try stream.flush()
    }
  }
}
