/// The progress of a run over files, for people.
package struct RunProgress: Sendable {
  /// The number of finished files, and of their pixels.
  package var files, pixels: Int
  /// The number of all files.
  package var count: Int
  /// The number of findings; nil in a run without findings.
  package var findings: Int?
  package var elapsed: Duration

  package init(files: Int, pixels: Int, count: Int, findings: Int? = nil, elapsed: Duration) {
    self.files = files
    self.pixels = pixels
    self.count = count
    self.findings = findings
    self.elapsed = elapsed
  }

  /// Returns "1,234 of 10,000 files, 56.1 Mpx/s, 12 findings, 1 min 20 s left", or fewer parts if that has more than
  /// `width` characters. The remaining time is shown after the first second.
  package func text(width: Int = .max) -> String {
    let done = "\(Words.count(files)) of \(Words.count(count, "file"))"
    let seconds = elapsed / .seconds(1)
    guard seconds > 0, files > 0 else { return String(done.prefix(max(width, 0))) }
    let speed = Words.decimal(Double(pixels) / 1e6 / seconds, 1) + " Mpx/s"
    let found = findings.map { Words.count($0, "finding") }
    // The time of the first file includes initialisation, so it does not predict the rest.
    let left = seconds < 1 ? nil : Self.words(seconds / Double(files) * Double(count - files)) + " left"
    let texts = [[done, speed, found, left], [done, found, left], [done, left], [done]]
      .map { $0.compactMap(\.self).joined(separator: ", ") }
    return texts.first { $0.count <= width } ?? String(done.prefix(max(width, 0)))
  }

  /// Returns "45% of 1,073.7 Mpx, 120.3 Mpx/s, 4 s left", for the progress within a single file.
  package static func text(pixels: Int, of count: Int, elapsed: Duration) -> String {
    let seconds = elapsed / .seconds(1)
    guard seconds > 0, pixels > 0, count > 0 else { return "0%" }
    let share = Double(pixels) / Double(count)
    return "\(Int(share * 100))% of \(Words.decimal(Double(count) / 1e6, 1)) Mpx, "
      + "\(Words.decimal(Double(pixels) / 1e6 / seconds, 1)) Mpx/s, \(words(seconds / share * (1 - share))) left"
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
