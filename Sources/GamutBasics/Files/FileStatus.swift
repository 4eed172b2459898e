package import LibC
import Synchronization

package struct FileStatus: Sendable, Hashable {
  /// An identifier that is the same for all names of a file and different for different files.
  package struct Identity: Sendable, Hashable {
    package var device, inode: UInt64
  }

  package enum Kind: Sendable, Hashable {
    case file, folder, link
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
  package var links: Int
  package var size: Int
  /// The time of the last change to the contents, in seconds and nanoseconds since 1970.
  package var modified: SIMD2<Int>
  /// The time of the last change to the contents, the names or the permissions, likewise.
  package var changed: SIMD2<Int>

  /// Reads the status of a path; nil if nothing exists there. errno then has the reason.
  package init?(of path: Pathname, followingLink: Bool = true) throws(UnansweredQuestion) {
    var status = stat()
    guard
      unsafe path.withSystemPath({ unsafe followingLink ? stat($0, &status) : lstat($0, &status) }) == 0
    else {
      try UnansweredQuestion.check(path)
      return nil
    }
    self.init(status)
  }

  /// Reads the status of an input: a file, or standard input, which may be a file.
  package init?(ofInput path: Pathname) throws(UnansweredQuestion) {
    if path == .standardInput { self.init(descriptor: STDIN_FILENO) } else { try self.init(of: path) }
  }

  package init?(descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Reads the status of an entry of an open folder, also if it is a link; nil with the reason in errno.
  package init?(of name: [UInt8], in folder: Int32) {
    var status = stat()
    guard
      unsafe Pathname(bytes: name).withSystemPath({ unsafe fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0
    else { return nil }
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

/// A question about a path that the system did not answer: whether something is there, or what it contains.
package struct UnansweredQuestion: Error, Sendable, Hashable {
  package var path: Pathname
  package var number: Int32

  package init(_ path: Pathname, number: Int32) { (self.path, self.number) = (path, number) }

  /// Throws the question if the system call that just failed did so although something may be at the path. errno stays.
  package static func check(_ path: Pathname) throws(UnansweredQuestion) {
    if !meansAbsence(errno) { throw UnansweredQuestion(path, number: errno) }
  }

  /// Returns whether a call failed because nothing can be at its path.
  package static func meansAbsence(_ number: Int32) -> Bool {
    [ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG, EINVAL].contains(number)
  }
}

extension Pathname {
  private static let slash = UInt8(ascii: "/")

  /// The absolute path without symbolic links, `.` and `..`; nil if it does not exist, with the reason in errno.
  package var resolved: Pathname? {
    get throws(UnansweredQuestion) { try self == .here ? Self.resolvedHere.get() : askedOfSystem() }
  }

  private func askedOfSystem() throws(UnansweredQuestion) -> Pathname? {
    guard let real = unsafe withSystemPath({ unsafe realpath($0, nil) }) else {
      try UnansweredQuestion.check(self)
      return nil
    }
    defer { unsafe free(real) }
    return unsafe Pathname(bytes: Array(UnsafeRawBufferPointer(start: real, count: strlen(real))))
  }

  /// Asked once, so that a run has one current folder or none.
  private static let resolvedHere = Result { () throws(UnansweredQuestion) in try Pathname.here.askedOfSystem() }

  /// The resolved path, of which the last components may not exist yet; nil if the path cannot be resolved.
  package var resolvedAsFarAsPossible: Pathname? {
    get throws(UnansweredQuestion) {
      var existing = self
      var missing: [[UInt8]] = []
      while true {
        if let base = try existing.resolved { return missing.reversed().reduce(base) { $0.appending($1) } }
        // A current folder that was removed cannot be resolved, either.
        guard existing != .here, errno == ENOENT, let name = existing.name else { return nil }
        // `..` of a folder that does not exist cannot be resolved.
        guard name != Array("..".utf8) else { return nil }
        missing.append(name)
        existing = existing.folder
      }
    }
  }

  /// The last component; nil if there is none.
  package var name: [UInt8]? { nameRange.map { Array(bytes[$0]) } }

  var nameRange: Range<Int>? {
    var end = bytes.count
    while end > 0, bytes[end - 1] == Self.slash { end -= 1 }
    var start = end
    while start > 0, bytes[start - 1] != Self.slash { start -= 1 }
    return start < end ? start..<end : nil
  }

  /// The path without its last component: `.` for a name alone.
  package var folder: Pathname {
    guard var end = nameRange?.lowerBound else { return .here }
    while end > 1, bytes[end - 1] == Self.slash { end -= 1 }
    return end == 0 ? .here : Pathname(bytes: Array(bytes[..<end]))
  }

  /// The absolute path of the same file; only a path with `..` is resolved, as far as the system answers.
  package var absolute: Pathname {
    if zip(bytes, bytes.dropFirst()).contains(where: { $0 == UInt8(ascii: ".") && $0 == $1 }),
      components.contains(Array("..".utf8))
    {
      return ((try? folder.resolved) ?? folder).appending(name ?? [])
    }
    if isAbsolute { return self }
    let (own, here) = (normalized, (try? Pathname.here.resolved) ?? Pathname("/"))
    return own == .here ? here : here.appending(own.bytes)
  }

  package var isAbsolute: Bool { bytes.first == Self.slash }

  /// The components, without `.`.
  package var components: [[UInt8]] {
    bytes.split(separator: Self.slash).filter { $0.count > 1 || $0.first != UInt8(ascii: ".") }.map { Array($0) }
  }

  /// Whether a resolved path is this one or lies below it.
  package func contains(_ other: Pathname) -> Bool { other.components.starts(with: components) }

  /// A form that is equal for paths that some file systems take for one: case and Unicode normalization are ignored.
  package var folded: String {
    // String compares by canonical equivalence. Bytes that are not UTF-8 become numbers after a byte of no path.
    guard isUTF8 else { return "\0" + bytes.map { String($0, radix: 16) }.joined(separator: " ") }
    return text.uppercased().lowercased()
  }
}

package enum OpenFileLimit {
  /// Raises the limit to `count`, or to the largest value that the system allows without further privileges.
  package static func raise(to count: Int) {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(count) else { return }
    limit.rlim_cur = min(rlim_t(count), limit.rlim_max)
    _ = unsafe setrlimit(resource, &limit)
  }
}
