import ArgumentParser
import GamutKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What is said on standard error.
enum Message {
  /// - Parameters:
  ///   - line: in a text file, from 1.
  ///   - column: from 1.
  static func error(_ text: String, about path: Path? = nil, line: Int? = nil, column: Int? = nil) {
    let place = [line, column].compactMap { $0.map { ":\($0)" } }.joined()
    say((path.map { $0.text.printable + place + ": " } ?? "") + text.printable)
  }

  /// Sees to it that what is said next comes after the data on standard output, should both go to one terminal, and
  /// there on a line of its own.
  static func follow(_ output: inout OutputStream) throws(OutputError) {
    try output.flush()
    guard !output.isAtLineStart, isatty(STDOUT_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return }
    write("\n")
  }

  static func note(_ text: String) { say(text) }

  private static func say(_ text: String) { write("gamut: \(text)\n") }

  static func write(_ text: String) {
    var stream = OutputStream(fileDescriptor: STDERR_FILENO)
    // Where standard error is gone there is nobody left to tell.
    try? stream.write(text.utf8)
    try? stream.flush()
  }
}

extension ExitCode {
  /// There are findings, and they were asked for.
  static let findings = ExitCode(1)
  /// An input could not be processed, or the output not be written.
  static let unprocessed = ExitCode(2)
}
