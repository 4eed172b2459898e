import ArgumentParser
import GamutKit
import LibC

/// The output of a command that only answers a question, such as help or the version.
enum StandardOutput {
  static func print(_ text: String) throws { try print(Array(text.utf8)) }

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
