import LibC
import PNGCodec
import Synchronization

/// A new file in the folder of its final path. It is deleted with its owner unless it was moved into place.
///
/// Its name begins with `.gamut-` and ends with `.tmp`, and it is locked (flock) as long as a process owns it: a file
/// without a lock is stale.
final class TemporaryFile: Sendable {
  let descriptor: Int32
  let path: Pathname
  private let isPlaced = Mutex(false)

  /// - Parameters:
  ///   - folder: the folder of the file, on the file system of its final path.
  ///   - replaced: the file that it will replace, whose owner and mode it gets. Without one, the umask applies.
  init(in folder: Pathname, replacing replaced: FileStatus?) throws(WriteError) {
    var attempts = 0
    var own: FileStatus?
    while true {
      let path = Self.newPath(in: folder)
      // A file that replaces a private file must not be readable by other users.
      let descriptor = TemporaryFiles.create(path, mode: replaced == nil ? 0o666 : 0o600)
      guard descriptor >= 0 else {
        let number = errno
        attempts += 1
        if number == EEXIST || number == EINTR, attempts < 100 { continue }
        throw .io(.createTemporary, number: number)
      }
      // File systems without locks are tolerated. Another run's cleanup may remove the file before it is locked.
      _ = flock(descriptor, LOCK_EX | LOCK_NB)
      let status = FileStatus(descriptor: descriptor)
      if let status, status.links == 0, attempts < 100 {
        close(descriptor)
        TemporaryFiles.forget(path)
        attempts += 1
        continue
      }
      own = status
      self.descriptor = descriptor
      self.path = path
      break
    }
    if let replaced { try copyOwnerAndMode(of: replaced, to: own) }
  }

  deinit {
    if !isPlaced.withLock({ $0 }) { TemporaryFiles.remove(path) }
    close(descriptor)
  }

  private static let prefix = ".gamut-"
  private static let suffix = ".tmp"

  /// Returns a new name for a temporary file in a folder.
  static func newPath(in folder: Pathname) -> Pathname {
    var random = SystemRandomNumberGenerator()
    let digits = String(random.next() | 1 << 63, radix: 16)
    return folder.appending(Array((prefix + digits + suffix).utf8))
  }

  /// Returns whether a name is that of a temporary file: 16 hexadecimal digits between prefix and suffix.
  static func isName(_ name: [UInt8]) -> Bool {
    let (prefix, suffix) = (Array(prefix.utf8), Array(suffix.utf8))
    guard name.count == prefix.count + 16 + suffix.count, name.starts(with: prefix),
      name.suffix(suffix.count) == suffix[...]
    else { return false }
    return name.dropFirst(prefix.count).prefix(16).allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }
  }

  private func copyOwnerAndMode(of replaced: FileStatus, to own: FileStatus?) throws(WriteError) {
    guard let own = own ?? FileStatus(descriptor: descriptor) else { throw .io(.setMode, number: errno) }
    if own.owner != replaced.owner || own.group != replaced.group {
      guard fchown(descriptor, replaced.owner, replaced.group) == 0 else { throw .owner(number: errno) }
    }
    // After the owner, because changing the owner clears set-user-ID.
    guard fchmod(descriptor, replaced.mode) == 0 else { throw .io(.setMode, number: errno) }
  }

  /// Appends bytes.
  func write(_ bytes: [UInt8]) throws(WriteError) {
    if let number = unsafe bytes.withUnsafeBytes({ unsafe writeAll($0, to: descriptor) }) {
      throw .io(.write, number: number)
    }
  }

  /// Returns the current contents of the file, from the beginning.
  func readBack() throws(PNGError) -> ByteSource { try ByteSource(fileDescriptor: descriptor) }

  /// Synchronises the contents to disk.
  func sync() throws(WriteError) {
    guard syncDescriptor(descriptor) == 0 else { throw .io(.sync, number: errno) }
  }

  /// Moves the file to its final name, replacing any existing file.
  func place(at target: Pathname) throws(WriteError) {
    let status = unsafe path.withSystemPath { from in unsafe target.withSystemPath { unsafe rename(from, $0) } }
    guard status == 0 else { throw .io(.rename, number: errno) }
    isPlaced.withLock { $0 = true }
    TemporaryFiles.countPlaced()
    TemporaryFiles.forget(path)
  }
}

/// `fsync(2)`, and on macOS the equivalent call that waits until the data is on disk.
func syncDescriptor(_ descriptor: Int32) -> Int32 {
  var status: Int32
  repeat {
    #if canImport(Darwin)
      status = fcntl(descriptor, F_FULLFSYNC)
      if status != 0, errno == ENOTSUP || errno == EINVAL { status = fsync(descriptor) }
    #else
      status = fsync(descriptor)
    #endif
  } while status != 0 && errno == EINTR
  return status
}

/// All temporary files of this process, so that none remains when a signal ends it.
package enum TemporaryFiles {
  private static let paths = Mutex<Set<Pathname>>([])
  private static let placed = Atomic<Int>(0)

  /// The number of files that this process has moved to their final names.
  package static var placedCount: Int { placed.load(ordering: .relaxed) }

  static func countPlaced() { placed.wrappingAdd(1, ordering: .relaxed) }

  /// Installs the removal of temporary files on SIGINT, SIGTERM and SIGHUP, before these end the process. It must be
  /// called by the main thread before it starts others; ignored signals remain ignored.
  ///
  /// - Parameter announce: reports the signal to the user.
  package static func removeOnSignals(_ announce: @escaping @Sendable (Int32) -> Void = { _ in }) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(signal) { unsafe sigaddset(&signals, signal) }
    // Threads inherit this mask: only the one waiting thread receives the signals.
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    let waiting = signals
    guard startThread({ wait(for: waiting, announce) }) == nil else { return }
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
    #if canImport(Glibc)
      let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    #else
      let handler = unsafe unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
    #endif
    return handler == 1  // SIG_IGN
  }

  private static func wait(for signals: sigset_t, _ announce: (Int32) -> Void) {
    var (signals, number) = (signals, Int32(0))
    while unsafe sigwait(&signals, &number) != 0 {}
    paths.withLock { paths in
      for path in paths { unsafe _ = path.withSystemPath { unsafe unlink($0) } }
      announce(number)
      // The lock stays held, so that no thread creates another file, and the process ends as without the handler.
      unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      raise(number)
      _exit(128 + number)
    }
  }

  /// Creates and opens a new file. Returns a descriptor, or -1 with errno.
  static func create(_ path: Pathname, mode: mode_t) -> Int32 {
    paths.withLock { paths in
      let descriptor = unsafe path.withSystemPath { unsafe open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode) }
      if descriptor >= 0 { paths.insert(path) }
      return descriptor
    }
  }

  static func remove(_ path: Pathname) {
    paths.withLock { paths in
      if paths.remove(path) != nil { unsafe _ = path.withSystemPath { unsafe unlink($0) } }
    }
  }

  /// Gives a file another name.
  fileprivate static func link(_ path: Pathname, as copy: Pathname) throws(WriteError) {
    let status = paths.withLock { paths in
      let status = unsafe path.withSystemPath { from in unsafe copy.withSystemPath { unsafe systemLink(from, $0) } }
      if status == 0 { paths.insert(copy) }
      return status
    }
    guard status == 0 else { throw .io(.createTemporary, number: errno) }
  }

  /// Deletes a new file that is in place, because a file that belongs to it could not be written.
  static func takeBack(_ path: Pathname) { unsafe _ = path.withSystemPath { unsafe unlink($0) } }

  /// Removes a file from the list after it was renamed or deleted.
  static func forget(_ path: Pathname) {
    paths.withLock { paths in _ = paths.remove(path) }
  }
}

extension TemporaryFiles {
  /// Removes the stale files of an interrupted earlier run from a folder: files with the name of a temporary file that
  /// no process has locked. Returns the names of the removed files.
  static func removeStale(in folder: Pathname) -> [Pathname] {
    let names = FolderWalk.entries(of: folder)?.map(\.name) ?? []
    return names.filter(TemporaryFile.isName).map { folder.appending($0) }.filter(removeIfStale).sorted()
  }

  private static func removeIfStale(_ path: Pathname) -> Bool {
    let descriptor = unsafe path.withSystemPath { unsafe open($0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    guard let status = FileStatus(descriptor: descriptor), status.kind == .file, status.owner == geteuid(),
      flock(descriptor, LOCK_EX | LOCK_NB) == 0,
      (try? FileStatus(of: path, followingLink: false))?.identity == status.identity
    else { return false }
    return unsafe path.withSystemPath { unsafe unlink($0) } == 0
  }
}

/// A file that is about to be replaced, under another name in its folder, which is removed with its owner. It is locked
/// as a temporary file is.
final class KeptFile: Sendable {
  private let original: Pathname
  private let copy: Pathname
  private let descriptor: Int32

  init(_ path: Pathname) throws(WriteError) {
    original = path
    copy = TemporaryFile.newPath(in: path.folder)
    try TemporaryFiles.link(path, as: copy)
    descriptor = unsafe copy.withSystemPath { unsafe open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    if descriptor >= 0 { _ = flock(descriptor, LOCK_EX | LOCK_NB) }
  }

  deinit {
    TemporaryFiles.remove(copy)
    if descriptor >= 0 { close(descriptor) }
  }

  /// Puts the file back under its name.
  func putBack() {
    unsafe _ = copy.withSystemPath { from in unsafe original.withSystemPath { unsafe rename(from, $0) } }
    TemporaryFiles.forget(copy)
  }
}

/// `link(2)`, whose name is hidden by a method.
private func systemLink(_ from: UnsafePointer<CChar>, _ to: UnsafePointer<CChar>) -> Int32 { unsafe link(from, to) }
