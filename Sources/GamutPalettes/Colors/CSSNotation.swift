/// The syntax of a CSS colour function: its components, and the units in which they may be given.
struct CSSNotation: Sendable {
  struct Channel: Sendable {
    var name: String
    /// Whether the component is a hue: a number of degrees, or an angle.
    var isHue = false
    /// The number in the text that corresponds to 1 in the units of the space.
    var unit = 1.0
    /// The value of 100%, in the units of the space.
    var full = 1.0
    /// The range to which a value is clamped; nil for no limits.
    var range: ClosedRange<Double>?

    static let alpha = Channel(name: "alpha", range: 0...1)

    func value(_ part: CSSArguments.Part) -> Double {
      let value =
        switch part {
        case .none: 0.0
        case .number(let number): number / unit
        case .percentage(let percentage): percentage * full / 100
        case .angle(let degrees): degrees
        }
      if isHue { return CSSColor.circle(value) }
      guard let range else { return value }
      return min(max(value, range.lowerBound), range.upperBound)
    }
  }

  /// The kinds of values that the older syntax with commas allows.
  enum Legacy: Sendable {
    /// All values are numbers, or all are percentages.
    case alike
    /// The first value is a hue, and the others are percentages.
    case percentages
  }

  var space: CSSColor.Space
  var channels: [Channel]
  /// The values allowed in the syntax with commas; nil if the function has no such syntax.
  var legacy: Legacy?

  static let names: [String] = (named.keys + ["color"]).sorted()

  /// The syntax of the functions other than `color()`.
  static let named: [String: CSSNotation] = [
    "rgb": rgb, "rgba": rgb, "hsl": hsl, "hsla": hsl, "hwb": hwb, "lab": lab, "lch": lch, "oklab": okLab,
    "oklch": okLCh,
  ]

  private static let hue = Channel(name: "hue", isHue: true)
  private static let positive = 0...Double.infinity

  private static let rgb = CSSNotation(
    space: .sRGB, channels: ["red", "green", "blue"].map { Channel(name: $0, unit: 255, range: 0...1) },
    legacy: .alike)
  /// CSS clamps a negative saturation when it reads the text; it clamps the other values during the conversion to sRGB.
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

  /// Makes this the syntax of a colour relative to another one: without commas, and without the bounds of sRGB.
  mutating func makeRelative() {
    legacy = nil
    for index in channels.indices where space == .sRGB || space == .hsl { channels[index].range = nil }
  }

  /// Returns the values of a colour by the words for its channels: the first letters of their names, and `alpha`.
  func values(of color: CSSColor) -> [String: CSSArguments.Part] {
    let converted = color.converted(to: space, carrying: true)
    var values = ["alpha": converted.isMissing(3) ? CSSArguments.Part.none : .number(converted.alpha)]
    for (index, channel) in channels.enumerated() {
      values[String(channel.name.prefix(1))] =
        converted.isMissing(index) ? CSSArguments.Part.none : .number(converted.components[index] * channel.unit)
    }
    return values
  }

  /// Returns the syntax of `color()` for a space, by the name of the space in lower case.
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

/// The arguments of a colour function, between its parentheses: three components and perhaps alpha.
struct CSSArguments: Sendable {
  enum Part: Sendable, Hashable {
    case none
    case number(Double)
    case percentage(Double)
    /// An angle in degrees, whatever its unit in the text.
    case angle(Double)

    var words: String {
      switch self {
      case .none: "'none'"
      case .number: "a number"
      case .percentage: "a percentage"
      case .angle: "an angle"
      }
    }
  }

  private let function: String
  private let syntax: CSSNotation
  /// The values of a colour to which this one is relative, by the names of its channels.
  private let channels: [String: Part]
  private var isLegacy = false
  private(set) var components: [Part] = []
  private(set) var alpha: Part?

  init(
    _ tokens: inout CSSTokens, of function: String, _ notation: CSSNotation, _ channels: [String: Part]
  ) throws(CSSColorFault) {
    (self.function, syntax, self.channels) = (function, notation, channels)
    var token = try tokens.next()
    for channel in notation.channels {
      let beginsLegacy = components.count == 1 && syntax.legacy != nil && components[0] != .none
      if token == .mark(","), isLegacy || beginsLegacy {
        isLegacy = true
        token = try tokens.next()
      } else if isLegacy {
        throw fault(tokens.start)
      }
      components.append(try part(token, of: channel, &tokens))
      token = try tokens.next()
    }
    if token == .mark(isLegacy ? "," : "/") {
      alpha = try part(tokens.next(), of: .alpha, &tokens)
      token = try tokens.next()
    }
    guard token == .mark(")") else { throw fault(tokens.start) }
  }

  private func fault(_ place: Int) -> CSSColorFault {
    let space = function == "color" ? syntax.space.rawValue + " " : ""
    let names = syntax.channels.map(\.name).joined(separator: " ")
    return CSSColorFault(
      place,
      "this is not \(function)(\(space)\(names)) or \(function)(\(space)\(names) / alpha)"
        + (syntax.legacy == nil ? "" : ", or the same with commas instead of spaces and '/'"))
  }

  private func part(
    _ token: CSSToken, of channel: CSSNotation.Channel, _ tokens: inout CSSTokens
  ) throws(CSSColorFault) -> Part {
    let place = tokens.start
    let part = try value(token, &tokens)
    let isAllowed =
      switch part {
      case .none: !isLegacy
      case .angle: channel.isHue
      case .percentage: !channel.isHue
      case .number: true
      }
    guard isAllowed, !isLegacy || channel.name == "alpha" || suitsCommas(part, channel) else {
      throw CSSColorFault(place, "\(channel.name) in \(function)() cannot be \(part.words) here")
    }
    return part
  }

  private func suitsCommas(_ part: Part, _ channel: CSSNotation.Channel) -> Bool {
    switch syntax.legacy {
    case .alike: components.first.map { $0.words == part.words } ?? true
    case .percentages: if case .percentage = part { true } else { channel.isHue }
    case nil: true
    }
  }

  private func value(_ token: CSSToken, _ tokens: inout CSSTokens) throws(CSSColorFault) -> Part {
    if let part = try Part(token, at: tokens.start) { return part }
    switch token {
    case .word(let word):
      if word.asciiLowercased == "none" { return .none }
      if let value = channels[word.asciiLowercased] { return value }
    case .function(let name) where CSSMath.names.contains(name.asciiLowercased):
      return try CSSMath.value(of: name.asciiLowercased, at: tokens.start, &tokens, channels).bounded
    case .function(let name): throw CSSColorFault(tokens.start, CSSRefusal.inner(name))
    default: break
    }
    throw fault(tokens.start)
  }
}
