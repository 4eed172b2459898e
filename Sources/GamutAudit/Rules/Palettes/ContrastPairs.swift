import Gamut
import GamutKit
import GamutPalettes

struct ContrastPair {
  var text, background: PaletteStudy.Shown
  var ratio: Double
}

extension PaletteStudy.Color {
  func contrast(on background: PaletteStudy.Color) -> ColorFacts.OnBackground {
    ColorFacts.OnBackground(
      color, inSRGB: replacement?.color, alpha: entry.color.alpha, on: background.color,
      inSRGB: background.replacement?.color)
  }
}

/// The pairs of a palette whose contrast is required: by the policy or, without requirements, by the names of the
/// colours. Each pair is measured; a requirement is counted if there is no time for all its pairs.
struct ContrastPairs {
  private struct Requirement {
    /// The places of the names of texts and of backgrounds among all names, in the order of the file.
    var texts, backgrounds: [Int]
    var ratio: Double
    /// Whether a rule of CSS gives both to an element, which the elements of themes may not be.
    var isOfRule = false
    /// Whether only the equal words of their names say that they belong together, as text-danger and background-danger.
    var isGuess = false
  }

  static let totalLimit = 300_000_000
  /// The number of pairs that one with a text that is not opaque counts as, because its colours are mixed.
  private static let pairsOfMixing = 60
  /// The maximum number of steps for matching names: bytes of a name times bytes of a pattern, about.
  static let matchingLimit = 3_000_000_000

  private let study: PaletteStudy
  private var requirements: [Requirement] = []
  private var room: Int
  private var unmatchedCount = 0
  /// The indices of the requirements that are not measured in all contexts, although their names are known.
  private var unmeasured: Set<Int> = []

  /// The number of pairs whose names have equal words that mean something else.
  private(set) var droppedCount = 0
  /// The pairs with too little contrast, the worst first.
  private(set) var low = WorstItems<ContrastPair>()
  var unmeasuredCount: Int { unmatchedCount + unmeasured.count }

  init(
    _ study: PaletteStudy, _ required: [AuditPolicy.ContrastRequirement], limit: Int = totalLimit,
    matchingLimit: Int = matchingLimit
  ) {
    (self.study, room) = (study, limit)
    if required.isEmpty { addSuggested() } else { add(required, matchingLimit) }
    addUses()
  }

  private mutating func add(_ required: [AuditPolicy.ContrastRequirement], _ limit: Int) {
    let names = study.names.map { ColorPaths($0) }
    /// The bytes of patterns that there is time for.
    var room = limit / max(names.reduce(0) { $0 + $1.steps }, 1)
    var known: [Glob: [Int]] = [:]
    var added: Set<AuditPolicy.ContrastRequirement> = []
    // The same requirement again would find the same pairs.
    for item in required where added.insert(item).inserted {
      for glob in [item.text, item.background] where known[glob] == nil && glob.text.utf8.count + 2 <= room {
        room -= glob.text.utf8.count + 2
        known[glob] = names.indices.filter { names[$0].match(glob) }
      }
      if let texts = known[item.text], let backgrounds = known[item.background] {
        requirements.append(Requirement(texts: texts, backgrounds: backgrounds, ratio: item.ratio))
      } else {
        unmatchedCount += 1
      }
    }
  }

  private mutating func addSuggested() {
    // What other names refer to is measured where these are used.
    let targets = Set(study.palette.entries.lazy.compactMap(\.target))
    let own = Set(study.palette.entries.lazy.filter { !$0.isUse }.map(\.name))
    // In the order of the file, so that every run lists the same pairs.
    let names = study.names.enumerated().filter { own.contains($1) }.map {
      (place: $0, name: $1, words: ColorName($1.text))
    }
    let scales = ColorScales(names.map(\.words))
    let byWords = Dictionary(names.map { ($0.words.plain, $0.place) }) { first, _ in first }
    // The steps of a scale are used by other names.
    for (place, name, words) in names where !targets.contains(name) && !scales.contains(words) {
      for (option, backgrounds) in words.backgrounds.enumerated() {
        let own = Set(backgrounds.compactMap { byWords[$0] }).subtracting([place]).sorted()
        guard !own.isEmpty else { continue }
        requirements.append(
          Requirement(
            texts: [place], backgrounds: own, ratio: Self.leastRatio,
            isGuess: option == 0 && words.hasWordsAfterText))
        break
      }
    }
    dropGuesses(names.contains { $0.words.saysWhatTextIsOn })
  }

  /// Drops the pairs that only equal words suggest where these mean something else: where texts are named after what they are
  /// on, as text-on-danger, where one text has the colour of its backgrounds, and where most of at least four cannot be
  /// read, because the words are those of a meaning.
  private mutating func dropGuesses(_ areNamed: Bool) {
    let guesses = requirements.filter(\.isGuess)
    guard !guesses.isEmpty, let context = study.contexts.first else { return }
    let shown = study.shown(in: context)
    var (unread, isOneColor) = (0, false)
    for guess in guesses {
      guard let text = measured(shown[guess.texts[0]], at: guess.texts[0]) else { continue }
      let backgrounds = guess.backgrounds.compactMap { measured(shown[$0], at: $0) }.filter(\.isOpaque)
      if backgrounds.contains(where: { text.contrast(on: $0, study.colors) < Self.leastForSigns }) { unread += 1 }
      let colors = Set((backgrounds + [text]).map { study.colors[Int($0.color)].code })
      isOneColor = isOneColor || text.isOpaque && !backgrounds.isEmpty && colors.count == 1
    }
    guard areNamed || isOneColor || guesses.count >= 4 && 2 * unread > guesses.count else { return }
    droppedCount = guesses.count
    requirements.removeAll(where: \.isGuess)
  }

  /// Adds the texts and the backgrounds that one rule of CSS gives to an element.
  private mutating func addUses() {
    let uses = Set(study.palette.entries.lazy.filter(\.isUse).map(\.name))
    guard !uses.isEmpty else { return }
    let places = Dictionary(study.names.enumerated().map { ($1, $0) }) { first, _ in first }
    for (place, name) in study.names.enumerated() where uses.contains(name) && name.text.hasSuffix(" color") {
      let element = name.text.dropLast(6)
      guard let background = places["\(String(element)) background"], !element.contains("disabled") else { continue }
      requirements.append(
        Requirement(texts: [place], backgrounds: [background], ratio: Self.leastRatio, isOfRule: true))
    }
  }

  /// The ratio of WCAG 2.2 for texts, success criterion 1.4.3.
  private static let leastRatio = 4.5
  /// That for signs and large texts, success criteria 1.4.3 and 1.4.11.
  private static let leastForSigns = 3.0

  /// Adds the pairs of the next context with too little contrast, and only those that are of this context.
  /// Ignores backgrounds that are not opaque, and transparent texts.
  mutating func find(in shown: [PaletteStudy.Shown], isOfPage: Bool = true) {
    low.beginContext()
    let colors = shown.indices.map { measured(shown[$0], at: $0) }
    for (index, requirement) in requirements.enumerated() where isOfPage || !requirement.isOfRule {
      guard room > 0 else {
        unmeasured.insert(index)
        continue
      }
      room -= requirement.texts.count + requirement.backgrounds.count
      let texts = requirement.texts.compactMap { colors[$0] }
      let ownTexts = texts.filter { $0.part > 0 }
      pairs: for background in requirement.backgrounds.compactMap({ colors[$0] }) where background.isOpaque {
        for text in background.part == 3 ? texts : ownTexts
        where text.part | background.part == 3 && text.place != background.place {
          guard room > 0 else {
            unmeasured.insert(index)
            break pairs
          }
          room -= text.isOpaque ? 1 : Self.pairsOfMixing
          let contrast = text.contrast(on: background, study.colors)
          guard contrast < requirement.ratio else { continue }
          low.add(requirement.ratio / contrast + requirement.ratio * 100) {
            ContrastPair(text: shown[text.place], background: shown[background.place], ratio: requirement.ratio)
          }
        }
      }
    }
  }

  private func measured(_ shown: PaletteStudy.Shown, at place: Int) -> MeasuredColor? {
    guard shown.entry >= 0 else { return nil }
    let alpha = study.alpha(of: shown)
    guard alpha > 0 else { return nil }
    let own = study.colors[Int(shown.color)]
    let clamped = Contrast.luminance(linearSRGB: own.linear)
    return MeasuredColor(
      place: place, color: shown.color, replacement: shown.replacement, part: shown.part, alpha: alpha,
      isClipped: own.isClipped, clamped: clamped,
      wide: Contrast.luminance(linearDisplayP3: ExtendedSRGB.linearDisplayP3(own.linear)),
      inSRGB: shown.replacement < 0
        ? clamped : Contrast.luminance(linearSRGB: study.colors[Int(shown.replacement)].linear))
  }
}

/// The values of a name in a context that contrast depends on, without references, because there are many pairs.
private struct MeasuredColor {
  let place: Int
  /// The entry with the colour, and the entry that displays of sRGB show instead; -1 if there is none.
  let color, replacement: Int32
  let part: UInt8
  let alpha: Double
  let isClipped: Bool
  /// The luminances: clamped to sRGB, as displays of Display P3 show it, and as those of sRGB do.
  let clamped, wide, inSRGB: Double

  var isOpaque: Bool { alpha >= 1 }

  /// Returns the contrast with an opaque background: the lower one of the two gamuts.
  func contrast(on background: MeasuredColor, _ colors: [ColorInSRGB]) -> Double {
    guard isOpaque else {
      return ColorFacts.OnBackground(
        colors[Int(color)], inSRGB: replacement < 0 ? nil : colors[Int(replacement)], alpha: alpha,
        on: colors[Int(background.color)],
        inSRGB: background.replacement < 0 ? nil : colors[Int(background.replacement)]
      ).least
    }
    return min(
      Contrast.ratio(inSRGB, background.inSRGB),
      isClipped || background.isClipped
        ? Contrast.ratio(wide, background.wide) : Contrast.ratio(clamped, background.clamped))
  }
}
