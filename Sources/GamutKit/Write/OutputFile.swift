import LibC
import PNGCodec

/// A file for the output of a command, beside standard output: it appears under its name only when it is complete.
package final class OutputFile {
  package let path: Pathname
  private let descriptor: Int32
  /// What is moved into place at the end; nil for a pipe or a device, which receives bytes immediately.
  private let pending: TemporaryFile?
  private var buffer: [UInt8] = []

  private init(_ path: Pathname, _ descriptor: Int32, _ pending: TemporaryFile? = nil) {
    (self.path, self.descriptor, self.pending) = (path, descriptor, pending)
  }

  /// Creates a file; an existing file is replaced, with its owner and mode.
  package convenience init(_ path: Pathname) throws(WriteError) {
    if (try? FileStatus(of: path))?.kind == .other {
      self.init(path, try Self.descriptor(of: path, 0))
      return
    }
    let writer = FileWriter(WriteOptions(.file(path), overwrites: true, separatesHardLinks: true))
    let pending = try writer.makeFile(for: writer.place(at: path))
    self.init(path, pending.descriptor, pending)
  }

  /// Opens a file for writing without blocking on a pipe that has no reader.
  private static func descriptor(of path: Pathname, _ flags: Int32) throws(WriteError) -> Int32 {
    let descriptor = unsafe path.withSystemPath {
      unsafe open($0, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | flags, 0o666)
    }
    guard descriptor >= 0 else { throw errno == ENXIO ? .notAFile : .io(.write, number: errno) }
    let status = fcntl(descriptor, F_GETFL)
    if status >= 0 { _ = fcntl(descriptor, F_SETFL, status & ~O_NONBLOCK) }
    return descriptor
  }

  deinit { if pending == nil { close(descriptor) } }

  package func write(_ bytes: [UInt8]) throws(WriteError) {
    buffer += bytes
    if buffer.count >= 64 << 10 { try flush() }
  }

  package func finish(with bytes: [UInt8] = []) throws(WriteError) {
    try write(bytes)
    try flush()
    try pending?.sync()
    try pending?.place()
  }

  /// Appends to a file that other programs also append to.
  package static func append(_ bytes: [UInt8], to path: Pathname) throws(WriteError) {
    try OutputFile(path, try descriptor(of: path, O_APPEND | O_CREAT)).finish(with: bytes)
  }

  private func flush() throws(WriteError) {
    defer { buffer.removeAll(keepingCapacity: true) }
    if let number = unsafe buffer.withUnsafeBytes({ unsafe writeAll($0, to: descriptor) }) {
      throw .io(.write, number: number)
    }
  }
}

extension OutputFile {
  /// Returns the first output file that is also an input or another output, or that would replace a file not written by
  /// gamut; nil if there is none. A baseline replaces only a baseline, and no other file replaces one. Inputs about which
  /// the system says nothing have rows with errors.
  package static func conflict(
    of files: [Pathname], baseline: Pathname? = nil, besides others: [Pathname] = [], reading inputs: [Pathname],
    isOurs: (FileHead) -> Bool
  ) throws(UnansweredQuestion) -> (Pathname, WriteError)? {
    guard !files.isEmpty || !others.isEmpty else { return nil }
    var taken: Set<String> = []
    var there: [FileStatus.Identity: Pathname] = [:]
    let output = FileStatus(descriptor: STDOUT_FILENO)
    for file in others + files {
      let status = try FileStatus(of: file)
      // A folder that cannot be resolved fails when the file is written; pipes and devices accept any output.
      guard status?.kind != .other, let folder = try file.folder.resolvedAsFarAsPossible, let name = file.name else {
        continue
      }
      let resolved = try (status == nil ? nil : file.resolved) ?? folder.appending(name)
      guard taken.insert(resolved.folded).inserted, status == nil || status?.identity != output?.identity else {
        return (file, .writtenTwice)
      }
      if let status { there[status.identity] = file }
    }
    guard !there.isEmpty else { return nil }
    for input in inputs {
      if let status = try? FileStatus(ofInput: input), let file = there[status.identity] {
        return (file, .isRead(input))
      }
    }
    for file in files {
      if let status = try FileStatus(of: file), status.kind == .file, status.size > 0,
        FileHead(of: file).map({ file == baseline ? $0.isJSON("baseline") : isOurs($0) }) != true
      {
        return (file, .foreign)
      }
    }
    return nil
  }
}
