package import LibC

/// The file status reported by the system.
package struct FileStatus: Sendable, Hashable {
  /// An identifier that is the same for all names of a file and different for different files.
  package struct Identity: Sendable, Hashable {
    package var device, inode: UInt64
  }

  package enum Kind: Sendable, Hashable {
    case file, folder, link
    /// A disk.
    case blockDevice
    /// A pipe, a socket, a terminal or another device.
    case other
  }

  package var identity: Identity
  package var kind: Kind
  /// Permission bits, including set-user-ID, set-group-ID and sticky.
  package var mode: mode_t
  package var owner: uid_t
  package var group: gid_t
  /// The number of names (hard links) of the file.
  package var links: Int
  package var size: Int
  /// The time of the last change to the contents, in seconds and nanoseconds since 1970.
  package var modified: SIMD2<Int>
  /// The time of the last change to the contents, the names or the permissions, likewise.
  package var changed: SIMD2<Int>

  /// Reads the status of a path; nil if nothing exists there, or it cannot be determined, which is noted in
  /// ``UnansweredPaths``. errno then has the reason.
  package init?(of path: Pathname, followingLink: Bool = true) {
    var status = stat()
    guard
      unsafe path.withSystemPath({ unsafe followingLink ? stat($0, &status) : lstat($0, &status) }) == 0
    else {
      UnansweredPaths.note(path, number: errno)
      return nil
    }
    self.init(status)
  }

  /// Reads the status of a path itself, also if it is a link; nil with the reason in errno, which is noted nowhere.
  package init?(linkAt path: Pathname) {
    var status = stat()
    guard unsafe path.withSystemPath({ unsafe lstat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  /// Reads the status of an input: a file, or standard input, which may be a file.
  package init?(ofInput path: Pathname) {
    if path == .standardInput { self.init(descriptor: STDIN_FILENO) } else { self.init(of: path) }
  }

  /// Reads the status of an open file.
  package init?(descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  package init(_ status: stat) {
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino))
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      case S_IFBLK: .blockDevice
      default: .other
      }
    mode = status.st_mode & 0o7777
    owner = status.st_uid
    group = status.st_gid
    links = Int(truncatingIfNeeded: status.st_nlink)
    size = Int(status.st_size)
    #if canImport(Glibc)
      let (contents, any) = (status.st_mtim, status.st_ctim)
    #else
      let (contents, any) = (status.st_mtimespec, status.st_ctimespec)
    #endif
    modified = [Int(contents.tv_sec), Int(contents.tv_nsec)]
    changed = [Int(any.tv_sec), Int(any.tv_nsec)]
  }

  /// Returns whether this is the same file with the same contents, as far as can be determined without reading it.
  package func isUnchanged(from earlier: FileStatus) -> Bool {
    identity == earlier.identity && size == earlier.size && modified == earlier.modified
  }
}
