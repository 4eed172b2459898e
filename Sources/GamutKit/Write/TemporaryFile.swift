import CSystemShim
import LibC
import PNGCodec
import Synchronization

/// A new file in the folder of its final name. It is deleted with its owner unless it was moved into place, and what it
/// replaced is deleted instead.
///
/// Its name begins with `.gamut-` and ends with `.tmp`, with digits between them that have a check, and it is locked
/// (flock) as long as a process owns it: a file with such a name and without a lock is stale.
final class TemporaryFile: Sendable {
  let descriptor: Int32
  let folder: OpenFolder
  let path: Pathname
  /// The final name in the folder, and the temporary one; when the file is in place, that is the name of what it replaced.
  private let target, name: [UInt8]
  /// The file to replace. It stays open, so that its number becomes that of no other file.
  private let replaced: (status: FileStatus, descriptor: Int32)?
  var replacesFile: Bool { replaced != nil }
  /// Whether what it replaced still exists; nil until the file is in place.
  private let keepsOld = Mutex<Bool?>(nil)

  /// Gives it owner, mode, access control list and attributes of the file that it will replace; else the umask applies.
  init(for place: FileWriter.Place, in folder: OpenFolder) throws(WriteError) {
    let old = try place.occupant.map { status throws(WriteError) in
      (status, try Self.open(place.name, status, in: folder))
    }
    (path, target) = (place.path, place.name)
    var attempts = 0
    while true {
      let name = Self.newName()
      // A file that replaces a private file must not be readable by other users.
      let descriptor = TemporaryFiles.create(name, in: folder, mode: old == nil ? 0o666 : 0o600)
      let number = descriptor < 0 ? errno : 0
      if number == 0 {
        // File systems without locks are tolerated. Another run's cleanup may remove the file before it is locked.
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        if attempts == 100 || FileStatus(descriptor: descriptor)?.links != 0 {
          (self.descriptor, self.folder, self.name, replaced) = (descriptor, folder, name, old)
          break
        }
        close(descriptor)
        TemporaryFiles.forget(name)
      } else if number != EEXIST && number != EINTR || attempts == 100 {
        if let old { close(old.1) }
        throw .io(.createTemporary, number: number)
      }
      attempts += 1
    }
    if let old { try copyAccess(of: old.0, old.1) }
  }

  deinit {
    TemporaryFiles.remove(name)
    close(descriptor)
    if let replaced { close(replaced.descriptor) }
  }

  /// Opens a file that is to be replaced; the system may not let it be read.
  private static func open(_ name: [UInt8], _ status: FileStatus, in folder: OpenFolder) throws(WriteError) -> Int32 {
    var descriptor = folder.open(name, O_RDONLY)
    #if canImport(Glibc)
      // `O_PATH` of Linux, which the module does not have.
      if descriptor < 0, errno == EACCES { descriptor = folder.open(name, 0o10000000) }
    #endif
    guard descriptor >= 0 else { throw errno == ENOENT || errno == ELOOP ? .changed : .io(.examine, number: errno) }
    guard FileStatus(descriptor: descriptor)?.isUnchanged(from: status) == true else {
      close(descriptor)
      throw .changed
    }
    return descriptor
  }

  private static let prefix = Array(".gamut-".utf8)
  private static let suffix = Array(".tmp".utf8)

  static func newName() -> [UInt8] { name(UInt32.random(in: 0...(.max))) }

  private static func name(_ number: UInt32) -> [UInt8] {
    func digits(_ number: UInt32) -> [UInt8] { Array(String(UInt64(number) | 1 << 32, radix: 16).utf8.suffix(8)) }
    let own = prefix + digits(number)
    return own + digits(ContentChecksum.crc32(own)) + suffix
  }

  static func isName(_ name: [UInt8]) -> Bool {
    UInt32(String(decoding: name.dropFirst(prefix.count).prefix(8), as: UTF8.self), radix: 16)
      .map { self.name($0) == name } ?? false
  }

  private func copyAccess(of replaced: FileStatus, _ file: Int32) throws(WriteError) {
    guard let own = FileStatus(descriptor: descriptor) else { throw .io(.setMode, number: errno) }
    if own.owner != replaced.owner || own.group != replaced.group {
      guard fchown(descriptor, replaced.owner, replaced.group) == 0 else { throw .io(.setOwner, number: errno) }
    }
    let number = gamut_copy_attributes(file, descriptor)
    guard number == 0 else { throw .io(.setAttributes, number: number) }
    // After the owner, because changing the owner clears set-user-ID, and after the list, whose mask is in the mode.
    guard fchmod(descriptor, replaced.mode) == 0 else { throw .io(.setMode, number: errno) }
  }

  func write(_ bytes: [UInt8]) throws(WriteError) {
    // Holes of a sparse file stay holes.
    let isHole = unsafe bytes.withUnsafeBytes { bytes in
      guard bytes.count >= 64 << 10, let start = bytes.baseAddress, unsafe bytes[0] == 0 else { return false }
      return unsafe memcmp(start, start + 1, bytes.count - 1) == 0
    }
    if isHole {
      let end = lseek(descriptor, off_t(bytes.count), SEEK_CUR)
      guard end >= 0, ftruncate(descriptor, end) == 0 else { throw .io(.write, number: errno) }
      return
    }
    if let number = unsafe bytes.withUnsafeBytes({ unsafe writeAll($0, to: descriptor) }) {
      throw .io(.write, number: number)
    }
  }

  var size: Int { FileStatus(descriptor: descriptor)?.size ?? 0 }

  func readBack() throws(PNGError) -> ByteSource { try ByteSource(fileDescriptor: descriptor) }

  func sync() throws(WriteError) {
    guard syncDescriptor(descriptor) == 0 else { throw .io(.sync, number: errno) }
  }

  /// Gives the file its final name. An existing file stays under the temporary name until the owner of this one goes;
  /// `canTakeBack` fails if it could not be put back.
  func place(canTakeBack: Bool = false) throws(WriteError) {
    let keepsOld = try TemporaryFiles.locked { () throws(WriteError) in
      if let replaced { return try exchange(with: replaced, mustKeep: canTakeBack) }
      try check(folder.rename(name, to: target, gamut_if_free)) { () throws(WriteError) in
        guard folder.status(of: target) == nil, errno == ENOENT else { throw .changed }
        try check(folder.rename(name, to: target, gamut_replace))
      }
      return false
    }
    self.keepsOld.withLock { $0 = keepsOld }
    if !keepsOld { TemporaryFiles.forget(name) }
  }

  /// Throws the error of a system call; calls `other` if the system does not have the call.
  private func check(_ number: Int32, else other: () throws(WriteError) -> Void = {}) throws(WriteError) {
    switch number {
    case 0: break
    case ENOTSUP: try other()
    case EEXIST, ENOENT: throw .changed
    default: throw .io(.rename, number: number)
    }
  }

  /// Exchanges the file with the one to be replaced, if that is the one that was read. Returns whether it did.
  private func exchange(
    with replaced: (status: FileStatus, descriptor: Int32), mustKeep: Bool
  ) throws(WriteError) -> Bool {
    if mustKeep { _ = flock(replaced.descriptor, LOCK_EX | LOCK_NB) }
    var keepsOld = true
    try check(folder.rename(name, to: target, gamut_exchange)) { () throws(WriteError) in
      guard folder.status(of: target)?.isUnchanged(from: replaced.status) == true else { throw .changed }
      // A second name for the old file.
      let copy = Self.newName()
      keepsOld = folder.link(target, as: copy)
      guard keepsOld || !mustKeep else { throw .io(.createTemporary, number: errno) }
      let number = folder.rename(name, to: target, gamut_replace)
      if number == 0, keepsOld { _ = folder.rename(copy, to: name, gamut_replace) } else { folder.remove(copy) }
      try check(number)
    }
    guard keepsOld, folder.status(of: name)?.isUnchanged(from: replaced.status) != true else { return keepsOld }
    exchangeBack()
    throw .changed
  }

  /// Takes the file back from its final name: what it replaced is there again. What somebody else has saved stays.
  func takeBack() {
    guard let keepsOld = keepsOld.withLock({ $0 }) else { return }
    TemporaryFiles.locked {
      guard isOwn(target) else { return }
      if keepsOld { return exchangeBack() }
      guard folder.rename(target, to: name, gamut_if_free) == 0 else {
        // The system cannot do so, and nothing else is safer.
        if isOwn(target) { folder.remove(target) }
        return
      }
      let isSuperseded = isOwn(name) || trying { folder.rename(name, to: target, gamut_if_free) } == EEXIST
      if isSuperseded { folder.remove(name) }
    }
  }

  /// Performs a system call, another time if it fails: what is somebody else's must not stay under a temporary name.
  private func trying(_ call: () -> Int32) -> Int32 {
    let number = call()
    return [0, EEXIST, ENOENT, ENOTSUP].contains(number) ? number : call()
  }

  private func isOwn(_ name: [UInt8]) -> Bool {
    folder.status(of: name).map { $0.identity == FileStatus(descriptor: descriptor)?.identity } ?? false
  }

  /// Gives the final name to what has the temporary name, which then is that of this file. If other programs save files
  /// there meanwhile, the newest has the final name.
  private func exchangeBack() {
    var before = FileStatus(descriptor: descriptor)?.identity
    while let put = folder.status(of: name)?.identity {
      switch trying({ folder.rename(name, to: target, gamut_exchange) }) {
      case 0:
        if folder.status(of: name)?.identity == before { return }
        before = put
      case ENOENT where folder.rename(name, to: target, gamut_if_free) == EEXIST: continue
      case ENOTSUP where isOwn(target):
        _ = folder.rename(name, to: target, gamut_replace)
        return
      // It cannot be put back, and must not be removed.
      default: return TemporaryFiles.forget(name)
      }
    }
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
  private static let folders = Mutex<[[UInt8]: OpenFolder]>([:])

  /// Installs the removal of temporary files on SIGINT, SIGTERM and SIGHUP, before these end the process. It must be
  /// called by the thread of the command before it starts others; ignored signals remain ignored.
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
    renaming.withLock { _ in
      folders.withLock { folders in
        for (name, folder) in folders { folder.remove(name) }
        announce(number)
        // The lock stays held, so that no thread creates another file, and the process ends as without the handler.
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
        _exit(128 + number)
      }
    }
  }

  /// Creates and opens a new file. Returns a descriptor, or -1 with errno.
  static func create(_ name: [UInt8], in folder: OpenFolder, mode: mode_t) -> Int32 {
    folders.withLock { folders in
      let descriptor = folder.open(name, O_RDWR | O_CREAT | O_EXCL, mode: mode)
      if descriptor >= 0 { folders[name] = folder }
      return descriptor
    }
  }

  static func remove(_ name: [UInt8]) {
    folders.withLock { folders in
      // Another time if it fails: nobody would look for it.
      if let folder = folders.removeValue(forKey: name), !folder.remove(name) { folder.remove(name) }
    }
  }

  static func forget(_ name: [UInt8]) { folders.withLock { _ = $0.removeValue(forKey: name) } }

  private static let renaming = Mutex<Void>(())

  /// Renames files in several steps, between which no signal ends the process.
  static func locked<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    try renaming.withLock { _ throws(Failure) in try body() }
  }

  /// Removes the stale files of an earlier run from a folder: those with temporary names that no process has locked.
  static func removeStale(in folder: OpenFolder) {
    for name in folder.names where TemporaryFile.isName(name) { removeIfStale(name, in: folder) }
  }

  package static func removeStale(in folders: some Sequence<Pathname>) {
    for folder in folders { if let folder = OpenFolder(folder) { removeStale(in: folder) } }
  }

  private static func removeIfStale(_ name: [UInt8], in folder: OpenFolder) {
    let descriptor = folder.open(name, O_RDONLY)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard let status = FileStatus(descriptor: descriptor), status.kind == .file, status.owner == geteuid(),
      flock(descriptor, LOCK_EX | LOCK_NB) == 0, folder.status(of: name)?.identity == status.identity
    else { return }
    folder.remove(name)
  }
}
