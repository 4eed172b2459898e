import GamutBasics

/// A colour space of design tokens, with the allowed ranges of its components.
struct TokenSpace: Sendable {
  struct Channel: Sendable {
    var name: String
    var range: ClosedRange<Double>?
    /// Whether the range excludes its upper bound.
    var isOpen = false

    func contains(_ value: Double) -> Bool {
      guard let range else { return true }
      return range.contains(value) && !(isOpen && value == range.upperBound)
    }

    /// The allowed range in words, to follow "is" in a sentence.
    var words: String {
      guard let range else { return "any number" }
      let lower = JSONWriter.text(of: range.lowerBound)
      guard range.upperBound.isFinite else { return "at least \(lower)" }
      let upper = JSONWriter.text(of: range.upperBound)
      return isOpen ? "at least \(lower), and less than \(upper)" : "from \(lower) to \(upper)"
    }
  }

  var space: CSSColor.Space
  var channels: [Channel]

  /// Finds the space with a name; nil if the format has none.
  init?(named name: String) {
    guard let space = CSSColor.Space(rawValue: name), space != .linearDisplayP3 else { return nil }
    self.space = space
    channels = Self.channels(of: space)
  }

  static let names: [String] =
    CSSColor.Space.allCases.filter { $0 != .linearDisplayP3 }.map(\.rawValue).sorted()

  /// Whether the components are red, green and blue from 0 to 1, so that colours outside the gamut need a larger space.
  var isRGB: Bool { channels[0].name == "red" }

  private static let hue = Channel(name: "hue", range: 0...360, isOpen: true)
  private static let chroma = Channel(name: "chroma", range: 0...Double.infinity)

  private static func channels(of space: CSSColor.Space) -> [Channel] {
    func percent(_ name: String) -> Channel { Channel(name: name, range: 0...100) }
    func share(_ name: String) -> Channel { Channel(name: name, range: 0...1) }
    switch space {
    case .hsl: return [hue, percent("saturation"), percent("lightness")]
    case .hwb: return [hue, percent("whiteness"), percent("blackness")]
    case .lab: return [percent("lightness"), Channel(name: "a"), Channel(name: "b")]
    case .lch: return [percent("lightness"), chroma, hue]
    case .okLab: return [share("lightness"), Channel(name: "a"), Channel(name: "b")]
    case .okLCh: return [share("lightness"), chroma, hue]
    case .xyzD50, .xyzD65: return [share("x"), share("y"), share("z")]
    default: return [share("red"), share("green"), share("blue")]
    }
  }
}

/// Colours as texts.
extension CSSColor {
  func notation(none: Set<Int> = []) -> String {
    let values = components.enumerated().map { none.contains($0) ? "none" : Self.text($1) }.joined(separator: " ")
    let end = alpha == 1 ? ")" : " / \(Self.text(alpha)))"
    switch space {
    case .lab, .lch, .okLab, .okLCh, .hsl, .hwb: return "\(space.rawValue)(\(values)\(end)"
    default: return "color(\(space.rawValue) \(values)\(end)"
    }
  }

  private static func text(_ value: Double) -> String { JSONWriter.text(of: value, significantDigits: 6) }
}
