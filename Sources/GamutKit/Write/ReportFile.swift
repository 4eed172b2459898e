import LibC

/// A file for the output of a command, in addition to standard output: it appears under its name only when it is
/// complete.
package final class ReportFile {
  private enum Target {
    case file(TemporaryFile, Pathname)
    /// A pipe or a device, which receives bytes immediately.
    case descriptor(Int32)
  }

  package let path: Pathname
  private let target: Target
  private var buffer: [UInt8] = []

  /// Creates a file; an existing file is replaced, with its owner and mode.
  package init(_ path: Pathname) throws(WriteError) {
    self.path = path
    if FileStatus(of: path)?.kind == .other {
      target = .descriptor(try Self.open(path, 0))
      return
    }
    let place = try FileWriter(WriteOptions(.file(path), overwrites: true, separatesHardLinks: true)).place(at: path)
    // A run that was killed may have left some.
    _ = TemporaryFiles.removeStale(in: place.target.folder)
    target = .file(try TemporaryFile(in: place.target.folder, replacing: place.occupant), place.target)
  }

  /// Opens a file for writing without blocking on a pipe that has no reader.
  private static func open(_ path: Pathname, _ flags: Int32) throws(WriteError) -> Int32 {
    let descriptor = unsafe path.withSystemPath {
      unsafe systemOpen($0, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | flags, 0o666)
    }
    guard descriptor >= 0 else { throw errno == ENXIO ? .notAFile : .io(.write, number: errno) }
    let status = fcntl(descriptor, F_GETFL)
    if status >= 0 { _ = fcntl(descriptor, F_SETFL, status & ~O_NONBLOCK) }
    return descriptor
  }

  deinit { if case .descriptor(let descriptor) = target { close(descriptor) } }

  package func write(_ bytes: [UInt8]) throws(WriteError) {
    buffer += bytes
    if buffer.count >= 64 << 10 { try flush() }
  }

  /// Moves the file to its final name.
  package func finish() throws(WriteError) {
    try flush()
    guard case .file(let file, let path) = target else { return }
    try file.sync()
    try file.place(at: path)
  }

  /// Appends to a file that other programs also append to.
  package static func append(_ bytes: [UInt8], to path: Pathname) throws(WriteError) {
    let file = ReportFile(path, descriptor: try open(path, O_APPEND | O_CREAT))
    try file.write(bytes)
    try file.finish()
  }

  private init(_ path: Pathname, descriptor: Int32) {
    self.path = path
    target = .descriptor(descriptor)
  }

  private func flush() throws(WriteError) {
    defer { buffer.removeAll(keepingCapacity: true) }
    switch target {
    case .file(let file, _): try file.write(buffer)
    case .descriptor(let descriptor):
      if let number = unsafe buffer.withUnsafeBytes({ unsafe writeAll($0, to: descriptor) }) {
        throw .io(.write, number: number)
      }
    }
  }
}

/// `open(2)`, whose name is hidden by a method.
private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
  unsafe open(path, flags, mode)
}
