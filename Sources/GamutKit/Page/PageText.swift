extension String {
  /// For a page: nothing that commands the direction of text, and no more than a reader reads.
  var pageText: String {
    let shown = printable
    let limit = 600
    guard shown.unicodeScalars.count > limit else { return shown }
    return String(shown.unicodeScalars.prefix(limit)) + "… (\(Words.count(unicodeScalars.count)) characters)"
  }
}
