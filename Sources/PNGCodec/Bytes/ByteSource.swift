package import LibC

/// A source of the bytes of a file, read once from beginning to end.
///
/// A regular file is read in windows with `pread` and never mapped, so that a file that shrinks during reading causes
/// an error and not a crash. Open descriptors of pipes and devices, such as standard input, are streamed.
public struct ByteSource: ~Copyable, Sendable {
  private enum Origin: Sendable {
    case memory([UInt8])
    case file(OpenFile, size: Int)
    case stream(OpenFile)
  }

  private let origin: Origin
  /// The buffer of bytes that have been read but not taken; allocated when needed.
  private var window = Memory()
  private var unread = 0..<0

  /// Offset of the next byte.
  public private(set) var position = 0

  /// The total number of bytes; nil if it is unknown until the end is read.
  public var size: Int? {
    switch origin {
    case .memory(let bytes): bytes.count
    case .file(_, let size): size
    case .stream: nil
    }
  }

  /// Creates a source from a file in memory.
  public init(bytes: [UInt8]) {
    origin = .memory(bytes)
  }

  /// Opens the file at `path`.
  public init(path: String) throws(PNGError) {
    try self.init(pathBytes: Array(path.utf8))
  }

  /// Opens the regular file at a path that need not be UTF-8, without a terminating zero. Pipes and devices are
  /// rejected without blocking, unless the path names a descriptor of this process, such as `/dev/stdin` or a shell's
  /// `<(...)`.
  public init(pathBytes: [UInt8]) throws(PNGError) { self.init(try OpenFile(path: pathBytes)) }

  /// Creates a source from an open descriptor: a regular file is read from the beginning, others from the current
  /// position; 0 is standard input. `closing` transfers ownership of the descriptor, which is then closed even on
  /// failure.
  public init(fileDescriptor: Int32, closing: Bool = false) throws(PNGError) {
    self.init(try OpenFile(descriptor: fileDescriptor, closing: closing))
  }

  /// Creates a source from an open file: a regular file is read from the beginning, others from the current position.
  package init(_ file: OpenFile) { origin = file.size.map { .file(file, size: $0) } ?? .stream(file) }

  /// Reads at most `buffer.count` bytes and returns how many; 0 only at the end, or for an empty buffer.
  public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(PNGError) -> Int {
    if unread.isEmpty, buffer.count >= windowSize {
      let count = try unsafe fill(buffer)
      position += count
      return count
    }
    let bytes = try take(buffer.count)
    unsafe buffer.copyMemory(from: bytes.pointer)
    return bytes.count
  }

  /// Skips the bytes of a hole of a sparse file, which are zero, and returns how many; 0 if there is none.
  mutating func skipHole() -> Int {
    guard case .file(let file, let size) = origin, unread.isEmpty, position < size else { return 0 }
    let end = min(file.data(from: position) ?? size, size)
    defer { position = max(position, end) }
    return max(0, end - position)
  }

  /// Takes the next bytes in place from the window, at most `limit`; empty only at the end, or for a limit of 0.
  mutating func take(_ limit: Int) throws(PNGError) -> WindowBytes {
    if unread.isEmpty, limit > 0 {
      if unsafe window.bytes.isEmpty { window = try Memory(count: windowSize) }
      unread = 0..<(try unsafe fill(window.bytes))
    }
    let range = unread.prefix(limit)
    unread.removeFirst(range.count)
    position += range.count
    return unsafe WindowBytes(pointer: UnsafeRawBufferPointer(rebasing: window.bytes[range]))
  }

  /// Large enough to make system calls negligible, small enough that the bytes stay in the cache until used.
  private var windowSize: Int { max(1, min(256 << 10, size ?? .max)) }

  /// Reads the bytes from `position` on with one system call.
  private func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(PNGError) -> Int {
    while true {
      let count: Int
      switch origin {
      case .memory(let bytes):
        let wanted = min(buffer.count, bytes.count - position)
        unsafe bytes.withUnsafeBytes { unsafe buffer.copyMemory(from: .init(rebasing: $0[position...].prefix(wanted))) }
        return wanted
      case .file(let file, let size):
        let wanted = min(buffer.count, size - position)
        guard wanted > 0 else { return 0 }
        count = unsafe pread(file.descriptor, buffer.baseAddress, wanted, off_t(position))
        if count == 0 { throw .fileShrank(size: size, offset: position) }
      case .stream(let file):
        count = unsafe systemRead(file.descriptor, buffer.baseAddress, buffer.count)
      }
      if count >= 0 { return count }
      let number = errno
      if number != EINTR { throw .io(operation: "read the file", number: number) }
    }
  }
}

/// Bytes in the window of a `ByteSource`, valid until the next bytes are read.
///
/// Sendable because they belong to the owner of the source, and only the owner accesses them.
@safe struct WindowBytes: @unchecked Sendable {
  let pointer: UnsafeRawBufferPointer

  static var none: WindowBytes { unsafe WindowBytes(pointer: UnsafeRawBufferPointer(start: nil, count: 0)) }

  var count: Int { unsafe pointer.count }
  var isEmpty: Bool { count == 0 }

  mutating func removeFirst(_ count: Int) {
    unsafe self = WindowBytes(pointer: UnsafeRawBufferPointer(rebasing: pointer[count...]))
  }
}

/// An open file, pipe or device, which is closed when nothing refers to it any more. Never a folder.
package final class OpenFile: Sendable {
  package let descriptor: Int32
  /// The status at the time of opening.
  package let status: stat
  private let closes: Bool

  /// The number of bytes of a regular file; nil for others, and for kernel files, as in /proc, whose size is 0.
  package var size: Int? { isRegular && status.st_size > 0 ? Int(status.st_size) : nil }

  private var isRegular: Bool { status.st_mode & S_IFMT == S_IFREG }

  /// Returns where the next data of a sparse file begins; nil if only a hole follows. It is `position` if there is no
  /// hole there, or if the system does not know.
  func data(from position: Int) -> Int? {
    // The system counts in units of 512 bytes.
    guard isRegular, Int(status.st_blocks) < Int(status.st_size) / 512 else { return position }
    // Others may share the position of the descriptor.
    let before = lseek(descriptor, 0, SEEK_CUR)
    guard before >= 0 else { return position }
    let data = lseek(descriptor, off_t(position), seekData)
    let isHole = data < 0 && errno == ENXIO
    lseek(descriptor, before, SEEK_SET)
    // A file that has become shorter has no more data either: the next reading reports it.
    var now = stat()
    guard !isHole else { return unsafe fstat(descriptor, &now) == 0 && now.st_size >= status.st_size ? nil : position }
    return data < 0 ? position : Int(data)
  }

  /// Opens the regular file at a path that need not be UTF-8, without a terminating zero. Pipes and devices are
  /// rejected without blocking, unless the path names a descriptor of this process, such as `/dev/stdin` or a shell's
  /// `<(...)`. A relative path begins in the open `folder`.
  package convenience init(path: [UInt8], in folder: Int32 = AT_FDCWD) throws(PNGError) {
    guard !path.contains(0) else { throw .io(operation: "open the file", number: EINVAL) }
    if let number = Self.descriptorNumber(path) {
      // The descriptor is duplicated and not reopened: opening a named pipe again would block.
      let descriptor = fcntl(number, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { throw .io(operation: "open the file", number: errno) }
      try self.init(descriptor: descriptor, closing: true)
      return
    }
    var descriptor = systemOpen(folder, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    // Another process holds a lease on the file: the system revokes it, which takes a moment.
    if descriptor < 0, errno == EWOULDBLOCK { descriptor = systemOpen(folder, path, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else {
      // A socket cannot be opened.
      throw errno == ENXIO ? .notAFile : .io(operation: "open the file", number: errno)
    }
    try self.init(descriptor: descriptor, closing: true)
    guard isRegular else { throw .notAFile }
  }

  /// - Parameter closing: whether to take ownership of the descriptor, which is then closed even on failure.
  package init(descriptor: Int32, closing: Bool) throws(PNGError) {
    var status = stat()
    let number = unsafe fstat(descriptor, &status) == 0 ? 0 : errno
    guard number == 0, status.st_mode & S_IFMT != S_IFDIR else {
      if closing { close(descriptor) }
      throw number == 0 ? .folder : .io(operation: "examine the file", number: number)
    }
    self.descriptor = descriptor
    self.status = status
    closes = closing
  }

  deinit { if closes { close(descriptor) } }

  /// Returns N for a path `/dev/fd/N` or `/proc/self/fd/N`, 0 for `/dev/stdin`, with any number of slashes; else nil.
  private static func descriptorNumber(_ path: [UInt8]) -> Int32? {
    // `dev` or `proc`.
    guard path.first == UInt8(ascii: "/"), path.count <= 64,
      let first = path.first(where: { $0 != UInt8(ascii: "/") }),
      first == UInt8(ascii: "d") || first == UInt8(ascii: "p")
    else { return nil }
    let names = path.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    if names == ["dev", "stdin"] { return 0 }
    guard let last = names.last, last.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      [["dev", "fd"], ["proc", "self", "fd"]].contains(Array(names.dropLast()))
    else { return nil }
    return Int32(last)
  }
}

/// `openat(2)`, repeated if a signal interrupts it.
private func systemOpen(_ folder: Int32, _ path: [UInt8], _ flags: Int32) -> Int32 {
  while true {
    let descriptor = unsafe (path + [0]).withUnsafeBytes { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { path in
        guard let start = path.baseAddress else { return Int32(-1) }
        return unsafe openat(folder, start, flags)
      }
    }
    if descriptor >= 0 || errno != EINTR { return descriptor }
  }
}

#if canImport(Glibc)
  /// `SEEK_DATA` of Linux, which the module does not have because it is no part of POSIX.
  private let seekData: Int32 = 3
#else
  private let seekData = SEEK_DATA
#endif
