import LibC

/// `color-mix()` and relative colours (CSS Color 5, sections 3 and 4).
extension CSSColor {
  static let maximumDepth = 16

  /// Reads the arguments of `color-mix()`, whose name and `(` have been read.
  static func mix(_ tokens: inout CSSTokens, depth: Int) throws(CSSColorFault) -> CSSColor {
    var space = Space.okLab
    var path = HuePath.shorter
    var ahead = tokens
    if case .word(let word) = try ahead.next(), word.asciiLowercased == "in" {
      tokens = ahead
      (space, path) = try interpolation(&tokens)
      try expect(",", &tokens, "a comma, after the space of color-mix()")
    }
    let (first, own) = try share(&tokens, depth)
    try expect(",", &tokens, "a comma, between the colours of color-mix()")
    let (second, other) = try share(&tokens, depth)
    try expect(")", &tokens, "')', after the two colours of color-mix()")
    let share = other ?? own.map { 100 - $0 } ?? 50
    let sum = (own ?? 100 - share) + share
    var result = first.mixed(with: second, sum > 0 ? share / sum : 0.5, in: space, path)
    result.alpha *= min(sum / 100, 1)
    return result.unbounded
  }

  enum HuePath: String {
    case shorter, longer, increasing, decreasing
  }

  private static func interpolation(_ tokens: inout CSSTokens) throws(CSSColorFault) -> (Space, HuePath) {
    guard case .word(let word) = try tokens.next(),
      let space = word.asciiLowercased == "xyz" ? .xyzD65 : Space(rawValue: word.asciiLowercased)
    else { throw CSSColorFault(tokens.start, "color-mix() needs the name of a space after 'in', such as 'oklab'") }
    var ahead = tokens
    guard space.hueIndex != nil, case .word(let method) = try ahead.next() else { return (space, .shorter) }
    guard let path = HuePath(rawValue: method.asciiLowercased), case .word(let hue) = try ahead.next(),
      hue.asciiLowercased == "hue"
    else {
      throw CSSColorFault(
        tokens.start, "after the space follows 'shorter', 'longer', 'increasing' or 'decreasing' 'hue'")
    }
    tokens = ahead
    return (space, path)
  }

  /// Reads a colour with its percentage, which may stand before or after it.
  private static func share(_ tokens: inout CSSTokens, _ depth: Int) throws(CSSColorFault) -> (CSSColor, Double?) {
    var percentage = try self.percentage(&tokens)
    let color = try color(&tokens, depth: depth + 1)
    if percentage == nil { percentage = try self.percentage(&tokens) }
    return (color, percentage)
  }

  private static func percentage(_ tokens: inout CSSTokens) throws(CSSColorFault) -> Double? {
    var ahead = tokens
    let part: CSSArguments.Part
    let token = try ahead.next()
    let place = ahead.start
    switch token {
    case .percentage(let number): part = .percentage(number)
    case .function(let name) where CSSMath.names.contains(name.asciiLowercased):
      part = try CSSMath.value(of: name.asciiLowercased, at: place, &ahead, [:]).bounded.map { min(max($0, 0), 100) }
    default: return nil
    }
    guard case .percentage(let number) = part, (0...100).contains(number) else {
      throw CSSColorFault(place, "a share of color-mix() is a percentage from 0% to 100%")
    }
    tokens = ahead
    return number
  }

  private static func expect(
    _ mark: Unicode.Scalar, _ tokens: inout CSSTokens, _ words: String
  ) throws(CSSColorFault) {
    guard try tokens.next() == .mark(mark) else { throw CSSColorFault(tokens.start, "expected \(words)") }
  }

  /// Returns the colour between this one and another (CSS Color 4, section 12).
  private func mixed(with other: CSSColor, _ share: Double, in space: Space, _ path: HuePath) -> CSSColor {
    var (a, b) = (converted(to: space, carrying: true), other.converted(to: space, carrying: true))
    // What one colour misses is that of the other.
    for index in 0..<4 where a.isMissing(index) != b.isMissing(index) {
      if a.isMissing(index) { a[index] = b[index] } else { b[index] = a[index] }
      a.missing &= ~(1 << index)
      b.missing &= ~(1 << index)
    }
    if let hue = space.hueIndex { Self.turn(&a.components[hue], &b.components[hue], path) }
    let alpha = a.alpha * (1 - share) + b.alpha * share
    var result = CSSColor(space, [], alpha: alpha)
    result.missing = a.missing & b.missing
    let isOpaque = result.isMissing(3)
    result.components = (0..<3).map { index in
      let (one, two) = (a.components[index], b.components[index])
      if index == space.hueIndex { return Self.circle(one * (1 - share) + two * share) }
      if isOpaque { return one * (1 - share) + two * share }
      let mixed = one * a.alpha * (1 - share) + two * b.alpha * share
      return alpha > 0 ? mixed / alpha : mixed
    }
    return result
  }

  /// Adds turns to two hues, so that the way from one to the other is the one that is asked for.
  private static func turn(_ first: inout Double, _ second: inout Double, _ path: HuePath) {
    let way = second - first
    switch path {
    case .shorter: if way > 180 { first += 360 } else if way < -180 { second += 360 }
    case .longer:
      if way > 0, way < 180 { first += 360 } else if way > -180, way <= 0 { second += 360 }
    case .increasing: if way < 0 { second += 360 }
    case .decreasing: if way > 0 { first += 360 }
    }
  }

  /// Returns the same angle from 0 up to, but not including, 360 degrees.
  static func circle(_ degrees: Double) -> Double {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    let positive = rest < 0 ? rest + 360 : rest
    // The sum of 360 and a tiny negative number is 360; the sum with 0 makes 0 of -0.
    return positive < 360 ? positive + 0 : 0
  }

  func isMissing(_ index: Int) -> Bool { missing & 1 << index != 0 }

  /// A component, or alpha with the index 3.
  private subscript(index: Int) -> Double {
    get { index == 3 ? alpha : components[index] }
    set { if index == 3 { alpha = newValue } else { components[index] = newValue } }
  }

  /// A colour of `hsl` or `hwb` as sRGB without bounds, as the results of calculations are; others are unchanged.
  var unbounded: CSSColor { space == .hsl || space == .hwb ? converted(to: .sRGB) : self }

  /// Returns the colour in another space, without bounds; `carrying` keeps a missing component missing in one of the same
  /// meaning, and the hue of a grey.
  func converted(to other: Space, carrying: Bool = false) -> CSSColor {
    guard other != space else { return self }
    let values = other.components(ofLinearSRGB: linear(isBounded: false))
    var result = CSSColor(other, [values.x, values.y, values.z], alpha: alpha)
    guard carrying else { return result }
    result.missing = missing & 8
    for (index, meaning) in other.meanings.enumerated() {
      if let own = space.meanings.firstIndex(of: meaning), meaning != .none, isMissing(own) {
        result.missing |= 1 << index
      }
    }
    if let hue = other.hueIndex, other.isGrey(values) { result.missing |= 1 << hue }
    for index in 0..<3 where result.isMissing(index) { result.components[index] = 0 }
    return result
  }
}

extension CSSColor.Space {
  /// What a component means, as far as it is kept when a colour is converted (CSS Color 4, section 12.2).
  enum Meaning { case none, red, green, blue, lightness, colorfulness, hue, a, b }

  var meanings: [Meaning] {
    switch self {
    case .lab, .okLab: [.lightness, .a, .b]
    case .lch, .okLCh: [.lightness, .colorfulness, .hue]
    case .hsl: [.hue, .colorfulness, .lightness]
    case .hwb: [.hue, .none, .none]
    default: [.red, .green, .blue]
    }
  }

  var hueIndex: Int? { meanings.firstIndex(of: .hue) }

  /// Whether the hue of these components says nothing, because the colour is a grey.
  fileprivate func isGrey(_ values: SIMD3<Double>) -> Bool {
    switch self {
    case .lch: values.y <= 0.0015
    case .okLCh: values.y <= 0.000004
    case .hsl: values.y <= 0.001
    case .hwb: values.y + values.z >= 99.999
    default: false
    }
  }
}
