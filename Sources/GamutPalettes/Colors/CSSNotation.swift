/// A function of CSS that writes a colour: its components, and the forms that it takes.
struct CSSNotation: Sendable {
  /// A component of a notation.
  struct Channel: Sendable {
    var name: String
    /// Whether it is a hue: a number of degrees, or an angle.
    var isHue = false
    /// The number that is 1 in the units of the space.
    var unit = 1.0
    /// What 100% is, in the units of the space.
    var full = 1.0
    /// The values that others are clamped to.
    var range: ClosedRange<Double>?

    /// Returns the value in the units of the space.
    func value(_ part: CSSArguments.Part) -> Double {
      let value =
        switch part {
        case .none: 0.0
        case .number(let number): number / unit
        case .percentage(let percentage): percentage * full / 100
        case .angle(let degrees): degrees
        }
      if isHue { return Self.circle(value) }
      guard let range else { return value }
      return min(max(value, range.lowerBound), range.upperBound)
    }

    /// Returns the angle from 0 to less than 360.
    private static func circle(_ degrees: Double) -> Double {
      let rest = degrees.truncatingRemainder(dividingBy: 360)
      let positive = rest < 0 ? rest + 360 : rest
      // The sum of 360 and a tiny negative number is 360; the sum with 0 makes 0 of -0.
      return positive < 360 ? positive + 0 : 0
    }
  }

  /// The values that the older form with commas takes.
  enum Legacy: Sendable {
    /// All numbers, or all percentages.
    case alike
    /// A hue, and percentages.
    case percentages
  }

  var space: CSSColor.Space
  var channels: [Channel]
  /// Nil if there is no form with commas.
  var legacy: Legacy?

  /// Returns the notation of a function other than `color()`, by its name in small letters.
  static func named(_ name: String) -> CSSNotation? { all[name] }

  static let names: [String] = (all.keys + ["color"]).sorted()

  private static let all: [String: CSSNotation] = [
    "rgb": rgb, "rgba": rgb, "hsl": hsl, "hsla": hsl, "hwb": hwb, "lab": lab, "lch": lch, "oklab": okLab,
    "oklch": okLCh,
  ]

  private static let hue = Channel(name: "hue", isHue: true)
  private static let positive = 0...Double.infinity

  private static let rgb = CSSNotation(
    space: .sRGB, channels: ["red", "green", "blue"].map { Channel(name: $0, unit: 255, range: 0...1) },
    legacy: .alike)
  /// CSS clamps a negative saturation when it reads the text, and the others when it converts the colour to sRGB.
  private static let hsl = CSSNotation(
    space: .hsl,
    channels: [
      hue, Channel(name: "saturation", full: 100, range: positive), Channel(name: "lightness", full: 100),
    ],
    legacy: .percentages)
  private static let hwb = CSSNotation(
    space: .hwb,
    channels: [hue, Channel(name: "whiteness", full: 100), Channel(name: "blackness", full: 100)])
  private static let lab = CSSNotation(
    space: .lab,
    channels: [
      Channel(name: "lightness", full: 100, range: 0...100), Channel(name: "a", full: 125),
      Channel(name: "b", full: 125),
    ])
  private static let lch = CSSNotation(
    space: .lch,
    channels: [
      Channel(name: "lightness", full: 100, range: 0...100), Channel(name: "chroma", full: 150, range: positive), hue,
    ])
  private static let okLab = CSSNotation(
    space: .okLab,
    channels: [
      Channel(name: "lightness", range: 0...1), Channel(name: "a", full: 0.4), Channel(name: "b", full: 0.4),
    ])
  private static let okLCh = CSSNotation(
    space: .okLCh,
    channels: [Channel(name: "lightness", range: 0...1), Channel(name: "chroma", full: 0.4, range: positive), hue])
}

/// The spaces of `color()`.
extension CSSNotation {
  /// Returns the notation of `color()` for a space, by its name in small letters.
  static func color(inSpace name: String) -> CSSNotation? {
    guard let space = name == "xyz" ? .xyzD65 : CSSColor.Space(rawValue: name), predefined.contains(space) else {
      return nil
    }
    let names = space == .xyzD50 || space == .xyzD65 ? ["x", "y", "z"] : ["red", "green", "blue"]
    return CSSNotation(space: space, channels: names.map { Channel(name: $0) })
  }

  static let spaceNames: [String] = (predefined.map(\.rawValue) + ["xyz"]).sorted()

  private static let predefined: [CSSColor.Space] = [
    .sRGB, .linearSRGB, .displayP3, .linearDisplayP3, .a98RGB, .proPhotoRGB, .rec2020, .xyzD50, .xyzD65,
  ]
}
