import LibC
import Synchronization

/// The questions about paths that the system did not answer in this process: whether a file exists, or what it
/// contains. Code that continues as if there were nothing notes them here; a command that would otherwise succeed then
/// fails at its end.
package enum UnansweredPaths {
  /// A path, and the error number of the system.
  package struct Unanswered: Sendable, Hashable {
    package var path: Pathname
    package var number: Int32
  }

  private static let noted = Mutex<Unanswered?>(nil)

  /// The first one; nil if the system has answered all questions.
  package static var first: Unanswered? { noted.withLock { $0 } }

  /// Notes a failed system call, and returns the note; nil if the reason is that nothing can exist at the path. errno
  /// is preserved.
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
