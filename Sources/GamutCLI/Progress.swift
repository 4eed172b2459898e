import GamutKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How far a run is, in the last line of a terminal; nothing elsewhere.
struct Progress {
  private let count: Int
  private let isShown: Bool
  private let start = ContinuousClock.now
  private var latest = ContinuousClock.now
  private var isVisible = false

  /// - Parameter isShown: whether it is wanted, where standard error is a terminal.
  init(count: Int, isShown: Bool) {
    self.count = count
    self.isShown = isShown && isatty(STDERR_FILENO) == 1
  }

  /// Ten times a second at most.
  mutating func show(_ totals: AuditTotals) {
    guard isShown else { return }
    let now = ContinuousClock.now
    guard now - latest >= .milliseconds(100), totals.files < count else { return }
    latest = now
    isVisible = true
    let line = AuditProgress(totals: totals, count: count, elapsed: now - start).text
    Self.say("\r\u{1b}[K" + line)
  }

  /// Leaves the line for something else.
  mutating func clear() {
    guard isVisible else { return }
    isVisible = false
    Self.say("\r\u{1b}[K")
  }

  private static func say(_ text: String) {
    var stream = OutputStream(fileDescriptor: STDERR_FILENO)
    try? stream.write(text.utf8)
    try? stream.flush()
  }
}
