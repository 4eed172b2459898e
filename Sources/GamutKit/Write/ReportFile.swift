#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file for what a command says, beside standard output: whole under its name when it is done, or not there.
public final class ReportFile {
  private enum Target {
    case file(TemporaryFile, Path)
    /// A pipe or a device takes bytes as they come.
    case descriptor(Int32)
  }

  public let path: Path
  private let target: Target
  private var buffer: [UInt8] = []

  /// A file that is there is replaced, with its owner and mode.
  public init(_ path: Path) throws(WriteError) {
    self.path = path
    if FileStatus(of: path)?.kind == .other {
      let descriptor = unsafe path.withSystemPath { unsafe open($0, O_WRONLY | O_CLOEXEC) }
      guard descriptor >= 0 else { throw .io(.write, number: errno) }
      target = .descriptor(descriptor)
      return
    }
    let place = try FileWriter(WriteOptions(.file(path), overwrites: true, partsHardLinks: true)).place(at: path)
    target = .file(try TemporaryFile(in: place.target.folder, replacing: place.occupant), place.target)
  }

  /// Why a file may not be written.
  public enum Conflict: Error, Sendable, Hashable {
    /// It is one of the files that are read.
    case isInput
    /// Something else is to be written into it.
    case isTaken

    public var message: String {
      switch self {
      case .isInput: "This file is read; nothing was written over it. Give what is to be written a name of its own."
      case .isTaken: "Two things would be written into this file, and nothing was. Give each a file of its own."
      }
    }
  }

  /// The first of some files to be written that is one of those that are read, or of the others; nil where none is.
  public static func conflict(of files: [Path], reading inputs: [Path]) -> (Path, Conflict)? {
    var taken: Set<String> = []
    var there: [FileStatus.Identity: Path] = [:]
    for file in files {
      let status = FileStatus(of: file)
      // A folder that cannot be resolved gives its error when the file is written; pipes and devices take everything.
      guard status?.kind != .other, let folder = file.folder.resolvedAsFarAsPossible, let name = file.name else {
        continue
      }
      let resolved = (status == nil ? nil : file.resolved) ?? folder.appending(name)
      guard taken.insert(resolved.folded).inserted else { return (file, .isTaken) }
      if let status { there[status.identity] = file }
    }
    guard !there.isEmpty else { return nil }
    for input in inputs {
      if let status = FileStatus(of: input), let file = there[status.identity] { return (file, .isInput) }
    }
    return nil
  }

  deinit { if case .descriptor(let descriptor) = target { close(descriptor) } }

  public func write(_ bytes: [UInt8]) throws(WriteError) {
    buffer += bytes
    if buffer.count >= 64 << 10 { try flush() }
  }

  /// Gives the file its name.
  public func finish() throws(WriteError) {
    try flush()
    guard case .file(let file, let path) = target else { return }
    try file.sync()
    try file.place(at: path)
  }

  /// Adds to the end of a file that others add to as well.
  public static func append(_ bytes: [UInt8], to path: Path) throws(WriteError) {
    let descriptor = unsafe path.withSystemPath { unsafe open($0, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw .io(.write, number: errno) }
    let file = ReportFile(path, descriptor: descriptor)
    try file.write(bytes)
    try file.finish()
  }

  private init(_ path: Path, descriptor: Int32) {
    self.path = path
    target = .descriptor(descriptor)
  }

  private func flush() throws(WriteError) {
    defer { buffer.removeAll(keepingCapacity: true) }
    var failure: WriteError?
    unsafe buffer.withUnsafeBytes { bytes in
      do throws(WriteError) {
        switch target {
        case .file(let file, _): try unsafe file.write(bytes)
        case .descriptor(let descriptor):
          var done = 0
          while done < bytes.count {
            let count = unsafe systemWrite(descriptor, bytes.baseAddress.map { unsafe $0 + done }, bytes.count - done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .io(.write, number: count == 0 ? EIO : errno) }
            done += count
          }
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}

/// `write(2)`, whose name a method hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
