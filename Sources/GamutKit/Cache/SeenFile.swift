import LibC
import PNGCodec

/// The state of a file when a row was computed: its status from the system, and a checksum of its contents.
struct SeenFile {
  private var device: UInt64 = 0, inode: UInt64 = 0
  private var size = 0
  private var times: SIMD4<Int> = .zero
  /// Whether the file was old enough that a later change would change its times too; else only the contents count.
  private(set) var isSettled = false
  var content: UInt64 = 0

  /// Creates an empty value to decode into.
  init() {}

  /// - Parameters:
  ///   - path: the path of the file.
  ///   - time: a time in nanoseconds since 1970, not after the contents were read.
  init(_ path: Pathname, _ status: FileStatus, content: UInt64, at time: Int) {
    (device, inode, size) = (status.identity.device, status.identity.inode, status.size)
    times = status.times
    isSettled = status.isSettled(at: time, path)
    self.content = content
  }

  /// Whether the status alone proves that the contents are unchanged.
  func isSame(as status: FileStatus) -> Bool {
    isSettled && size == status.size && times == status.times && inode == status.identity.inode
      && device == status.identity.device
  }

  mutating func code(_ coder: inout RowCoder) {
    coder.code(&device)
    coder.code(&inode)
    coder.code(&size)
    for index in 0..<4 { coder.code(&times[index]) }
    coder.code(&isSettled)
    coder.code(bits: &content)
  }
}

extension FileStatus {
  /// The times of the last change of the contents and of the status, in seconds and nanoseconds.
  fileprivate var times: SIMD4<Int> { [modified[0], modified[1], changed[0], changed[1]] }
}

/// The state of a path beside a file whose row depends on it.
enum SeenPlace {
  /// The path does not exist, or is a folder.
  case nothing
  case file(SeenFile)

  /// Examines a path; nil if it is something else, cannot be examined, or has changed so recently that the row
  /// may be about other contents.
  ///
  /// - Parameter time: the time before the row was computed.
  init?(_ path: Pathname, since time: Int) {
    guard let status = FileStatus(linkAt: path) else {
      guard UnansweredQuestion.meansAbsence(errno) else { return nil }
      self = .nothing
      return
    }
    if status.kind == .folder {
      self = .nothing
      return
    }
    guard status.kind == .file, status.isSettled(at: time, path), let content = Self.content(of: path) else {
      return nil
    }
    self = .file(SeenFile(path, status, content: content, at: time))
  }

  /// Returns whether a path still has this state.
  func isSame(at path: Pathname) -> Bool {
    let status = FileStatus(linkAt: path)
    switch self {
    case .nothing: return status.map { $0.kind == .folder } ?? UnansweredQuestion.meansAbsence(errno)
    case .file(let file):
      guard let status, status.kind == .file else { return false }
      return file.isSame(as: status) || Self.content(of: path) == file.content
    }
  }

  private static func content(of path: Pathname) -> UInt64? {
    do throws(GamutError) {
      let file = try OpenedInput(.file(path), keeping: .contents)
      let content = try file.checksum()
      try file.checkUnchanged()
      return content
    } catch {
      return nil
    }
  }

  mutating func code(_ coder: inout RowCoder) {
    var (seen, isFile) = (SeenFile(), false)
    if case .file(let file) = self { (seen, isFile) = (file, true) }
    isFile = coder.codes(isFile)
    if isFile { seen.code(&coder) }
    self = isFile ? .file(seen) : .nothing
  }
}
