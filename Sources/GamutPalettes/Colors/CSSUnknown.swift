extension CSSRefusal {
  /// Whether a text that is no colour could be one on a page: it depends on something else, or on a calculation.
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

  /// Whether a word is a colour of a page or of a device.
  ///
  /// - Parameter name: in small letters.
  static func isDependent(_ name: String) -> Bool { name == "currentcolor" || systemNames.contains(name) }

  private static let systemNames = Set(systemColors.map(\.asciiLowercased))
}
