import GamutKit
import GamutPalettes

struct ColorPaths {
  private let paths: [Pathname]

  /// The groups of the name are folders, and hyphens, dollar and at signs in front do not count.
  init(_ name: Pathname) {
    let name = name.text
    let plain = String(name.drop { "-$@".contains($0) })
    var texts = [name]
    for text in [plain, plain.replacing(".", with: "/")] where !texts.contains(text) { texts.append(text) }
    paths = texts.map { Pathname($0) }
  }

  func match(_ glob: Glob) -> Bool { paths.contains { glob.matches($0) } }

  /// The steps that matching takes for each byte of a pattern: one for a byte.
  var steps: Int { paths.reduce(0) { $0 + $1.bytes.count + 8 } }
}

struct ColorName {
  let words: [String]

  init(_ name: String) { words = String(name.prefix(200)).words }

  private static let texts: Set = ["text", "label", "body"], foregrounds: Set = ["foreground", "fg"]
  private static let backgrounds = ["background", "bg", "surface"]
  /// Elements for which nothing is required, and texts whose background is not known.
  private static let inactive: Set = ["disabled", "placeholder", "inactive"]
  private static let elsewhere: Set = ["inverse", "inverted", "contrast", "shadow", "hover", "pressed"]

  /// Elements that mostly have a background of their own, and what is on them.
  private static let elements: Set = [
    "on", "button", "btn", "badge", "tag", "chip", "toast", "banner", "header", "footer", "nav", "navbar", "menu",
    "tab", "hero", "tooltip", "sidebar", "card", "popover", "panel", "modal", "sheet",
  ]

  /// The words without those that say only that it is a colour.
  var plain: [String] { words.filter { !["color", "colors", "colour", "colours"].contains($0) } }

  /// The words of the possible backgrounds, the best ones first: those of x for on-x, of background-x and x for text-on-x, of
  /// x and x-background for x-foreground, and for a text those with background or surface in place of text, or of the words
  /// before it. Empty for other names.
  var backgrounds: [[[String]]] {
    let words = plain
    guard Self.inactive.isDisjoint(with: words) else { return [] }
    func replacing(_ place: Int, by ends: [[String]]) -> [[String]] {
      ends.map { Array(words[..<place]) + $0 + Array(words[(place + 1)...]) }
    }
    let ends = Self.backgrounds.map { [$0] }
    if let place = words.firstIndex(of: "on") {
      guard place + 1 < words.count else { return [] }
      let rest = Array(words[(place + 1)...])
      guard place > 0, Self.texts.contains(words[place - 1]) else { return [replacing(place, by: [[]]), [rest]] }
      let start = Array(words[..<(place - 1)])
      return [ends.map { start + $0 + rest }, [start + rest]]
    }
    if let place = words.lastIndex(where: Self.foregrounds.contains) {
      // Without another word, it is the text on everything.
      return [replacing(place, by: words.count > 1 ? [[]] + ends : ends)]
    }
    guard let place = words.firstIndex(where: Self.texts.contains),
      Self.elsewhere.union(Self.backgrounds).isDisjoint(with: words)
    else { return [] }
    return [replacing(place, by: ends), ends.map { Array(words[..<place]) + $0 }]
  }

  /// Whether it is a text with words for more than its group, as text-danger, which do not say what it is on.
  var hasWordsAfterText: Bool {
    Self.foregrounds.union(["on"]).isDisjoint(with: words) && plain.last.map(Self.texts.contains) == false
  }

  /// Whether it says of a text what it is on, as text-on-danger.
  var saysWhatTextIsOn: Bool {
    zip(words, words.dropFirst()).contains { Self.texts.contains($0) && $1 == "on" }
  }

  /// Whether it is a colour of texts or of elements in the colour of the app, which are on the background of everything.
  var isAccentOrText: Bool {
    !Self.texts.union(Self.foregrounds).union(["accent", "tint"]).isDisjoint(with: words)
      && Self.inactive.union(Self.elsewhere).union(Self.backgrounds).union(Self.elements).isDisjoint(with: words)
  }

  /// The words before a number, as in green-600 and green600; nil without one.
  var scale: [String]? {
    guard let last = words.last, last.last?.isNumber == true else { return nil }
    let stem = last.dropLast(last.reversed().prefix(while: \.isNumber).count)
    let scale = Array(words.dropLast()) + (stem.isEmpty ? [] : [String(stem)])
    return scale.isEmpty ? nil : scale
  }
}

/// The scales of a palette, which have more than two steps, as green-100 to green-900.
struct ColorScales {
  private var counts: [[String]: Int] = [:]

  init(_ names: some Sequence<ColorName>) {
    for name in names {
      if let scale = name.scale { counts[scale, default: 0] += 1 }
    }
  }

  func contains(_ name: ColorName) -> Bool { name.scale.map { counts[$0, default: 0] > 2 } ?? false }
}

extension Palette {
  /// Whether each entry is a step of a scale, which no other name refers to.
  var steps: [Bool] {
    var names: [Pathname: ColorName] = [:]
    for entry in entries where !entry.isUse && names[entry.name] == nil {
      names[entry.name] = ColorName(entry.name.text)
    }
    let scales = ColorScales(names.values)
    var steps = Set(names.filter { scales.contains($0.value) }.keys)
    steps.subtract(entries.filter { !steps.contains($0.name) }.compactMap(\.target))
    return entries.map { steps.contains($0.name) }
  }
}
