#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where the bytes of a file come from, read once from front to back.
///
/// A regular file is read in windows with `pread` and never mapped, so that one which shrinks meanwhile is an error
/// and not a crash. Pipes, devices and standard input are streamed.
public struct ByteSource: ~Copyable, Sendable {
  private enum Origin: Sendable {
    case memory
    case file(descriptor: Int32, size: Int)
    case stream(descriptor: Int32)
  }

  private static let windowSize = 64 << 10

  private let origin: Origin
  private let closes: Bool
  /// The bytes themselves, or the window last read.
  private var window: [UInt8]
  private var unread: Range<Int>

  /// Offset of the next byte.
  public private(set) var position = 0

  /// All the bytes there are, nil where only reading tells.
  public var size: Int? {
    switch origin {
    case .memory: window.count
    case .file(_, let size): size
    case .stream: nil
    }
  }

  /// The bytes of a file in memory.
  public init(bytes: [UInt8]) {
    origin = .memory
    closes = false
    window = bytes
    unread = bytes.indices
  }

  /// The file at `path`.
  public init(path: String) throws(PNGError) {
    try self.init(pathBytes: Array(path.utf8))
  }

  /// The file at a path that need not be UTF-8; without a terminating zero.
  public init(pathBytes: [UInt8]) throws(PNGError) {
    guard !pathBytes.contains(0) else { throw .io(operation: "open the file", number: EINVAL) }
    var descriptor: Int32 = -1
    repeat {
      descriptor = unsafe (pathBytes + [0]).withUnsafeBytes { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) { path in
          guard let start = path.baseAddress else { return -1 }
          return unsafe open(start, O_RDONLY | O_CLOEXEC)
        }
      }
    } while descriptor < 0 && errno == EINTR
    guard descriptor >= 0 else { throw .io(operation: "open the file", number: errno) }
    try self.init(fileDescriptor: descriptor, closing: true)
  }

  /// An open descriptor, from the beginning if it is a regular file, else from where it stands: 0 for standard input.
  /// `closing` hands it over, to be closed even if this fails.
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
    // Files of the kernel's own, as in /proc, call themselves regular and empty: they are streamed.
    if status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 {
      origin = .file(descriptor: fileDescriptor, size: Int(status.st_size))
      window = [UInt8](repeating: 0, count: min(Self.windowSize, Int(status.st_size)))
    } else {
      origin = .stream(descriptor: fileDescriptor)
      window = [UInt8](repeating: 0, count: Self.windowSize)
    }
    closes = closing
    unread = 0..<0
  }

  deinit {
    switch origin {
    case .file(let descriptor, _) where closes, .stream(let descriptor) where closes: close(descriptor)
    default: break
    }
  }

  /// Reads at most `buffer.count` bytes and returns how many; 0 only at the end, or for an empty buffer.
  public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(PNGError) -> Int {
    guard unsafe !buffer.isEmpty else { return 0 }
    if unread.isEmpty {
      if case .memory = origin { return 0 }
      if buffer.count >= window.count { return try unsafe fill(buffer) }
      unread = 0..<(try fillWindow())
    }
    let count = min(buffer.count, unread.count)
    unsafe window.withUnsafeBytes { bytes in
      unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[unread.prefix(count)]))
    }
    unread.removeFirst(count)
    position += count
    return count
  }

  /// Fills the window; `position` does not move, as nothing of it has been handed out yet.
  private mutating func fillWindow() throws(PNGError) -> Int {
    let start = position
    var bytes: [UInt8] = []
    swap(&bytes, &window)
    defer {
      swap(&bytes, &window)
      position = start
    }
    var result: Result<Int, PNGError> = .success(0)
    unsafe bytes.withUnsafeMutableBytes { buffer in
      do throws(PNGError) {
        result = .success(try unsafe fill(buffer))
      } catch {
        result = .failure(error)
      }
    }
    return try result.get()
  }

  /// One system call's worth of bytes into `buffer`.
  private mutating func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(PNGError) -> Int {
    while true {
      let count: Int
      switch origin {
      case .memory: return 0
      case .file(let descriptor, let size):
        let wanted = min(buffer.count, size - position)
        guard wanted > 0 else { return 0 }
        count = unsafe pread(descriptor, buffer.baseAddress, wanted, off_t(position))
        if count == 0 { throw .fileShrank(size: size, offset: position) }
      case .stream(let descriptor):
        count = unsafe systemRead(descriptor, buffer.baseAddress, buffer.count)
      }
      if count >= 0 {
        position += count
        return count
      }
      let number = errno
      if number != EINTR { throw .io(operation: "read the file", number: number) }
    }
  }
}

/// `read(2)`, whose name a method of ours hides.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(descriptor, buffer, count)
}
