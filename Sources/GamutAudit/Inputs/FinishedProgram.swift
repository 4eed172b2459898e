import CSystemShim
import LibC

/// Another program that has ended, with its output.
struct FinishedProgram {
  /// The reason that a program could not be run to its end; numbers are errno.
  enum Failure: Error {
    case start(number: Int32)
    case communication(number: Int32)
    /// The program wrote more bytes than the limit.
    case tooMuchOutput
  }

  /// The exit status; nil if a signal ended it.
  let status: Int32?
  let output: [UInt8]
  /// The beginning of the program's standard error.
  let errors: [UInt8]

  /// The number of bytes of standard error that are kept.
  private static let errorLimit = 4096

  /// Runs a program without a shell, with the environment of this process and nothing on standard input.
  ///
  /// - Parameters:
  ///   - words: the program, which is searched for in PATH, and its arguments, without zero bytes.
  ///   - variables: the names of the variables of the environment that the program does not get.
  ///   - limit: the maximum number of bytes of its output.
  init(_ words: [[UInt8]], without variables: [String] = [], limit: Int) throws(Failure) {
    var output = try Pipe()
    var errors = try Pipe()
    var process = pid_t()
    func block(_ words: [[UInt8]]) -> [CChar] { words.flatMap { $0.map { CChar(bitPattern: $0) } + [0] } }
    let number = unsafe gamut_start(
      block(words), Int32(words.count), block(variables.map { Array($0.utf8) }), Int32(variables.count), output.writer,
      errors.writer, &process)
    guard number == 0 else { throw .start(number: number) }
    output.closeWriter()
    errors.closeWriter()
    var written: ([UInt8], [UInt8]) = ([], [])
    var failure: Failure?
    do throws(Failure) {
      written = try Self.read(output.reader, errors.reader, limit: limit)
    } catch {
      failure = error
      kill(process, SIGKILL)
    }
    var state: Int32 = 0
    while unsafe waitpid(process, &state, 0) < 0 {
      // A parent that ignores its children never gets their status.
      if errno != EINTR { throw failure ?? .communication(number: errno) }
    }
    if let failure { throw failure }
    // The low bits are the signal.
    status = state & 0x7f == 0 ? state >> 8 & 0xff : nil
    (self.output, self.errors) = written
  }

  /// Reads two pipes to their ends, whichever has bytes.
  private static func read(
    _ output: Int32, _ errors: Int32, limit: Int
  ) throws(Failure) -> (output: [UInt8], errors: [UInt8]) {
    var bytes: [[UInt8]] = [[], []]
    // A negative descriptor is not waited for.
    var waiting = [output, errors].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while waiting.contains(where: { $0.fd >= 0 }) {
      guard unsafe poll(&waiting, nfds_t(waiting.count), -1) >= 0 else {
        if errno == EINTR { continue }
        throw .communication(number: errno)
      }
      for index in waiting.indices where waiting[index].fd >= 0 && waiting[index].revents != 0 {
        let count = unsafe systemRead(waiting[index].fd, &piece, piece.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw .communication(number: errno) }
        if count == 0 { waiting[index].fd = -1 }
        bytes[index] += piece.prefix(count)
      }
      guard bytes[0].count <= limit else { throw .tooMuchOutput }
      if bytes[1].count > errorLimit { bytes[1].removeLast(bytes[1].count - errorLimit) }
    }
    return (bytes[0], bytes[1])
  }

  /// A pipe that no other program inherits.
  private struct Pipe: ~Copyable {
    let reader: Int32
    private(set) var writer: Int32

    init() throws(Failure) {
      var ends: [Int32] = [-1, -1]
      guard unsafe pipe(&ends) == 0 else { throw .communication(number: errno) }
      // Above the standard descriptors, which may be closed in this process and are replaced in the new one.
      let moved = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
      let number = errno
      for end in ends { close(end) }
      guard moved.allSatisfy({ $0 >= 0 }) else {
        for end in moved where end >= 0 { close(end) }
        throw .communication(number: number)
      }
      (reader, writer) = (moved[0], moved[1])
    }

    mutating func closeWriter() {
      close(writer)
      writer = -1
    }

    deinit {
      close(reader)
      if writer >= 0 { close(writer) }
    }
  }
}

/// `read(2)`, whose name is hidden by a method.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
  unsafe read(descriptor, buffer, count)
}
