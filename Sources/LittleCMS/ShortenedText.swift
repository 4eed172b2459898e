extension String {
  /// A text from a file, limited for display: its first 512 Unicode scalars, and the total number if there are more. A
  /// file of a few kilobytes can contain megabytes of text.
  package var shortened: String {
    let limit = 512
    guard utf8.count > limit,
      let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: unicodeScalars.endIndex),
      end < unicodeScalars.endIndex
    else { return self }
    return "\(self[..<end])... (the first \(limit) of \(unicodeScalars.count) characters)"
  }
}
