import Gamut
import GamutKit
import GamutPalettes

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

/// The pairs of a palette whose contrast is required: by the policy or, without requirements, by the names of the
/// colours.
struct ContrastPairs {
  /// Names of texts, names of backgrounds, and the lowest permitted ratio.
  private struct Requirement: Hashable {
    /// The lists of the places of names.
    var texts, backgrounds: Int
    var ratio: Double
  }

  /// The number of requirements that are not measured in all contexts.
  var unmeasuredCount: Int { unmatchedCount + unmeasured.count }

  /// The number of requirements whose names are not known.
  private var unmatchedCount = 0
  /// The indices of the requirements that are not measured in all contexts, although their names are known.
  private var unmeasured: Set<Int> = []

  private let study: PaletteStudy
  /// The luminances of each entry.
  private let luminances: [Luminances]
  /// Places of names, in the order of the file.
  private var lists: [[Int32]] = []
  private var requirements: [Requirement] = []
  /// The steps that are left for all contexts.
  private var room: Int

  /// The maximum number of steps for all contexts: opaque pairs that are measured, about.
  static let totalLimit = 300_000_000
  /// The maximum number of steps for matching names: bytes of a name times bytes of a pattern, about.
  static let matchingLimit = 3_000_000_000
  /// The steps that these take: a pair with a text that is not opaque, sorting a text, and searching the texts for a
  /// background.
  static let stepsOfMixing = 60
  static let stepsOfSorting = 20
  static let stepsOfSearch = 40
  /// The number of backgrounds from which on texts are sorted.
  private static let manyBackgrounds = 16

  /// - Parameters:
  ///   - required: the requirements of the policy; if empty, the names of the colours determine them.
  ///   - limit: the maximum number of steps for all contexts.
  init(
    _ study: PaletteStudy, _ required: [AuditPolicy.ContrastRequirement], limit: Int = totalLimit,
    matchingLimit: Int = matchingLimit
  ) {
    (self.study, room) = (study, limit)
    luminances = study.colors.map { Luminances($0) }
    if required.isEmpty { addSuggested() } else { add(required, matchingLimit) }
  }

  private mutating func add(_ required: [AuditPolicy.ContrastRequirement], _ limit: Int) {
    let names = study.names.map { ColorPaths($0) }
    let size = names.reduce(0) { $0 + $1.steps }
    var room = limit
    var known: [Glob: Int] = [:]
    /// Returns the list of the names that match; nil if there is no time for that.
    func list(_ glob: Glob) -> Int? {
      if let list = known[glob] { return list }
      let steps = size.multipliedReportingOverflow(by: glob.text.utf8.count + 2)
      guard !steps.overflow, steps.partialValue <= room else { return nil }
      room -= steps.partialValue
      known[glob] = lists.count
      lists.append(names.indices.filter { names[$0].match(glob) }.map { Int32($0) })
      return lists.count - 1
    }
    var added: Set<Requirement> = []
    for item in required {
      guard let texts = list(item.text), let backgrounds = list(item.background) else {
        unmatchedCount += 1
        continue
      }
      let requirement = Requirement(texts: texts, backgrounds: backgrounds, ratio: item.ratio)
      // The same requirement again would find the same pairs.
      if added.insert(requirement).inserted { requirements.append(requirement) }
    }
  }

  /// Adds the requirements that the names of the palette imply.
  private mutating func addSuggested() {
    let palette = study.palette
    var known: Set<String> = []
    // In the order of the file, so that every run lists the same pairs.
    var names: [(name: String, words: ColorName)] = []
    // What other names refer to is measured where these are used.
    var targets: Set<String> = []
    for entry in palette.entries {
      if let target = entry.target { targets.insert(target) }
      guard known.insert(entry.name).inserted else { continue }
      let name = ColorName(entry.name)
      names.append((entry.name, name))
    }
    let scales = ColorScales(names.map(\.words))
    let byWords = Dictionary(names.enumerated().map { ($1.words.words, Int32($0)) }) { first, _ in first }
    // Another name of a background is not a second one.
    let aliases = Set(palette.entries.filter { $0.target.map { ColorName($0).isBackground } == true }.map(\.name))
    var texts: [Double: [Int32]] = [:]
    var backgrounds: [Int32] = []
    for (index, (name, words)) in names.enumerated() {
      let place = Int32(index)
      if words.isBackground, !aliases.contains(name) { backgrounds.append(place) }
      // The steps of a scale are used by other names.
      if targets.contains(name) || scales.contains(words) { continue }
      let own = Set(words.ownBackgrounds.compactMap { byWords[$0] }).subtracting([place]).sorted()
      if own.isEmpty {
        if let ratio = words.leastContrast { texts[ratio, default: []].append(place) }
      } else {
        add([place], own, 4.5)
      }
    }
    guard !backgrounds.isEmpty else { return }
    for (ratio, texts) in texts.sorted(by: { $0.key < $1.key }) { add(texts, backgrounds, ratio) }
  }

  private mutating func add(_ texts: [Int32], _ backgrounds: [Int32], _ ratio: Double) {
    requirements.append(Requirement(texts: lists.count, backgrounds: lists.count + 1, ratio: ratio))
    lists += [texts, backgrounds]
  }

  /// Returns the pairs of a context with too little contrast, the worst first, and only those that are of this context.
  ///
  /// Ignores backgrounds that are not opaque, and transparent texts.
  ///
  /// - Parameter shown: all names in the context.
  mutating func low(in shown: [PaletteStudy.Shown]) -> Worst<ContrastPair> {
    var low = Worst<ContrastPair>()
    var context = MeasuredContext()
    var hasOwn = [Bool?](repeating: nil, count: lists.count)
    for (index, requirement) in requirements.enumerated() {
      let parts = [requirement.texts, requirement.backgrounds]
      for list in parts where hasOwn[list] == nil {
        hasOwn[list] = lists[list].contains { shown[Int($0)].isOwn }
        room -= lists[list].count / 8
      }
      if !parts.contains(where: { hasOwn[$0] == true }) { continue }
      if room > 0 {
        context.makeRoom()
        for list in parts where context.colors[list] == nil {
          context.colors[list] = lists[list].compactMap { measured(shown[Int($0)], at: $0) }
          room -= lists[list].count
        }
      }
      guard room > 0 else {
        unmeasured.insert(index)
        continue
      }
      let backgrounds = (context.colors[requirement.backgrounds] ?? []).filter(\.isOpaque)
      let ownCount = backgrounds.count(where: \.isOwn)
      func texts(_ isOwn: Bool, _ count: Int) -> SortedTexts {
        context.texts(requirement.texts, forOwn: isOwn, isSorted: count > Self.manyBackgrounds, &room)
      }
      let (all, own) = (texts(true, ownCount), texts(false, backgrounds.count - ownCount))
      let steps = backgrounds.reduce(0) { $0 + ($1.isOwn ? all : own).steps(on: $1) }
      guard steps <= room else {
        unmeasured.insert(index)
        continue
      }
      room -= steps
      for background in backgrounds {
        let found = (background.isOwn ? all : own).low(on: background, requirement.ratio, above: low.bar, study.colors)
        for text in found.worst {
          low.add(text.weight) {
            ContrastPair(
              text: study.color(shown[Int(text.place)]), background: study.color(shown[Int(background.place)]),
              ratio: requirement.ratio)
          }
        }
        low.add(unlisted: found.count - found.worst.count)
      }
    }
    return low
  }

  /// Returns the numbers of a name that a context shows; nil if it cannot be seen.
  private func measured(_ shown: PaletteStudy.Shown, at place: Int32) -> MeasuredColor? {
    guard shown.entry >= 0 else { return nil }
    let alpha = study.alpha(of: shown)
    guard alpha > 0 else { return nil }
    let own = luminances[Int(shown.color)]
    return MeasuredColor(
      place: place, source: shown.source, color: shown.color, replacement: shown.replacement, isOwn: shown.isOwn,
      isClipped: own.isClipped, alpha: alpha, clamped: own.clamped,
      inSRGB: shown.replacement < 0 ? own.clamped : luminances[Int(shown.replacement)].clamped, wide: own.wide)
  }
}

/// The colours of a context, as far as requirements have asked for them.
private struct MeasuredContext {
  /// The colours of each list of names, by the index of the list.
  var colors: [Int: [MeasuredColor]] = [:]
  private var sorted: [Key: SortedTexts] = [:]

  private struct Key: Hashable {
    var list: Int
    var isForOwn, isSorted: Bool
  }

  /// The maximum number of colours and texts that are kept for the next requirement.
  private static let limit = 300_000

  /// Forgets everything if it is much.
  mutating func makeRoom() {
    let count = colors.values.reduce(0) { $0 + $1.count } + sorted.values.reduce(0) { $0 + $1.count }
    if count > Self.limit { self = MeasuredContext() }
  }

  /// Returns the texts of a list: all texts for backgrounds that only the context has, and for other backgrounds the
  /// texts that only the context has.
  ///
  /// - Parameter steps: the number of steps that remain.
  mutating func texts(_ list: Int, forOwn isForOwn: Bool, isSorted: Bool, _ steps: inout Int) -> SortedTexts {
    let key = Key(list: list, isForOwn: isForOwn, isSorted: isSorted)
    if let known = sorted[key] { return known }
    let texts = (colors[list] ?? []).filter { isForOwn || $0.isOwn }
    let result = SortedTexts(texts, isSorted: isSorted)
    if isSorted { steps -= texts.count * ContrastPairs.stepsOfSorting }
    sorted[key] = result
    return result
  }
}
