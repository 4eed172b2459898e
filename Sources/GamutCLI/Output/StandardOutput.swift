import ArgumentParser
import GamutKit
import LibC

/// The output of a command that only answers a question, such as help or the version.
enum StandardOutput {
  /// - Throws: `ExitCode` after a message if it cannot be printed.
  static func print(_ text: String) throws { try print(Array(text.utf8)) }

  /// - Throws: `ExitCode` after a message if it cannot be printed.
  static func print(_ bytes: [UInt8]) throws {
    var stream = BufferedOutput(fileDescriptor: STDOUT_FILENO)
    do throws(OutputError) {
      try stream.write(bytes)
      try stream.flush()
    } catch {
      try error.endRun()
    }
  }
}
