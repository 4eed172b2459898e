import GamutKit
import LibC

struct Progress {
  private let count: Int
  private let isShown: Bool
  private let start = ContinuousClock.now
  private var latest = ContinuousClock.now
  private var isVisible = false
  private var files = 0, pixels = 0

  /// - Parameter isShown: whether to show the progress if standard error is a terminal that can erase a line.
  init(count: Int, isShown: Bool) {
    self.count = count
    self.isShown = isShown && isatty(STDERR_FILENO) == 1 && !OutputOptions.isTerminalDumb
  }

  /// Counts a file, and shows the progress, at most ten times a second.
  mutating func advance(pixels: Int) {
    files += 1
    self.pixels += pixels
    guard isShown else { return }
    let now = ContinuousClock.now
    guard now - latest >= .milliseconds(100), files < count else { return }
    latest = now
    isVisible = true
    let text = Self.text(files: files, pixels: self.pixels, of: count, elapsed: now - start)
    // A second line could not be erased, and on some terminals the last column already moves the cursor there.
    Message.write("\r\u{1b}[K" + text.prefix(Self.columns - 1))
  }

  mutating func clear() {
    guard isVisible else { return }
    isVisible = false
    Message.write("\r\u{1b}[K")
  }

  private static var columns: Int {
    var size = winsize()
    guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Returns "1,234 of 10,000 files, 1 min 20 s left, 56.1 Mpx/s"; the remaining time is shown after the first second.
  static func text(files: Int, pixels: Int, of count: Int, elapsed: Duration) -> String {
    let done = "\(Words.count(files)) of \(Words.count(count, "file"))"
    let seconds = elapsed / .seconds(1)
    guard seconds > 0, files > 0 else { return done }
    // The time of the first file includes initialisation, so it does not predict the rest.
    let left = seconds < 1 ? "" : ", " + words(seconds / Double(files) * Double(count - files)) + " left"
    return done + left + ", " + Words.decimal(Double(pixels) / 1e6 / seconds, 1) + " Mpx/s"
  }

  /// Returns "80 s", "2 min 5 s", "3 h 10 min".
  private static func words(_ seconds: Double) -> String {
    // The limit avoids an overflow; such times do not occur.
    let whole = Int(min(seconds, 1e9).rounded(.up))
    if whole < 100 { return "\(whole) s" }
    if whole < 6000 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(Words.count(whole / 3600)) h \(whole / 60 % 60) min"
  }
}
