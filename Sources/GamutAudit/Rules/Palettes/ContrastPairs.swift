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

extension AuditPolicy {
  /// Returns the pairs whose contrast matters: those of the policy, or those that the names suggest. A background that
  /// is not opaque is none.
  func contrasts(in context: PaletteStudy.Context) -> [ContrastPair] {
    let backgrounds = context.colors.filter { $0.entry.color.alpha >= 1 }
    guard contrast.isEmpty else {
      return contrast.flatMap { requirement in
        pairs(
          context.colors.filter { requirement.text.matches(colorNamed: $0.entry.name) },
          backgrounds.filter { requirement.on.matches(colorNamed: $0.entry.name) }
        ) { _ in requirement.ratio }
      }
    }
    // What other names refer to is measured where these are used, and so is the rest of its scale.
    let targets = Set(context.colors.compactMap(\.entry.target))
    let scales = Set(targets.compactMap { ColorName($0).scale })
    return pairs(
      context.colors.filter { color in
        let name = ColorName(color.entry.name)
        return name.leastContrast != nil && !targets.contains(color.entry.name)
          && !(name.scale.map { scales.contains($0) } ?? false)
      },
      backgrounds.filter { ColorName($0.entry.name).isBackground }
    ) { ColorName($0.entry.name).leastContrast ?? 3 }
  }

  private func pairs(
    _ texts: [PaletteStudy.Color], _ backgrounds: [PaletteStudy.Color], _ ratio: (PaletteStudy.Color) -> Double
  ) -> [ContrastPair] {
    // Only what changes in this context.
    backgrounds.flatMap { background in
      texts.compactMap { text in
        guard text.isOwn || background.isOwn, text.entry.name != background.entry.name else { return nil }
        return ContrastPair(text: text, background: background, ratio: ratio(text))
      }
    }
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
