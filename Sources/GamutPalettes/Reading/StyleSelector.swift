import GamutBasics

/// The selectors of a rule, and the conditions that they imply for the colours in the rule.
struct StyleSelector {
  private let text: String

  init(_ bytes: [UInt8], _ place: Range<Int>) { text = StyleCondition.text(bytes, place) }

  private struct Meaning {
    /// Whether the selector is for the dark appearance; nil if it is for both.
    var isDark: Bool?
    var hasHighContrast = false
    /// The parts of the selector that imply neither an appearance nor high contrast.
    var rest: [String] = []

    var isRoot: Bool { isDark == nil && !hasHighContrast && rest.isEmpty }
  }

  func apply(to context: inout PaletteContext) {
    var meanings: [Meaning] = []
    for selector in Self.split(text, at: UInt8(ascii: ",")) {
      let meaning = Self.meaning(of: selector)
      if meaning.isRoot { return }
      meanings.append(meaning)
    }
    guard let meaning = meanings.first(where: \.rest.isEmpty) ?? meanings.first else { return }
    if let isDark = meaning.isDark { context.isDark = isDark }
    if meaning.hasHighContrast { context.hasHighContrast = true }
    // Several selectors of elements belong together.
    let words = meaning.rest.isEmpty ? "" : meanings.count == 1 ? meaning.rest.joined(separator: " ") : text
    StyleCondition.add(words, to: &context)
  }

  /// Whether `:not()` excludes pages that a class or an attribute makes dark, or light.
  var excluded: Set<Bool> {
    var excluded: Set<Bool> = []
    var rest = text.asciiLowercased[...]
    while let start = rest.firstRange(of: ":not(") {
      rest = rest[start.upperBound...]
      let words = String(rest.prefix { $0 != ")" }).words
      for (word, isDark) in [("dark", true), ("light", false)] where words.contains(word) { excluded.insert(isDark) }
      // `:not([data-theme])`, for pages that follow the system.
      if !words.isEmpty, words.allSatisfy(Self.neutral.contains) { excluded = [true, false] }
    }
    return excluded
  }

  /// Splits a text at a byte outside brackets and quotation marks, and trims the pieces.
  static func split(_ text: String, at separator: UInt8) -> [String] {
    let bytes = Array(text.utf8)
    return CSSScanner.pieces(bytes, bytes.indices, at: separator).map {
      String(decoding: bytes[$0], as: UTF8.self).oneLine(StyleCondition.maximumSize)
    }
  }

  private static func meaning(of selector: String, depth: Int = 0) -> Meaning {
    var meaning = Meaning()
    for compound in split(selector, at: UInt8(ascii: " ")) where !compound.isEmpty {
      if [">", "+", "~"].contains(compound) {
        if !meaning.rest.isEmpty { meaning.rest.append(compound) }
        continue
      }
      read(compound, &meaning, depth)
    }
    return meaning
  }

  /// Reads a compound selector: simple selectors without a space between them.
  private static func read(_ compound: String, _ meaning: inout Meaning, _ depth: Int) {
    var unknown = ""
    for part in parts(compound) {
      let lower = part.asciiLowercased
      if rootNames.contains(lower) || lower.hasPrefix(":not(") { continue }
      // `:where(.dark)`, `:host(.dark)`, and `:is(.dark *)`.
      let inner =
        depth > 2
        ? nil : inside(lower).map { split($0, at: UInt8(ascii: ",")).map { self.meaning(of: $0, depth: depth + 1) } }
      if let inner, let first = inner.first, first.rest.isEmpty, !first.isRoot || inner.allSatisfy(\.isRoot) {
        meaning.isDark = first.isDark ?? meaning.isDark
        meaning.hasHighContrast = meaning.hasHighContrast || first.hasHighContrast
      } else if !mode(part, &meaning) {
        unknown += part
      }
    }
    guard !unknown.isEmpty else { return }
    // Keep the whole selector if it has `:not()` (`a:not(.b)`), else the unknown parts only (`.card` of `.dark.card`).
    let isNegated = compound.utf8.contains(UInt8(ascii: "(")) && compound.contains(":not(")
    meaning.rest.append(isNegated && !compound.hasPrefix(":") ? compound : unknown)
  }

  private static let rootNames: Set = [":root", "html", "body", "*", ":host", ":scope", "&"]

  private static func inside(_ part: String) -> String? {
    for name in [":where(", ":is(", ":host(", ":host-context("] where part.hasPrefix(name) && part.hasSuffix(")") {
      return String(part.dropFirst(name.count).dropLast())
    }
    return nil
  }

  private static func parts(_ compound: String) -> [String] {
    var parts: [String] = []
    var current = String.UnicodeScalarView()
    var depth = 0
    for scalar in compound.unicodeScalars {
      let begins = depth == 0 && (scalar == "." || scalar == "[" || scalar == "#" || scalar == "&")
      let beginsClass = depth == 0 && scalar == ":" && current.last != ":"
      if begins || beginsClass, !current.isEmpty {
        parts.append(String(current))
        current = String.UnicodeScalarView()
      }
      if scalar == "(" || scalar == "[" { depth += 1 }
      if scalar == ")" || scalar == "]" { depth -= 1 }
      current.append(scalar)
    }
    return current.isEmpty ? parts : parts + [String(current)]
  }

  /// Whether a text may have one of the words dark, light and contrast, of which most have no such pair of letters.
  static func mayHaveMode(_ text: some Sequence<UInt8>) -> Bool {
    var last: UInt8 = 0
    return text.contains { byte in
      defer { last = byte | 0x20 }
      let pair = UInt16(last) << 8 | UInt16(byte | 0x20)
      return pair == 0x726b || pair == 0x6768 || pair == 0x7472  // rk, gh, tr
    }
  }

  /// Reads a class or an attribute that implies dark, light or high contrast; returns false for any other.
  private static func mode(_ part: String, _ meaning: inout Meaning) -> Bool {
    let isClass = part.hasPrefix(".")
    guard isClass ? mayHaveMode(part.utf8) : part.hasPrefix("[") else { return false }
    let words = String(isClass ? part.dropFirst() : attribute(part)).words
    let isDark = words.contains("dark")
    let isHigh = words.contains("contrast") && !["low", "less"].contains(where: words.contains)
    guard
      isDark || isHigh || words.contains("light") || !isClass && !words.isEmpty && words.allSatisfy(neutral.contains)
    else { return false }
    // `.btn-dark` is a button on all pages.
    if isClass, words.contains(where: elements.contains) { return false }
    if isDark || words.contains("light") { meaning.isDark = isDark }
    if isHigh { meaning.hasHighContrast = true }
    // `dark-dimmed` is another theme than `dark`.
    if !words.allSatisfy({ neutral.contains($0) || modes.contains($0) }) { meaning.rest.append(part) }
    return true
  }

  /// Returns the value of an attribute selector, or the attribute's name if there is no value.
  private static func attribute(_ part: String) -> Substring {
    let content = part.dropFirst().prefix { $0 != "]" }
    guard let equals = content.firstIndex(of: "=") else { return content }
    var value = content[content.index(after: equals)...]
    if value.hasSuffix(" i") || value.hasSuffix(" s") { value = value.dropLast(2) }
    return value
  }

  private static let modes: Set = ["dark", "light", "high", "contrast", "more", "increased"]

  private static let neutral: Set = [
    "theme", "themes", "mode", "scheme", "color", "colour", "appearance", "is", "has", "data", "default", "auto",
    "system", "prefers", "app", "page", "site", "root", "ui", "base", "in", "on", "only",
  ]

  /// The words that show that a class is for an element and not for the whole page.
  private static let elements: Set = [
    "alert", "badge", "bg", "background", "border", "box", "btn", "button", "card", "carousel", "dropdown", "fill",
    "header", "footer", "icon", "item", "link", "list", "menu", "nav", "navbar", "outline", "panel", "popover",
    "sidebar", "stroke", "table", "text", "tooltip",
  ]
}

enum StyleCondition {
  static let maximumLength = 80
  /// The maximum number of bytes of a condition or a selector that are read; the rest is ignored.
  static let maximumSize = 4000

  static func text(_ bytes: [UInt8], _ place: Range<Int>) -> String {
    StyleValue.words(bytes, place.prefix(maximumSize))
  }

  /// Adds a condition that has no property of its own to the theme of a context.
  static func add(_ words: String, to context: inout PaletteContext) {
    guard !words.isEmpty else { return }
    let text = context.theme.isEmpty ? words : "\(context.theme.text) \(words)"
    context.theme = Pathname(text.oneLine(maximumLength))
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
    var conditions = StyleSelector.split(query, at: UInt8(ascii: " ")).filter { !$0.isEmpty && $0 != "and" }
    let isInverse = conditions.first == "not"
    if isInverse || conditions.first == "only" { conditions.removeFirst() }
    var themes: [String] = []
    var count = 0
    var hasGamut = false
    for condition in conditions {
      count += 1
      switch condition.filter({ $0 != " " }) {
      case "screen", "all":
        count -= 1
        if isInverse, condition == "screen" { return false }
      case "(prefers-color-scheme:dark)": context.isDark = true
      case "(prefers-color-scheme:light)": context.isDark = false
      case "(prefers-contrast:more)", "(prefers-contrast:high)": context.hasHighContrast = true
      case "(prefers-contrast:no-preference)": break
      case "(color-gamut:p3)", "(color-gamut:rec2020)", "(dynamic-range:high)":
        context.gamut = isInverse ? .sRGB : .displayP3
        hasGamut = true
      case "(color-gamut:srgb)", "(color-gamut)", "(dynamic-range:standard)": if isInverse { return false }
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
}
