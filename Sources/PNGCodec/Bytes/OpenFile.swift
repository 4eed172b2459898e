package import LibC

/// An open file, pipe or device, which is closed when nothing refers to it any more. Never a folder.
package final class OpenFile: Sendable {
  package let descriptor: Int32
  /// The status at the time of opening.
  package let status: stat
  private let closes: Bool

  /// The number of bytes of a regular file; nil for others, and for kernel files, as in /proc, which are regular files
  /// of size 0.
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
  /// `<(...)`.
  package convenience init(path: [UInt8]) throws(PNGError) {
    guard !path.contains(0) else { throw .io(operation: "open the file", number: EINVAL) }
    if let number = Self.descriptorNumber(path) {
      // The descriptor is duplicated and not reopened: opening a named pipe again would block.
      let descriptor = fcntl(number, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { throw .io(operation: "open the file", number: errno) }
      try self.init(descriptor: descriptor, closing: true)
      return
    }
    var descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    // Another process holds a lease on the file: the system revokes it, which takes a moment.
    if descriptor < 0, errno == EWOULDBLOCK { descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
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

#if canImport(Glibc)
  /// `SEEK_DATA` of Linux, which the module does not have because it is no part of POSIX.
  private let seekData: Int32 = 3
#else
  private let seekData = SEEK_DATA
#endif
