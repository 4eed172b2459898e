#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A source of the bytes of a file, read once from beginning to end.
///
/// A regular file is read in windows with `pread` and never mapped, so that a file that shrinks during reading causes
/// an error and not a crash. Open descriptors of pipes and devices, such as standard input, are streamed.
public struct ByteSource: ~Copyable, Sendable {
  private enum Origin: Sendable {
    case memory([UInt8])
    case file(descriptor: Int32, size: Int)
    case stream(descriptor: Int32)
  }

  /// Large enough that the cost of system calls is negligible, small enough that the bytes stay in the cache until they
  /// are used.
  private static let maximumWindow = 256 << 10

  private let origin: Origin
  private let closes: Bool
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
    closes = false
  }

  /// Opens the file at `path`.
  public init(path: String) throws(PNGError) {
    try self.init(pathBytes: Array(path.utf8))
  }

  /// Opens the file at a path that need not be UTF-8, without a terminating zero. See `openFile` for unsupported files.
  public init(pathBytes: [UInt8]) throws(PNGError) {
    try self.init(fileDescriptor: try Self.openFile(pathBytes), closing: true)
  }

  /// Opens the regular file, or the folder, at a path. Pipes and devices are rejected without blocking, unless the path
  /// names a descriptor of this process, such as `/dev/stdin` or a shell's `<(...)`.
  ///
  /// - Returns: a descriptor that the caller must close.
  public static func openFile(_ path: [UInt8]) throws(PNGError) -> Int32 {
    guard !path.contains(0) else { throw .io(operation: "open the file", number: EINVAL) }
    if let number = descriptorNumber(path) {
      // The descriptor is duplicated and not reopened: opening a named pipe again would block.
      let descriptor = fcntl(number, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { throw .io(operation: "open the file", number: errno) }
      return descriptor
    }
    var descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    // Another process holds a lease on the file: the system revokes it, which takes a moment.
    if descriptor < 0, errno == EWOULDBLOCK { descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else {
      // A socket cannot be opened.
      throw errno == ENXIO ? .isNoFile : .io(operation: "open the file", number: errno)
    }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      let number = errno
      close(descriptor)
      throw .io(operation: "examine the file", number: number)
    }
    guard [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
      close(descriptor)
      throw .isNoFile
    }
    return descriptor
  }

  /// Returns N for a path `/dev/fd/N` or `/proc/self/fd/N`, 0 for `/dev/stdin`, with any number of slashes; else nil.
  private static func descriptorNumber(_ path: [UInt8]) -> Int32? {
    guard path.first == UInt8(ascii: "/"), path.count <= 64 else { return nil }
    let names = path.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    if names == ["dev", "stdin"] { return 0 }
    guard let last = names.last, last.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      [["dev", "fd"], ["proc", "self", "fd"]].contains(Array(names.dropLast()))
    else { return nil }
    return Int32(last)
  }

  /// Creates a source from an open descriptor: a regular file is read from the beginning, others from the current
  /// position; 0 is standard input. `closing` transfers ownership of the descriptor, which is then closed even on
  /// failure.
  public init(fileDescriptor: Int32, closing: Bool = false) throws(PNGError) {
    var status = stat()
    guard unsafe fstat(fileDescriptor, &status) == 0 else {
      let number = errno
      if closing { close(fileDescriptor) }
      throw .io(operation: "examine the file", number: number)
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      if closing { close(fileDescriptor) }
      throw .isFolder
    }
    // Kernel files, as in /proc, report a regular file of size 0: they are streamed.
    if status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 {
      origin = .file(descriptor: fileDescriptor, size: Int(status.st_size))
    } else {
      origin = .stream(descriptor: fileDescriptor)
    }
    closes = closing
  }

  /// Returns an independent source of the same bytes from `position` on; nil if the bytes can be read only once.
  func reopened(at position: Int) -> ByteSource? {
    switch origin {
    case .memory: return ByteSource(origin, closes: false, position: position)
    case .file(let descriptor, let size):
      let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
      return copy < 0 ? nil : ByteSource(.file(descriptor: copy, size: size), closes: true, position: position)
    case .stream: return nil
    }
  }

  private init(_ origin: Origin, closes: Bool, position: Int) {
    self.origin = origin
    self.closes = closes
    self.position = position
  }

  deinit {
    switch origin {
    case .file(let descriptor, _) where closes, .stream(let descriptor) where closes: close(descriptor)
    default: break
    }
  }

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

  /// Takes the next bytes in place from the window, at most `limit` of them; empty only at the end, or for a limit of
  /// 0.
  mutating func take(_ limit: Int) throws(PNGError) -> WindowBytes {
    if unread.isEmpty, limit > 0 {
      if unsafe window.bytes.isEmpty { window = try Memory(count: windowSize) }
      unread = 0..<(try unsafe fill(window.bytes))
    }
    let range = unread.prefix(limit)
    unread.removeFirst(range.count)
    position += range.count
    return unsafe WindowBytes(UnsafeRawBufferPointer(rebasing: window.bytes[range]))
  }

  /// The bytes that have been read but not taken.
  var ahead: WindowBytes { unsafe WindowBytes(UnsafeRawBufferPointer(rebasing: window.bytes[unread])) }

  private var windowSize: Int { max(1, min(Self.maximumWindow, size ?? .max)) }

  /// Reads the bytes from `position` on with one system call.
  private func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(PNGError) -> Int {
    while true {
      let count: Int
      switch origin {
      case .memory(let bytes):
        let wanted = min(buffer.count, bytes.count - position)
        unsafe bytes.withUnsafeBytes { unsafe buffer.copyMemory(from: .init(rebasing: $0[position...].prefix(wanted))) }
        return wanted
      case .file(let descriptor, let size):
        let wanted = min(buffer.count, size - position)
        guard wanted > 0 else { return 0 }
        count = unsafe pread(descriptor, buffer.baseAddress, wanted, off_t(position))
        if count == 0 { throw .fileShrank(size: size, offset: position) }
      case .stream(let descriptor):
        count = unsafe systemRead(descriptor, buffer.baseAddress, buffer.count)
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

  init(_ pointer: UnsafeRawBufferPointer) { unsafe self.pointer = unsafe pointer }

  static var none: WindowBytes { unsafe WindowBytes(UnsafeRawBufferPointer(start: nil, count: 0)) }

  var count: Int { unsafe pointer.count }
  var isEmpty: Bool { count == 0 }

  mutating func removeFirst(_ count: Int) {
    unsafe self = WindowBytes(UnsafeRawBufferPointer(rebasing: pointer[count...]))
  }
}

/// `open(2)`, repeated if a signal interrupts it.
private func systemOpen(_ path: [UInt8], _ flags: Int32) -> Int32 {
  while true {
    let descriptor = unsafe (path + [0]).withUnsafeBytes { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { path in
        guard let start = path.baseAddress else { return Int32(-1) }
        return unsafe open(start, flags)
      }
    }
    if descriptor >= 0 || errno != EINTR { return descriptor }
  }
}

/// `read(2)`, whose name is hidden by a method.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(descriptor, buffer, count)
}
