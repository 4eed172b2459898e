import GamutKit
import PNGCodec
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How far the conversion of a single file is, in the last line of a terminal; nothing elsewhere.
final class FileProgress: Sendable {
  private let start = ContinuousClock.now
  private let shown = Mutex<(latest: ContinuousClock.Instant, isVisible: Bool)>((.now, false))

  /// Nil where standard error is no terminal.
  init?() {
    guard isatty(STDERR_FILENO) == 1, !OutputOptions.isTerminalDumb else { return nil }
  }

  /// Twice a second at most.
  @Sendable func tell(_ pixels: Int, of image: ImageHeader) {
    let now = ContinuousClock.now
    let isDue = shown.withLock { shown in
      guard now - shown.latest >= .milliseconds(500) else { return false }
      shown = (now, true)
      return true
    }
    guard isDue else { return }
    let count = image.width * image.height
    Progress.say("\r\u{1b}[K" + RunProgress.text(pixels: pixels, of: count, elapsed: now - start))
  }

  /// Leaves the line for something else.
  func clear() {
    let wasVisible = shown.withLock { shown in
      defer { shown.isVisible = false }
      return shown.isVisible
    }
    if wasVisible { Progress.say("\r\u{1b}[K") }
  }
}

/// How far a run is, in the last line of a terminal; nothing elsewhere.
struct Progress {
  private let count: Int
  private let isShown: Bool
  private let start = ContinuousClock.now
  private var latest = ContinuousClock.now
  private var isVisible = false

  /// - Parameter isShown: whether it is wanted, where standard error is a terminal that can erase a line.
  init(count: Int, isShown: Bool) {
    self.count = count
    self.isShown = isShown && isatty(STDERR_FILENO) == 1 && !OutputOptions.isTerminalDumb
  }

  /// Ten times a second at most.
  ///
  /// - Parameter findings: nil in a run that looks for none.
  mutating func show(files: Int, pixels: Int, findings: Int? = nil) {
    guard isShown else { return }
    let now = ContinuousClock.now
    guard now - latest >= .milliseconds(100), files < count else { return }
    latest = now
    isVisible = true
    let progress = RunProgress(
      files: files, pixels: pixels, count: count, findings: findings, elapsed: now - start)
    // What goes on in a second line cannot be erased; a cursor behind the last column is there already for some.
    Self.say("\r\u{1b}[K" + progress.text(width: Self.columns - 1))
  }

  /// Leaves the line for something else.
  mutating func clear() {
    guard isVisible else { return }
    isVisible = false
    Self.say("\r\u{1b}[K")
  }

  /// Of the terminal, which may have been resized meanwhile.
  private static var columns: Int {
    var size = winsize()
    guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  fileprivate static func say(_ text: String) {
    var stream = OutputStream(fileDescriptor: STDERR_FILENO)
    try? stream.write(text.utf8)
    try? stream.flush()
  }
}
