import GamutBasics

/// The error messages for texts that are not a single known colour: unknown words, and CSS that depends on a page.
enum CSSRefusal {
  static func word(_ word: String) -> String {
    let name = word.asciiLowercased
    if name == "currentcolor" {
      return "'currentColor' is the text colour of an element, which is not known here: give that colour"
    }
    if let system = systemColors.first(where: { $0.asciiLowercased == name }) {
      return "'\(system)' is a colour of the system, which differs between devices: give the colour that is meant"
    }
    if wideKeywords.contains(name) {
      return "'\(name)' takes the colour from elsewhere in a style sheet: give the colour that it results in"
    }
    if name == "none" { return "'none' is not a colour: for a transparent one, write 'transparent'" }
    if CSSNotation.names.contains(name) || name == "color-mix" || unresolved.contains(name) {
      return "\(word.quoted) is a function: '(' must follow its name at once"
    }
    return unknown(word)
  }

  /// Returns the message for a text that begins with letters or digits, but is not the name of a colour.
  static func unknown(_ text: String) -> String {
    let digits = text.utf8.count
    if [3, 4, 6, 8].contains(digits), text.utf8.allSatisfy(\.isHexadecimal) {
      return "'\(text)' is not a colour: did you mean '#\(text)'?"
    }
    guard let name = Suggestion.nearest(to: text, among: CSSColor.names + ["transparent"]) else {
      return "\(text.quoted) is not a colour: expected '#' and digits, a name of CSS, or a function such as 'rgb()'"
    }
    return "\(text.quoted) is not a colour that CSS names: did you mean '\(name)'?"
  }

  static func function(_ word: String) -> String {
    let name = word.asciiLowercased
    if name == "light-dark" { return "'light-dark()' is two colours: give the one that is meant" }
    if unresolved.contains(name) { return "'\(name)()' cannot be resolved: give the colour that it results in" }
    if let nearest = Suggestion.nearest(to: word, among: CSSNotation.names) {
      return "\("\(word)()".quoted) is not a function of CSS for colours: did you mean '\(nearest)()'?"
    }
    let names = CSSNotation.names.map { "\($0)()" }.joined(separator: ", ")
    return "\("\(word)()".quoted) is not a function of CSS for colours: these are \(names)"
  }

  static func inner(_ word: String, expected: String = "a number, a percentage, or 'none'") -> String {
    let name = word.asciiLowercased
    return unresolved.contains(name)
      ? "'\(name)()' is not computed: give the value that it results in" : "\("\(word)()".quoted) is not \(expected)"
  }

  static func space(_ word: String) -> String {
    if word.hasPrefix("--") {
      return "\(word.quoted) is a colour space that a style sheet defines, which is not known here: "
        + "give the colour in a space of CSS"
    }
    let name = word.asciiLowercased
    if CSSNotation.named(name) != nil { return "\(word.quoted) is not a space of color(): write '\(name)(…)'" }
    if let nearest = Suggestion.nearest(to: word, among: CSSNotation.spaceNames) {
      return "\(word.quoted) is not a space of color(): did you mean '\(nearest)'?"
    }
    return "\(word.quoted) is not a space of color(): these are \(CSSNotation.spaceNames.joined(separator: ", "))"
  }

  static func mark(_ mark: Unicode.Scalar) -> String {
    switch mark {
    case ".": "'.' is not a number: a digit must follow it"
    case "+", "-": "'\(mark)' is not a number: a digit must follow it at once"
    case "(": "'(' must follow the name of a function at once"
    case "#": "'#' must be followed by 3, 4, 6 or 8 hexadecimal digits"
    default: "\(String(mark).quoted) is not part of a colour"
    }
  }

  /// The names of the system colours (CSS Color 4, section 6.2 and appendix A).
  static let systemColors = [
    "AccentColor", "AccentColorText", "ActiveText", "ButtonBorder", "ButtonFace", "ButtonText", "Canvas", "CanvasText",
    "Field", "FieldText", "GrayText", "Highlight", "HighlightText", "LinkText", "Mark", "MarkText", "SelectedItem",
    "SelectedItemText", "VisitedText", "ActiveBorder", "ActiveCaption", "AppWorkspace", "Background",
    "ButtonHighlight", "ButtonShadow", "CaptionText", "InactiveBorder", "InactiveCaption", "InactiveCaptionText",
    "InfoBackground", "InfoText", "Menu", "MenuText", "Scrollbar", "ThreeDDarkShadow", "ThreeDFace",
    "ThreeDHighlight", "ThreeDLightShadow", "ThreeDShadow", "Window", "WindowFrame", "WindowText",
  ]

  private static let wideKeywords: Set = ["inherit", "initial", "revert", "revert-layer", "revert-rule", "unset"]

  /// The functions whose result is a colour that depends on other values, or on the device.
  static let unresolvedColors: Set = ["alpha", "color-layers", "contrast-color", "device-cmyk", "light-dark"]

  /// These, the functions that may stand for any value, and the calculations that are not computed.
  private static let unresolved = unresolvedColors.union([
    "attr", "env", "first-valid", "if", "inherit", "toggle", "var", "acos", "asin", "atan", "atan2", "calc-size", "log",
    "progress", "random", "round", "sibling-count", "sibling-index", "cos", "exp", "hypot", "mod", "pow", "rem", "sin",
    "sqrt", "tan",
  ])

  /// Returns whether a text that cannot be read as a colour may still be one on a page, because it depends on other
  /// values or on a calculation.
  static func isUnknown(_ text: String) -> Bool {
    guard text.utf8.count <= CSSColor.maximumSize else { return false }
    var tokens = CSSTokens(text)
    var isAfterFunction = false
    while let token = try? tokens.next(), token != .end {
      switch token {
      case .function(let name):
        if unresolved.contains(name.asciiLowercased) { return true }
        isAfterFunction = true
      case .word(let word):
        let lower = word.asciiLowercased
        if isDependent(lower) { return true }
        if isAfterFunction, lower.hasPrefix("--") { return true }
        isAfterFunction = false
      default: isAfterFunction = false
      }
    }
    return false
  }

  /// Returns whether a word in lower case is a colour that depends on the page or the device.
  static func isDependent(_ name: String) -> Bool { name == "currentcolor" || systemNames.contains(name) }

  private static let systemNames = Set(systemColors.map(\.asciiLowercased))
}
