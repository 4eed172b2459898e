enum StyleCondition {
  /// The maximum number of characters of a theme.
  static let maximumLength = 80
  /// The maximum number of bytes of a condition or a selector that are read; the rest is ignored.
  static let maximumSize = 4000

  static func text(_ bytes: [UInt8], _ place: Range<Int>) -> String {
    let end = min(place.upperBound, place.lowerBound + maximumSize)
    return StyleText.words(bytes, place.lowerBound..<end)
  }

  /// Adds a condition that has no property of its own to the theme of a context.
  static func add(_ words: String, to context: inout PaletteContext) {
    guard !words.isEmpty else { return }
    context.theme = (context.theme.isEmpty ? words : "\(context.theme) \(words)").oneLine(maximumLength)
  }

  static func media(_ bytes: [UInt8], _ place: Range<Int>, _ context: inout PaletteContext) {
    let text = text(bytes, place)
    var result: PaletteContext?
    // Queries between commas are alternatives: they count if they all say the same.
    for query in text.asciiLowercased.split(separator: ",") {
      var changed = context
      guard media(String(query), &changed), result == nil || result == changed else { return add(text, to: &context) }
      result = changed
    }
    context = result ?? context
  }

  /// Adds the conditions of one query in lower case; returns false if one of them is unknown.
  private static func media(_ query: String, _ context: inout PaletteContext) -> Bool {
    var words = query.split(separator: " ")
    let isInverse = words.first == "not"
    if isInverse || words.first == "only" { words.removeFirst() }
    var themes: [String] = []
    var count = 0
    var hasGamut = false
    for condition in conditions(words.joined(separator: " ")) {
      count += 1
      switch condition.filter({ $0 != " " }) {
      case "screen", "all":
        count -= 1
        if isInverse, condition == "screen" { return false }
      case "(prefers-color-scheme:dark)": context.isDark = true
      case "(prefers-color-scheme:light)": context.isDark = false
      case "(prefers-contrast:more)", "(prefers-contrast:high)": context.hasHighContrast = true
      case "(prefers-contrast:no-preference)": break
      case "(color-gamut:p3)", "(color-gamut:rec2020)":
        context.gamut = isInverse ? .sRGB : .displayP3
        hasGamut = true
      case "(color-gamut:srgb)", "(color-gamut)": if isInverse { return false }
      default:
        if condition == "or" || condition.hasPrefix("not") { return false }
        themes.append(condition)
      }
    }
    // The opposite of any other condition is not a context.
    if isInverse { return count == 1 && hasGamut }
    add(themes.joined(separator: " and "), to: &context)
    return true
  }

  private static func conditions(_ query: String) -> [String] {
    var conditions: [String] = []
    var depth = 0
    var current = ""
    for word in query.split(separator: " ") {
      if word == "and" || word == "or", depth == 0 {
        if !current.isEmpty { conditions.append(current) }
        current = ""
        if word == "or" { conditions.append("or") }
        continue
      }
      depth += word.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "(") ? 1 : $1 == UInt8(ascii: ")") ? -1 : 0) }
      current += current.isEmpty ? String(word) : " \(word)"
    }
    return current.isEmpty ? conditions : conditions + [current]
  }

  /// Adds the condition of a `@supports` rule. It tests the parser and says nothing about displays: what a browser of
  /// today reads is taken for supported (CSS Conditional Rules 3, section 6).
  static func supports(_ bytes: [UInt8], _ place: Range<Int>, _ context: inout PaletteContext) {
    let text = text(bytes, place)
    if text.asciiLowercased.hasPrefix("not"), !isForOldBrowsers(text) { add(text, to: &context) }
  }

  /// Returns whether a condition of `@supports` is only true where a colour of CSS Color 4 or 5 is not read.
  static func isForOldBrowsers(_ text: String) -> Bool {
    let lower = text.asciiLowercased.filter { $0 != " " }
    guard lower.hasPrefix("not("), let colon = lower.firstIndex(of: ":"), lower[..<colon].hasSuffix("color") else {
      return false
    }
    return ["color(", "lab(", "lch(", "oklab(", "oklch(", "hwb(", "color-mix(", "from", "light-dark("].contains {
      lower[colon...].hasPrefix(":" + $0) || $0 == "from" && lower.holds("(from")
    }
  }
}
