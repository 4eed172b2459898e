extension Palette {
  /// Returns the format of a file, judged by its first bytes and its name; nil if it is unknown.
  ///
  /// - Parameter bytes: the whole file, or at least its first 4,096 bytes.
  package static func format(ofFile name: String, _ bytes: [UInt8]) -> Format? {
    let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes[3...] : bytes[...]
    let parts = name.asciiLowercased.split(separator: ".", omittingEmptySubsequences: false)
    switch parts.count > 1 ? parts.last : nil {
    case "tokens", "json": return .designTokens
    case "css": return .css
    default: return looksLikeList(start) ? .list : nil
    }
  }

  /// Returns whether at least half of the first lines are a name and a colour.
  private static func looksLikeList(_ bytes: ArraySlice<UInt8>) -> Bool {
    var start = bytes.prefix(4096)
    guard !start.contains(0) else { return false }
    // The last line may be cut off.
    if bytes.count > start.count {
      guard let end = start.lastIndex(where: { $0 == 0x0a || $0 == 0x0d }) else { return false }
      start = start[..<end]
    }
    guard var text = try? PaletteText(Array(start)) else { return false }
    var (all, colors) = (0, 0)
    while all < 40, let line = text.next() {
      guard let content = ColorListLine.content(of: line) else { continue }
      all += 1
      if content.count <= ColorListLine.maximumSize, ColorListLine(content) != nil { colors += 1 }
    }
    return colors > 0 && 2 * colors >= all
  }
}
