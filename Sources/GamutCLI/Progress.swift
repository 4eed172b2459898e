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
    show(files: totals.files) { [count] in AuditProgress(totals: totals, count: count, elapsed: $0).text }
  }

  /// The same of a conversion.
  mutating func show(files: Int, pixels: Int) {
    show(files: files) { [count] in RunProgress(files: files, pixels: pixels, count: count, elapsed: $0).text() }
  }

  private mutating func show(files: Int, _ text: (_ elapsed: Duration) -> String) {
    guard isShown else { return }
    let now = ContinuousClock.now
    guard now - latest >= .milliseconds(100), files < count else { return }
    latest = now
    isVisible = true
    Self.say("\r\u{1b}[K" + text(now - start))
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
