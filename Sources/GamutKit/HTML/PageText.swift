extension String {
  /// For a page: nothing that commands the direction of text, and no more than a reader reads.
  var pageText: String {
    let shown = printable
    let limit = 600
    guard shown.unicodeScalars.count > limit else { return shown }
    return String(shown.unicodeScalars.prefix(limit)) + "… (\(Words.count(unicodeScalars.count)) characters)"
  }
}

extension Path {
  /// The same path with something put before its `.png`, or after it where it has none.
  func beforeSuffix(_ addition: String) -> Path {
    // One that begins with a hyphen would be an option.
    let bytes = bytes.first == UInt8(ascii: "-") ? Array("./".utf8) + bytes : bytes
    guard hasPNGSuffix else { return Path(bytes: bytes + Array((addition + ".png").utf8)) }
    return Path(bytes: bytes.dropLast(4) + Array(addition.utf8) + bytes.suffix(4))
  }
}
