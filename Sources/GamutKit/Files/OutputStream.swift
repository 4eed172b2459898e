#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why output could not be written; the system's number and words.
public struct OutputError: Error, Sendable, Hashable {
  /// errno.
  public let number: Int32

  /// Whether the reader has gone, which is no fault: `gamut ... | head`.
  public var isBrokenPipe: Bool { number == EPIPE }

  public var message: String {
    let reason = systemWords(number)
    return switch number {
    case EBADF: "Standard output is closed. Send it to a file, a pipe or a terminal."
    case ENOSPC, EDQUOT: "Standard output cannot be written: \(reason). Make room, or send it elsewhere."
    default: "Standard output cannot be written: \(reason). What was written so far is not complete."
    }
  }
}

/// Bytes on their way to a file descriptor, in large pieces.
public struct OutputStream: ~Copyable {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  /// Whether the last byte that came was a line feed, or none came yet.
  public private(set) var isAtLineStart = true

  /// The descriptor stays the caller's.
  public init(fileDescriptor: Int32) { descriptor = fileDescriptor }

  public mutating func write(_ bytes: some Sequence<UInt8>) throws(OutputError) {
    buffer += bytes
    if let last = buffer.last { isAtLineStart = last == 0x0a }
    if buffer.count >= 64 << 10 { try flush() }
  }

  /// Writes what is buffered.
  public mutating func flush() throws(OutputError) {
    defer { buffer.removeAll(keepingCapacity: true) }
    var written = 0
    while written < buffer.count {
      let count = unsafe buffer.withUnsafeBytes {
        #if canImport(Glibc)
          unsafe Glibc.write(descriptor, $0.baseAddress.map { unsafe $0 + written }, $0.count - written)
        #else
          unsafe Darwin.write(descriptor, $0.baseAddress.map { unsafe $0 + written }, $0.count - written)
        #endif
      }
      if count > 0 {
        written += count
      } else if count == 0 || errno != EINTR {
        throw OutputError(number: count == 0 ? EIO : errno)
      }
    }
  }
}

/// The system's words for an error number.
func systemWords(_ number: Int32) -> String {
  unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
}
