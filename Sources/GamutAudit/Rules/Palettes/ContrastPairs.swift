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

  init(_ palette: PaletteSubject) {
    let names = Set(palette.study.palette.entries.map(\.name))
    requirements = palette.policy.contrast.map { requirement in
      (
        Dictionary(
          uniqueKeysWithValues: names.filter { requirement.text.matches(colorNamed: $0) }.map {
            ($0, requirement.ratio)
          }),
        names.filter { requirement.on.matches(colorNamed: $0) }
      )
    }
    guard requirements.isEmpty else { return }
    var (texts, backgrounds): ([String: Double], Set<String>) = ([:], [])
    // What other names refer to is measured where these are used, and so is the rest of its scale.
    let targets = Set(palette.study.palette.entries.compactMap(\.target))
    let scales = Set(targets.compactMap { ColorName($0).scale })
    for name in names {
      let words = ColorName(name)
      if words.isBackground { backgrounds.insert(name) }
      if targets.contains(name) || words.scale.map({ scales.contains($0) }) == true { continue }
      texts[name] = words.leastContrast
    }
    if !backgrounds.isEmpty { requirements = [(texts, backgrounds)] }
  }

  /// Returns the pairs of a context with too little contrast, the worst first, and only those that are of this context.
  ///
  /// A background that is not opaque is none, and neither is a transparent text.
  func low(in context: PaletteStudy.Context) -> Worst<ContrastPair> {
    var low = Worst<ContrastPair>()
    for (ratios, backgrounds) in requirements {
      let texts = context.colors.filter { ratios[$0.entry.name] != nil && $0.entry.color.alpha > 0 }
        .map { (color: Luminances($0), ratio: ratios[$0.entry.name] ?? 3) }
      let ownTexts = texts.filter(\.color.color.isOwn)
      for background in context.colors
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
  /// Of its code in sRGB, of what displays of sRGB show, and of what those of Display P3 show.
  private let code, inSRGB, wide: Double

  init(_ color: PaletteStudy.Color) {
    self.color = color
    code = Contrast.luminance(code: color.color.code)
    inSRGB = Contrast.luminance(code: color.inSRGB.code)
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
      isInside ? Contrast.ratio(code, background.code) : Contrast.ratio(wide, background.wide))
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
  private static let unmeasured: Set = [
    "background", "bg", "surface", "separator", "divider", "border", "outline", "line", "shadow", "overlay", "scrim",
    "fill", "disabled", "placeholder", "inactive", "canvas", "backdrop", "hover", "pressed", "on",
  ]

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
    if !Self.unmeasured.isDisjoint(with: words) { return nil }
    return Self.texts.isDisjoint(with: words) ? 3 : 4.5
  }
}
