import ArgumentParser
import GamutKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where the rows of a run go: to standard output; the reasons of failures to standard error.
struct RowOutput: ~Copyable {
  private var stream = OutputStream(fileDescriptor: STDOUT_FILENO)
  private(set) var hasFailures = false

  /// - Parameter bytes: what is said of the row.
  mutating func write<Value>(_ bytes: [UInt8], of row: RunRow<Value>) throws(OutputError) {
    try stream.write(bytes)
    guard case .failure(let error) = row.result else { return }
    hasFailures = true
    try Message.follow(&stream)
    Message.error(error.message, about: row.path)
  }

  mutating func end(_ bytes: [UInt8]) throws(OutputError) {
    try stream.write(bytes)
    try stream.flush()
  }

  /// What becomes of the run where standard output cannot be written.
  static func exitCode(after error: OutputError) -> ExitCode {
    // The reader of a pipe may leave when it has seen enough.
    if !error.isBrokenPipe { Message.error(error.message) }
    return .unprocessed
  }
}

extension ReportFile {
  /// Sees that no file that is to be written is one of those that are read, written twice, or somebody else's.
  ///
  /// - Throws: `ExitCode` after a message where one is.
  static func check(
    _ files: [Path], baseline: Path? = nil, besides others: [Path] = [], reading inputs: [Path]
  ) throws {
    guard let (path, conflict) = conflict(of: files, baseline: baseline, besides: others, reading: inputs) else {
      return
    }
    Message.error(conflict.message, about: path)
    throw ExitCode.unprocessed
  }
}
