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
  func write(_ bytes: UnsafeRawBufferPointer) throws(WriteError) {
    if let number = unsafe writeAll(bytes, to: descriptor) { throw .io(.write, number: number) }
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
