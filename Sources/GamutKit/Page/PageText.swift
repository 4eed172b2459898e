extension String {
  /// The text for a page: without characters that change the text direction, and limited in length.
  package var pageText: String {
    let shown = printable
    let limit = 600
    guard shown.unicodeScalars.count > limit else { return shown }
    return String(shown.unicodeScalars.prefix(limit)) + "… (\(Words.count(unicodeScalars.count)) characters)"
  }
}
