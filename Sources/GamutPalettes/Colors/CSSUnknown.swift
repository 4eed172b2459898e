extension CSSRefusal {
  /// Returns whether a text that cannot be read as a colour may still be one on a page, because it depends on other
  /// values or on a calculation.
  static func isUnknown(_ text: String) -> Bool {
    guard text.utf8.count <= CSSColor.maximumSize else { return false }
    var tokens = CSSTokens(text)
    var isFirst = true
    var isAfterFunction = false
    while let token = try? tokens.next(), token != .end {
      switch token {
      case .function(let name):
        let lower = name.asciiLowercased
        if unresolved.contains(lower) || substitutions.contains(lower) || mathematical.contains(lower) { return true }
        isAfterFunction = true
      case .word(let word):
        let lower = word.asciiLowercased
        if isFirst, isDependent(lower) { return true }
        if isAfterFunction, lower == "from" || lower.hasPrefix("--") { return true }
        isAfterFunction = false
      default: isAfterFunction = false
      }
      isFirst = false
    }
    return false
  }

  /// Returns whether a word is a colour that depends on the page or the device.
  ///
  /// - Parameter name: the word in lower case.
  static func isDependent(_ name: String) -> Bool { name == "currentcolor" || systemNames.contains(name) }

  private static let systemNames = Set(systemColors.map(\.asciiLowercased))
}
