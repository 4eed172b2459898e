import LibC

/// A failure to write output, with the system's error number and message.
package struct OutputError: Error, Sendable, Hashable {
  /// The system's error number, errno.
  package let number: Int32

  package init(number: Int32) { self.number = number }

  /// Whether the reader has closed the pipe, which is not an error: `gamut ... | head`.
  package var isBrokenPipe: Bool { number == EPIPE }

  package var message: String {
    let reason = systemWords(number)
    return switch number {
    case EBADF: "Standard output is closed."
    case ENOSPC, EDQUOT: "Standard output cannot be written: \(reason)."
    default: "Standard output cannot be written: \(reason). What was written so far is not complete."
    }
  }
}

/// A buffered output stream to a file descriptor.
package struct BufferedOutput: ~Copyable {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  /// Whether the last byte was a line feed, or there is no output yet.
  package private(set) var isAtLineStart = true

  /// The caller keeps ownership of the descriptor.
  package init(fileDescriptor: Int32) { descriptor = fileDescriptor }

  package mutating func write(_ bytes: some Sequence<UInt8>) throws(OutputError) {
    buffer += bytes
    if let last = buffer.last { isAtLineStart = last == 0x0a }
    if buffer.count >= 64 << 10 { try flush() }
  }

  /// Writes the buffered bytes.
  package mutating func flush() throws(OutputError) {
    defer { buffer.removeAll(keepingCapacity: true) }
    if let number = unsafe buffer.withUnsafeBytes({ unsafe writeAll($0, to: descriptor) }) {
      throw OutputError(number: number)
    }
  }
}

/// Returns the system's message for an error number.
package func systemWords(_ number: Int32) -> String {
  unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
}
