import GamutBasics

/// A colour space of the format, with the components that it allows.
struct TokenSpace: Sendable {
  struct Channel: Sendable {
    var name: String
    var range: ClosedRange<Double>?
    /// Whether the upper bound is not allowed.
    var isOpen = false

    func contains(_ value: Double) -> Bool {
      guard let range else { return true }
      return range.contains(value) && !(isOpen && value == range.upperBound)
    }

    /// What is allowed, after "is".
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

  /// Nil if the format has no such space.
  init?(named name: String) {
    guard let space = CSSColor.Space(rawValue: name), space != .linearDisplayP3 else { return nil }
    self.space = space
    channels = Self.channels(of: space)
  }

  static let names: [String] =
    CSSColor.Space.allCases.filter { $0 != .linearDisplayP3 }.map(\.rawValue).sorted()

  /// Whether colours outside sRGB would need another space, as its components are from 0 to 1.
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

/// Colours as CSS writes them.
extension CSSColor {
  /// The colour in the notation of CSS, in short.
  ///
  /// - Parameter none: the components that are missing, by their index.
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

extension String {
  /// The text in one line, for a list of entries.
  var asEntryText: String { count <= 60 ? printable : String(prefix(59)).printable + "…" }
}
