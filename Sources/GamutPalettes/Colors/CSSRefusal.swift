import GamutBasics

/// The error messages for texts that are not a single known colour: unknown words, and CSS that depends on a page.
enum CSSRefusal {
  static let expected = "expected '#' and digits, a name of CSS, or a function such as 'rgb()'"

  static func word(_ word: String) -> String {
    let name = word.asciiLowercased
    return isDependent(name)
      ? "'\(name)' depends on where it is used: give the colour that is meant" : unknown(word)
  }

  static func unknown(_ text: String) -> String {
    if [3, 4, 6, 8].contains(text.utf8.count), text.utf8.allSatisfy(\.isHexadecimal) {
      return "'\(text)' is not a colour: did you mean '#\(text)'?"
    }
    let nearest = Suggestion.nearest(to: text, among: CSSColor.names + ["transparent"])
    return "\(text.quoted) is not a colour: \(nearest.map { "did you mean '\($0)'?" } ?? expected)"
  }

  static func function(_ word: String) -> String {
    unresolved.contains(word.asciiLowercased)
      ? "'\(word.asciiLowercased)()' depends on where it is used: give the colour that is meant"
      : "\("\(word)()".quoted) is not a function of CSS for colours: these are "
        + CSSNotation.names.map { "\($0)()" }.joined(separator: ", ")
  }

  static func inner(_ word: String) -> String {
    unresolved.contains(word.asciiLowercased)
      ? "'\(word.asciiLowercased)()' is not computed: give the value that it results in"
      : "\("\(word)()".quoted) is not a number, a percentage, or 'none'"
  }

  /// The names of the system colours (CSS Color 4, section 6.2 and appendix A).
  private static let systemColors = Set(
    [
      "AccentColor", "AccentColorText", "ActiveText", "ButtonBorder", "ButtonFace", "ButtonText", "Canvas",
      "CanvasText",
      "Field", "FieldText", "GrayText", "Highlight", "HighlightText", "LinkText", "Mark", "MarkText", "SelectedItem",
      "SelectedItemText", "VisitedText", "ActiveBorder", "ActiveCaption", "AppWorkspace", "Background",
      "ButtonHighlight", "ButtonShadow", "CaptionText", "InactiveBorder", "InactiveCaption", "InactiveCaptionText",
      "InfoBackground", "InfoText", "Menu", "MenuText", "Scrollbar", "ThreeDDarkShadow", "ThreeDFace",
      "ThreeDHighlight", "ThreeDLightShadow", "ThreeDShadow", "Window", "WindowFrame", "WindowText",
    ].map(\.asciiLowercased))

  /// The functions whose result is a colour that depends on other values, or on the device.
  static let unresolvedColors: Set = ["alpha", "color-layers", "contrast-color", "device-cmyk", "light-dark"]

  /// These, the functions that may stand for any value, and the calculations that are not computed.
  private static let unresolved = unresolvedColors.union([
    "attr", "env", "first-valid", "if", "inherit", "toggle", "var", "acos", "asin", "atan", "atan2", "calc-size", "log",
    "progress", "random", "round", "sibling-count", "sibling-index", "cos", "exp", "hypot", "mod", "pow", "rem", "sin",
    "sqrt", "tan",
  ])

  /// Returns whether a text that is not read may be a colour on a page: it depends on other values or a calculation.
  static func isUnknown(_ text: String) -> Bool {
    guard text.utf8.count <= CSSColor.maximumSize else { return false }
    var tokens = CSSTokens(text)
    while let token = try? tokens.next(), token != .end {
      switch token {
      case .function(let name) where unresolved.contains(name.asciiLowercased): return true
      // Names that begin with hyphens are those of the page, as of its colour profiles.
      case .word(let word) where word.hasPrefix("--") || isDependent(word.asciiLowercased): return true
      default: break
      }
    }
    return false
  }

  /// Returns whether a word in lower case is a colour that depends on the page or the device.
  static func isDependent(_ name: String) -> Bool { name == "currentcolor" || systemColors.contains(name) }
}
