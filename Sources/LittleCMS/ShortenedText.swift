extension String {
  /// As much of a text from a file as is worth showing: its first 512 Unicode scalars, and how many there are where that
  /// is not all. A file of a few kilobytes can hold megabytes of text.
  public var shortened: String {
    let limit = 512
    guard utf8.count > limit,
      let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: unicodeScalars.endIndex),
      end < unicodeScalars.endIndex
    else { return self }
    return "\(self[..<end])... (the first \(limit) of \(unicodeScalars.count) characters)"
  }
}
