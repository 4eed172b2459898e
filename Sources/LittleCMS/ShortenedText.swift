extension String {
  /// A text from a file, limited for display: its first 512 Unicode scalars, and the total number if there are more. A
  /// file of a few kilobytes can contain megabytes of text.
  package var shortened: String {
    let limit = Self.shownScalars
    guard utf8.count > limit,
      let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: unicodeScalars.endIndex),
      end < unicodeScalars.endIndex
    else { return self }
    return shortened(of: unicodeScalars.count)
  }

  /// Returns the first 512 of so many scalars, of which this text is the beginning.
  func shortened(of count: Int) -> String {
    let start = String.UnicodeScalarView(unicodeScalars.prefix(Self.shownScalars))
    return "\(String(start))... (the first \(Self.shownScalars) of \(count) characters)"
  }

  static var shownScalars: Int { 512 }
}
