/// How far a run over files is, for a person.
public struct RunProgress: Sendable {
  /// Files, and their pixels, that are done.
  public var files, pixels: Int
  /// All files there are.
  public var count: Int
  public var elapsed: Duration

  public init(files: Int, pixels: Int, count: Int, elapsed: Duration) {
    self.files = files
    self.pixels = pixels
    self.count = count
    self.elapsed = elapsed
  }

  /// "1,234 of 10,000 files, 56.1 Mpx/s, 1 min 20 s left", with what else there is to say before the time.
  public func text(and more: String? = nil) -> String {
    let seconds = elapsed / .seconds(1)
    guard seconds > 0, files > 0 else { return "0 of \(Words.count(count, "file"))" }
    let left = Int((seconds / Double(files) * Double(count - files)).rounded(.up))
    let time = left < 100 ? "\(left) s" : "\(left / 60) min \(left % 60) s"
    return "\(Words.count(files)) of \(Words.count(count, "file")), "
      + "\(Words.decimal(Double(pixels) / 1e6 / seconds, 1)) Mpx/s, " + (more.map { $0 + ", " } ?? "") + "\(time) left"
  }
}
