import PNGCodec
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A new file beside the place where it shall go. It is gone with its owner unless it was put there.
///
/// Its name begins with `.gamut-` and ends in `.tmp`, and it is locked (flock) as long as a process has it: one that is
/// not was left behind.
final class TemporaryFile: Sendable {
  let descriptor: Int32
  let path: Path
  private let isPlaced = Mutex(false)

  /// - Parameters:
  ///   - folder: where it shall be, on the file system of its later place.
  ///   - replaced: the file it shall stand in for, whose owner and mode it gets. Without one it gets what the umask
  ///     says.
  init(in folder: Path, replacing replaced: FileStatus?) throws(WriteError) {
    var attempts = 0
    while true {
      var random = SystemRandomNumberGenerator()
      let digits = String(random.next() | 1 << 63, radix: 16)
      let path = folder.appending(Array((Self.prefix + digits + Self.suffix).utf8))
      // Nobody else may read what replaces a file that they may not read.
      let descriptor = TemporaryFiles.create(path, mode: replaced == nil ? 0o666 : 0o600)
      guard descriptor >= 0 else {
        let number = errno
        attempts += 1
        if number == EEXIST || number == EINTR, attempts < 100 { continue }
        throw .io(.createTemporary, number: number)
      }
      // A file system without locks does without; another run's cleaning may come in between, as it may not see ours.
      _ = flock(descriptor, LOCK_EX | LOCK_NB)
      if let status = FileStatus(descriptor: descriptor), status.links == 0, attempts < 100 {
        close(descriptor)
        TemporaryFiles.forget(path)
        attempts += 1
        continue
      }
      self.descriptor = descriptor
      self.path = path
      break
    }
    if let replaced { try copyOwnerAndMode(of: replaced) }
  }

  deinit {
    if !isPlaced.withLock({ $0 }) { TemporaryFiles.remove(path) }
    close(descriptor)
  }

  private static let prefix = ".gamut-"
  private static let suffix = ".tmp"

  /// Whether a name is one that temporary files get: 16 hexadecimal digits between prefix and suffix.
  static func isName(_ name: [UInt8]) -> Bool {
    let (prefix, suffix) = (Array(prefix.utf8), Array(suffix.utf8))
    guard name.count == prefix.count + 16 + suffix.count, name.starts(with: prefix),
      name.suffix(suffix.count) == suffix[...]
    else { return false }
    return name.dropFirst(prefix.count).prefix(16).allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }
  }

  private func copyOwnerAndMode(of replaced: FileStatus) throws(WriteError) {
    guard let own = FileStatus(descriptor: descriptor) else { throw .io(.setMode, number: errno) }
    if own.owner != replaced.owner || own.group != replaced.group {
      guard fchown(descriptor, replaced.owner, replaced.group) == 0 else { throw .owner(number: errno) }
    }
    // After the owner, whose change takes set-user-ID away.
    guard fchmod(descriptor, replaced.mode) == 0 else { throw .io(.setMode, number: errno) }
  }

  /// Appends bytes.
  func write(_ bytes: UnsafeRawBufferPointer) throws(WriteError) {
    var done = 0
    while done < bytes.count {
      let count = unsafe systemWrite(descriptor, bytes.baseAddress.map { unsafe $0 + done }, bytes.count - done)
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        throw .io(.write, number: count == 0 ? EIO : errno)
      }
    }
  }

  /// What is in the file now, from its beginning.
  func readBack() throws(PNGError) -> ByteSource { try ByteSource(fileDescriptor: descriptor) }

  /// Brings the contents to the disk.
  func sync() throws(WriteError) {
    guard syncDescriptor(descriptor) == 0 else { throw .io(.sync, number: errno) }
  }

  /// Gives the file its final name, whatever had that until now.
  func place(at target: Path) throws(WriteError) {
    let status = unsafe path.withSystemPath { from in unsafe target.withSystemPath { unsafe rename(from, $0) } }
    guard status == 0 else { throw .io(.rename, number: errno) }
    isPlaced.withLock { $0 = true }
    TemporaryFiles.forget(path)
  }
}

/// `write(2)`, whose name a method hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}

/// `fsync(2)`, and on macOS what that name promises elsewhere: that the disk has it.
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
