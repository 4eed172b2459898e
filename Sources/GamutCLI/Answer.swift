import ArgumentParser
import GamutKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a command prints when it is only asked.
enum Answer {
  /// - Throws: `ExitCode` after a message where it cannot be printed.
  static func print(_ text: String) throws {
    var stream = OutputStream(fileDescriptor: STDOUT_FILENO)
    do throws(OutputError) {
      try stream.write(text.utf8)
      try stream.flush()
    } catch {
      throw error.exitCode
    }
  }
}
