import ArgumentParser
import GamutKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What is said on standard error.
enum Message {
  static func error(_ text: String, about path: Path? = nil) {
    say((path.map { $0.text.printable + ": " } ?? "") + text.printable)
  }

  static func note(_ text: String) { say(text) }

  private static func say(_ text: String) {
    var stream = OutputStream(fileDescriptor: STDERR_FILENO)
    // Where standard error is gone there is nobody left to tell.
    try? stream.write("gamut: \(text)\n".utf8)
    try? stream.flush()
  }
}

extension ExitCode {
  /// There are findings, and they were asked for.
  static let findings = ExitCode(1)
  /// An input could not be processed, or the output not be written.
  static let unprocessed = ExitCode(2)
}
