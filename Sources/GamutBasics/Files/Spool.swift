import LibC
package import PNGCodec
import Synchronization

/// A rereadable copy of a stream: in memory if it is small, otherwise in an unnamed file.
///
/// A regular file is not copied but read directly.
package enum Spool: Sendable {
  case memory([UInt8])
  case file(OpenFile)

  private static let memoryLimit = MemoryRoom.free == nil ? 16 << 20 : 1 << 20
  /// The maximum number of bytes: 4 GiB, more than the largest image that passes the size limits.
  package static let maximumSize = 4 << 30

  private static let standard = Mutex<Spool?>(nil)

  /// Returns the copy of standard input, which can be read once: pictures of an image are made after its report.
  package static func standardInput() throws(PNGError) -> Spool {
    try standard.withLock { kept throws(PNGError) in
      if let kept { return kept }
      let spool = try Spool(png: OpenFile(descriptor: 0, closing: false))
      kept = spool
      return spool
    }
  }

  /// Creates a copy of a PNG: other input is not read further, because the PNG reader rejects it.
  package init(png file: OpenFile) throws(PNGError) {
    try self.init(file) { bytes in
      bytes.count < 4 ? nil : bytes.starts(with: [0x89, 0x50, 0x4e, 0x47])
    }
  }

  /// Copies the contents of a path, or of standard input, unless their first bytes are wrong.
  package init(_ path: Pathname, whether goesOn: ([UInt8]) -> Bool?) throws(PNGError) {
    let file = path == .standardInput ? try OpenFile(descriptor: 0, closing: false) : try OpenFile(path: path.bytes)
    try self.init(file, whether: goesOn)
  }

  /// `goesOn` returns whether to read on after the first bytes; nil if more are needed to decide.
  package init(
    _ file: OpenFile, atMost limit: Int = maximumSize, whether goesOn: ([UInt8]) -> Bool?
  ) throws(PNGError) {
    guard file.size == nil else {
      self = .file(file)
      return
    }
    var source = ByteSource(file)
    var bytes: [UInt8] = []
    var isAll = false
    var answer: Bool?
    while !isAll, answer == nil {
      isAll = try Self.read(&source, atMost: bytes.count + 1, into: &bytes)
      answer = goesOn(bytes)
    }
    isAll = isAll || answer == false
    if !isAll { isAll = try Self.read(&source, atMost: min(Self.memoryLimit, limit + 1), into: &bytes) }
    if isAll {
      self = .memory(bytes)
      return
    }
    let copy = try Self.temporaryFile()
    do throws(PNGError) {
      var size = 0
      while true {
        size += bytes.count
        guard size <= limit else {
          throw .limitExceeded(limit: .spooledBytes, value: size, maximum: limit, chunk: nil, offset: nil)
        }
        if let number = unsafe bytes.withUnsafeBytes({ unsafe writeAll($0, to: copy) }) {
          throw .io(operation: "keep standard input in a temporary file", number: number)
        }
        if isAll { break }
        bytes.removeAll(keepingCapacity: true)
        isAll = try Self.read(&source, atMost: 1 << 20, into: &bytes)
      }
    } catch {
      close(copy)
      throw error
    }
    self = .file(try OpenFile(descriptor: copy, closing: true))
  }

  package func open() -> ByteSource {
    switch self {
    case .memory(let bytes): ByteSource(bytes: bytes)
    case .file(let file): ByteSource(file)
    }
  }

  /// Appends until there are at least `limit` bytes. Returns true at the end of the input.
  private static func read(
    _ source: inout ByteSource, atMost limit: Int, into bytes: inout [UInt8]
  ) throws(PNGError) -> Bool {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { unsafe buffer.deallocate() }
    while bytes.count < limit {
      let count = try unsafe source.read(into: buffer)
      if count == 0 { return true }
      unsafe bytes.append(contentsOf: buffer.prefix(count))
    }
    return false
  }

  private static func temporaryFile() throws(PNGError) -> Int32 {
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var name = "\(folder)/gamut.XXXXXX".utf8CString.map { $0 }
    let file = unsafe name.withUnsafeMutableBufferPointer { name in
      guard let start = name.baseAddress else { return Int32(-1) }
      let file = unsafe mkstemp(start)
      if file >= 0 { _ = unsafe unlink(start) }
      return file
    }
    guard file >= 0 else { throw .io(operation: "keep standard input in a temporary file", number: errno) }
    return file
  }
}

/// A failure to write output, with the system's error number and message.
package struct OutputError: Error, Sendable, Hashable {
  package let number: Int32

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

package struct BufferedOutput: ~Copyable {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  /// Whether the last byte was a line feed, or there is no output yet.
  package private(set) var isAtLineStart = true

  package init(fileDescriptor: Int32) { descriptor = fileDescriptor }

  package mutating func write(_ bytes: some Sequence<UInt8>) throws(OutputError) {
    buffer += bytes
    if let last = buffer.last { isAtLineStart = last == 0x0a }
    if buffer.count >= 64 << 10 { try flush() }
  }

  package mutating func flush() throws(OutputError) {
    defer { buffer.removeAll(keepingCapacity: true) }
    if let number = unsafe buffer.withUnsafeBytes({ unsafe writeAll($0, to: descriptor) }) {
      throw OutputError(number: number)
    }
  }
}

extension ByteSource {
  package mutating func readSome(_ count: Int) throws(PNGError) -> [UInt8] {
    try unsafe filledBytes(count) { buffer throws(PNGError) in try unsafe read(into: buffer) }
  }

  /// Reads all bytes to the end; nil if there are more than `limit`.
  package mutating func readAll(atMost limit: Int) throws(PNGError) -> [UInt8]? {
    var bytes: [UInt8] = []
    while true {
      let piece = try readSome(64 << 10)
      if piece.isEmpty { return bytes }
      bytes += piece
      if bytes.count > limit { return nil }
    }
  }
}

/// Writes all bytes to a descriptor, however many calls of `write(2)` that takes.
///
/// - Returns: nil, or the error number of the call that failed.
package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
  var done = 0
  while done < bytes.count {
    let count = unsafe write(descriptor, bytes.baseAddress.map { unsafe $0 + done }, bytes.count - done)
    if count > 0 {
      done += count
    } else if count == 0 || errno != EINTR {
      return count == 0 ? EIO : errno
    }
  }
  return nil
}

extension EditedSource {
  package mutating func readSome(_ count: Int) throws(PNGError) -> [UInt8] {
    try unsafe filledBytes(count) { buffer throws(PNGError) in try unsafe read(into: buffer) }
  }
}

/// Returns at most `count` bytes, which a function reads bit by bit until it returns 0.
private func filledBytes(
  _ count: Int, read: (UnsafeMutableRawBufferPointer) throws(PNGError) -> Int
) throws(PNGError) -> [UInt8] {
  var failure: PNGError?
  let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
    do throws(PNGError) {
      while filled < count {
        let rest = unsafe UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[filled..<count]))
        let more = try unsafe read(rest)
        if more == 0 { break }
        filled += more
      }
    } catch {
      failure = error
    }
  }
  if let failure { throw failure }
  return bytes
}
