import GamutKit
import LibC
import PNGCodec
import Synchronization

/// The progress of the conversion of a single file, in the last line of a terminal; silent without one.
final class FileProgress: Sendable {
  private let start = ContinuousClock.now
  private let shown = Mutex<(latest: ContinuousClock.Instant, isVisible: Bool)>((.now, false))

  /// Creates the display of progress; nil if standard error is not a terminal.
  init?() {
    guard isatty(STDERR_FILENO) == 1, !OutputOptions.isTerminalDumb else { return nil }
  }

  /// Shows the progress, at most twice a second.
  @Sendable func show(_ pixels: Int, of image: ImageHeader) {
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

  /// Clears the line for other output.
  func clear() {
    let wasVisible = shown.withLock { shown in
      defer { shown.isVisible = false }
      return shown.isVisible
    }
    if wasVisible { Progress.say("\r\u{1b}[K") }
  }
}

/// The progress of a run, in the last line of a terminal; silent without one.
struct Progress {
  private let count: Int
  private let isShown: Bool
  private let start = ContinuousClock.now
  private var latest = ContinuousClock.now
  private var isVisible = false

  /// - Parameter isShown: whether to show the progress if standard error is a terminal that can erase a line.
  init(count: Int, isShown: Bool) {
    self.count = count
    self.isShown = isShown && isatty(STDERR_FILENO) == 1 && !OutputOptions.isTerminalDumb
  }

  /// Shows the progress, at most ten times a second.
  ///
  /// - Parameter findings: nil in a run without findings.
  mutating func show(files: Int, pixels: Int, findings: Int? = nil) {
    guard isShown else { return }
    let now = ContinuousClock.now
    guard now - latest >= .milliseconds(100), files < count else { return }
    latest = now
    isVisible = true
    let progress = RunProgress(
      files: files, pixels: pixels, count: count, findings: findings, elapsed: now - start)
    // A second line could not be erased, and on some terminals the last column already moves the cursor there.
    Self.say("\r\u{1b}[K" + progress.text(width: Self.columns - 1))
  }

  /// Clears the line for other output.
  mutating func clear() {
    guard isVisible else { return }
    isVisible = false
    Self.say("\r\u{1b}[K")
  }

  /// The width of the terminal, which may have been resized.
  private static var columns: Int {
    var size = winsize()
    guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  fileprivate static func say(_ text: String) {
    var stream = BufferedOutput(fileDescriptor: STDERR_FILENO)
    try? stream.write(text.utf8)
    try? stream.flush()
  }
}
