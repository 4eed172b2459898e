import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Questions about paths that the system did not answer in this process: whether a file is there, or what it contains.
/// Code that goes on as if nothing were there notes them here, and a command that would succeed fails at its end.
package enum UnansweredPaths {
  /// A path, and errno.
  package struct Unanswered: Sendable, Hashable {
    package var path: Pathname
    package var number: Int32
  }

  private static let noted = Mutex<Unanswered?>(nil)

  /// The first one; nil if the system has answered all questions.
  package static var first: Unanswered? { noted.withLock { $0 } }

  /// Notes a failed system call, and returns what was noted; nil if its reason is that nothing can be there. Leaves
  /// errno as it is.
  @discardableResult package static func note(_ path: Pathname, number: Int32) -> Unanswered? {
    guard !meansAbsence(number) else { return nil }
    let kept = errno
    let unanswered = Unanswered(path: path, number: number)
    noted.withLock { $0 = $0 ?? unanswered }
    errno = kept
    return unanswered
  }

  /// Returns whether a call failed because nothing can be at its path.
  package static func meansAbsence(_ number: Int32) -> Bool {
    switch number {
    case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG, EINVAL: true
    default: false
    }
  }
}
