import CSystemShim
import LibC
import PNGCodec

/// An open folder. Its files are opened, renamed and removed relative to it, so that no path is resolved a second time:
/// what takes the folder's name meanwhile stays as it is.
final class OpenFolder: Sendable {
  let path: Pathname
  private let descriptor: Int32

  /// Opens a folder; nil with the reason in errno.
  convenience init?(_ path: Pathname) { self.init(path, at: AT_FDCWD, path, followingLink: true) }

  private init?(_ path: Pathname, at folder: Int32, _ name: Pathname, followingLink: Bool) {
    let descriptor = unsafe name.withSystemPath { unsafe gamut_open_folder(folder, $0, followingLink ? 1 : 0) }
    guard descriptor >= 0 else { return nil }
    (self.path, self.descriptor) = (path, descriptor)
  }

  deinit { close(descriptor) }

  /// Opens the folder at a path below this one, of which no part may be a link; nil with the reason in errno.
  func folder(below path: Pathname) -> OpenFolder? {
    var folder = self
    for name in path.components.dropFirst(self.path.components.count) {
      guard
        let next = OpenFolder(
          folder.path.appending(name), at: folder.descriptor, Pathname(bytes: name), followingLink: false)
      else { return nil }
      folder = next
    }
    return folder
  }

  /// Returns the status of what has a name, also if it is a link; nil with the reason in errno.
  func status(of name: [UInt8]) -> FileStatus? { FileStatus(of: name, in: descriptor) }

  /// Whether nobody may replace a file, because it or the folder is immutable or append-only.
  func isImmutable(_ name: [UInt8]) -> Bool {
    [[UInt8(ascii: ".")], name].contains { name in
      unsafe Pathname(bytes: name).withSystemPath { unsafe gamut_is_immutable(descriptor, $0) } != 0
    }
  }

  /// Returns 0 if files may be accessed as `mode` says, or an error number.
  func access(_ name: [UInt8], _ mode: Int32) -> Int32 {
    unsafe Pathname(bytes: name).withSystemPath { unsafe faccessat(descriptor, $0, mode, AT_EACCESS) } == 0 ? 0 : errno
  }

  /// Opens a file, which is no link. Returns a descriptor, or -1 with errno.
  func open(_ name: [UInt8], _ flags: Int32, mode: mode_t = 0) -> Int32 {
    unsafe Pathname(bytes: name).withSystemPath {
      unsafe openat(descriptor, $0, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, mode)
    }
  }

  func file(_ name: [UInt8]) throws(PNGError) -> OpenFile { try OpenFile(path: name, in: descriptor) }

  /// Renames a file. Returns 0, or an error number.
  func rename(_ name: [UInt8], to other: [UInt8], _ how: gamut_rename_how) -> Int32 {
    unsafe Pathname(bytes: name).withSystemPath { name in
      unsafe Pathname(bytes: other).withSystemPath { unsafe gamut_rename(descriptor, name, $0, how) }
    }
  }

  func link(_ name: [UInt8], as other: [UInt8]) -> Bool {
    unsafe Pathname(bytes: name).withSystemPath { name in
      unsafe Pathname(bytes: other).withSystemPath { unsafe linkat(descriptor, name, descriptor, $0, 0) }
    } == 0
  }

  @discardableResult func remove(_ name: [UInt8]) -> Bool {
    unsafe Pathname(bytes: name).withSystemPath { unsafe unlinkat(descriptor, $0, 0) } == 0
  }

  var names: [[UInt8]] { FolderWalk.entries(ofOpen: descriptor)?.map(\.name) ?? [] }

  /// Synchronises the folder, if that is possible and it can be opened for reading; returns 0, or an error number.
  func sync() -> Int32 {
    guard syncDescriptor(descriptor) != 0 else { return 0 }
    return [EINVAL, ENOTSUP, EBADF].contains(errno) ? 0 : errno
  }

  enum Lock { case done, isHeld, isNotSupported }

  func lock(waiting seconds: Int) -> Lock {
    // 20 times a second.
    for attempt in 0...seconds * 20 {
      if attempt > 0 { usleep(50_000) }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return .done }
      guard errno == EWOULDBLOCK || errno == EINTR else { return .isNotSupported }
    }
    return .isHeld
  }
}
