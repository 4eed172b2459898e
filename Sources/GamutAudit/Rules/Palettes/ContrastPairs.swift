import Gamut
public import GamutKit
import GamutPalettes

extension AuditPolicy {
  /// A requirement for the contrast of colours.
  public struct ContrastRequirement: Sendable, Hashable {
    /// The names of the colours of texts and signs.
    public var text: Glob
    /// The names of the backgrounds.
    public var on: Glob
    /// The least ratio, from 1 to 21.
    public var ratio: Double

    /// Creates a requirement.
    public init(text: Glob, on: Glob, ratio: Double = 4.5) {
      (self.text, self.on, self.ratio) = (text, on, ratio)
    }
  }
}

/// A text, its background, and the least contrast.
struct ContrastPair {
  var text, background: PaletteStudy.Color
  var ratio: Double

  var contrast: ColorFacts.OnBackground {
    ColorFacts.OnBackground(
      text.color, inSRGB: text.replacement?.color, alpha: text.entry.color.alpha, on: background.color,
      inSRGB: background.replacement?.color)
  }
}

/// The pairs of a palette whose contrast matters: those of the policy, or those that the names suggest.
struct ContrastPairs {
  /// For each requirement, or for one of the names, the least ratio of each name; and the names of backgrounds.
  private var requirements: [(texts: [String: Double], backgrounds: Set<String>)] = []

  /// - Parameter required: the requirements of the policy; empty for what the names suggest.
  init(_ study: PaletteStudy, _ required: [AuditPolicy.ContrastRequirement]) {
    let names = Set(study.names)
    requirements = required.map { requirement in
      (
        Dictionary(
          uniqueKeysWithValues: names.filter { requirement.text.matches(colorNamed: $0) }.map {
            ($0, requirement.ratio)
          }),
        names.filter { requirement.on.matches(colorNamed: $0) }
      )
    }
    if requirements.isEmpty { requirements = Self.suggested(by: study.palette) }
  }

  /// Returns what the names of a palette suggest.
  private static func suggested(by palette: Palette) -> [(texts: [String: Double], backgrounds: Set<String>)] {
    var known: Set<String> = []
    // In the order of the file, so that every run lists the same pairs.
    var names: [(name: String, words: ColorName)] = []
    var scales: [[String]: Int] = [:]
    // What other names refer to is measured where these are used.
    var targets: Set<String> = []
    for entry in palette.entries {
      if let target = entry.target { targets.insert(target) }
      guard known.insert(entry.name).inserted else { continue }
      let name = ColorName(entry.name)
      names.append((entry.name, name))
      if let scale = name.scale { scales[scale, default: 0] += 1 }
    }
    let byWords = Dictionary(names.map { ($0.words.words, $0.name) }) { first, _ in first }
    // Another name of a background is not a second one.
    let aliases = Set(palette.entries.filter { $0.target.map { ColorName($0).isBackground } == true }.map(\.name))
    var (texts, backgrounds): ([String: Double], Set<String>) = ([:], [])
    var found: [(texts: [String: Double], backgrounds: Set<String>)] = []
    for (name, words) in names {
      if words.isBackground, !aliases.contains(name) { backgrounds.insert(name) }
      // The steps of a scale are used by other names.
      if targets.contains(name) || words.scale.map({ scales[$0, default: 0] > 2 }) == true { continue }
      let own = words.ownBackgrounds.compactMap { byWords[$0] }.filter { $0 != name }
      if own.isEmpty { texts[name] = words.leastContrast } else { found.append(([name: 4.5], Set(own))) }
    }
    return backgrounds.isEmpty ? found : found + [(texts, backgrounds)]
  }

  /// Returns the pairs of a context with too little contrast, the worst first, and only those that are of this context.
  ///
  /// Ignores backgrounds that are not opaque, and transparent texts.
  ///
  /// - Parameter colors: those that the context shows.
  func low(in colors: [PaletteStudy.Color]) -> Worst<ContrastPair> {
    var low = Worst<ContrastPair>()
    for (ratios, backgrounds) in requirements {
      let texts = colors.filter { ratios[$0.entry.name] != nil && $0.entry.color.alpha > 0 }
        .map { (color: Luminances($0), ratio: ratios[$0.entry.name] ?? 3) }
      let ownTexts = texts.filter(\.color.color.isOwn)
      for background in colors
      where backgrounds.contains(background.entry.name) && background.entry.color.alpha >= 1 {
        let ground = Luminances(background)
        for (text, ratio) in background.isOwn ? texts : ownTexts where text.color.source != background.source {
          let least = text.contrast(on: ground)
          guard least < ratio else { continue }
          low.add(ratio / least + ratio * 100) { ContrastPair(text: text.color, background: background, ratio: ratio) }
        }
      }
    }
    return low
  }
}

/// The luminances of a colour of a palette, which are the same for all pairs if it is opaque.
private struct Luminances {
  let color: PaletteStudy.Color
  /// Of the colour clamped to sRGB, of what displays of sRGB show, and of what those of Display P3 show.
  private let clamped, inSRGB, wide: Double

  init(_ color: PaletteStudy.Color) {
    self.color = color
    clamped = Contrast.luminance(linearSRGB: color.color.linear)
    inSRGB = Contrast.luminance(linearSRGB: color.inSRGB.linear)
    wide = Contrast.luminance(linearDisplayP3: CSSColor.linearDisplayP3(linearSRGB: color.color.linear))
  }

  /// Returns the contrast on an opaque background, the lower one of the two gamuts.
  func contrast(on background: Luminances) -> Double {
    guard color.entry.color.alpha >= 1 else {
      return ContrastPair(text: color, background: background.color, ratio: 1).contrast.least
    }
    let isInside = !color.color.isClipped && !background.color.color.isClipped
    return min(
      Contrast.ratio(inSRGB, background.inSRGB),
      isInside ? Contrast.ratio(clamped, background.clamped) : Contrast.ratio(wide, background.wide))
  }
}

extension Glob {
  /// Returns whether the name of a colour matches: its groups are folders, and hyphens, dollar and at signs in front do
  /// not count.
  func matches(colorNamed name: String) -> Bool {
    let plain = String(name.drop { "-$@".contains($0) })
    return [name, plain, plain.replacing(".", with: "/")].contains { matches(Pathname($0)) }
  }
}

/// The words of the name of a colour.
struct ColorName {
  /// In small letters.
  let words: [String]

  init(_ name: String) {
    var words: [String] = []
    var word = ""
    var last: Character?
    func end() {
      if !word.isEmpty { words.append(word.lowercased()) }
      word = ""
    }
    for character in name.prefix(200) {
      let isInWord = character.isLetter || character.isNumber
      if !isInWord || character.isUppercase && last?.isLowercase == true { end() }
      if isInWord { word.append(character) }
      last = character
    }
    end()
    self.words = words
  }

  private static let plain: Set = [
    "color", "colors", "colour", "colours", "system", "default", "primary", "app", "base", "main", "page", "window",
    "theme", "semantic", "root", "global",
  ]
  private static let texts: Set = [
    "text", "label", "title", "heading", "headline", "caption", "link", "foreground", "fg", "body", "subtitle",
  ]
  /// Texts for which nothing is required, or which are on no known background.
  private static let unmeasuredTexts: Set = [
    "disabled", "placeholder", "inactive", "inverse", "inverted", "on", "background", "bg", "shadow", "hover",
    "pressed",
  ]
  private static let unmeasured: Set = [
    "surface", "separator", "divider", "border", "outline", "line", "overlay", "scrim", "fill", "canvas", "backdrop",
    "card", "popover", "input", "muted", "white", "black", "selection", "skeleton", "stripe", "panel", "sidebar",
    "ring", "tooltip", "sheet", "modal", "elevated", "container", "code", "track", "grid", "highlight",
  ]
  /// Elements that mostly have a background of their own.
  private static let elements: Set = [
    "button", "btn", "badge", "tag", "chip", "toast", "banner", "header", "footer", "nav", "navbar", "menu", "tab",
    "hero", "tooltip", "sidebar", "card", "popover", "panel", "modal", "sheet",
  ]

  /// The words of the backgrounds that a text for one element has, as those of button and button-background for
  /// button-text; empty for others.
  var ownBackgrounds: [[String]] {
    let isOn = words.contains("on")
    guard isOn || !Self.texts.isDisjoint(with: words),
      Self.unmeasuredTexts.isDisjoint(with: words.filter { $0 != "on" })
    else { return [] }
    let element = words.filter { $0 != "on" && !Self.texts.contains($0) }
    guard !element.allSatisfy({ $0 == "color" || $0 == "colors" }) else { return [] }
    return [element, element + ["background"], element + ["bg"], element + ["surface"]]
  }

  /// The words before a number, as in green-600; nil without one.
  var scale: [String]? {
    guard words.count > 1, words.last?.allSatisfy(\.isNumber) == true else { return nil }
    return words.dropLast()
  }

  /// Whether it is the background of everything, and not that of one element.
  var isBackground: Bool {
    words.contains { $0 == "background" || $0 == "bg" }
      && words.allSatisfy { $0 == "background" || $0 == "bg" || Self.plain.contains($0) }
  }

  /// The least contrast with a background; nil if none is required.
  var leastContrast: Double? {
    if !Self.unmeasuredTexts.isDisjoint(with: words) { return nil }
    if !Self.texts.isDisjoint(with: words) { return Self.elements.isDisjoint(with: words) ? 4.5 : nil }
    return Self.unmeasured.isDisjoint(with: words) ? 3 : nil
  }
}
