import ColorScience
import GamutBasics

struct TokenColor: Sendable {
  var color: CSSColor
  var text: String
  /// The `hex` for readers without wide gamut, with the alpha of the colour, if this is outside sRGB.
  var fallback: (color: CSSColor, text: String)?
}

extension TokenReader {
  /// Returns the colour of a token that is not an alias of another token; nil, with a note, if the token has no colour.
  mutating func color(of token: Token) -> TokenColor? {
    let place = token.value.place.lowerBound
    if let known = colors[place] { return known }
    let result: TokenColor?
    do throws(TokenProblem) {
      var trail: [Int] = []
      let value = try resolved(token.value, &trail)
      if let text = value.string {
        result = try color(text: text)
      } else if let known = colors[value.place.lowerBound] {
        result = known
      } else {
        result = try color(object: value, token)
        colors[value.place.lowerBound] = .some(result)
      }
    } catch {
      report(error.kind, token.written, missing: error.missing, "\(token.name.quoted) \(error.message)")
      result = nil
    }
    colors[place] = .some(result)
    return result
  }

  /// Returns the colour of a text, which is what drafts before 2025.10 have.
  private func color(text: String) throws(TokenProblem) -> TokenColor {
    do throws(CSSColorFault) {
      return TokenColor(color: try CSSColor(css: text), text: text.oneLine(60))
    } catch {
      throw TokenProblem("has a text that is not a colour: \(error.message.asClause)")
    }
  }

  private static let known = ["alpha", "colorSpace", "components", "hex"]

  private mutating func color(object value: PlacedJSON, _ token: Token) throws(TokenProblem) -> TokenColor? {
    guard let list = value.members else {
      throw TokenProblem("has no colour for its value: expected an object with 'colorSpace' and 'components'.")
    }
    for member in list.prefix(20) where !Self.known.contains(member.name.text) {
      report(
        .invalid, member.value,
        "The colour of \(token.name.quoted) has \(member.name.quoted), which the format does not know.")
    }
    let notation = try notation(of: value)
    let (components, none) = try self.components(of: value, notation)
    let color = CSSColor(notation.space, components, alpha: try alpha(of: value))
    let fallback = try member("hex", of: value).flatMap { hex throws(TokenProblem) in
      try self.fallback(hex, color, token)
    }
    return TokenColor(color: color, text: color.notation(none: none).oneLine(60), fallback: fallback)
  }

  private mutating func notation(of value: PlacedJSON) throws(TokenProblem) -> CSSNotation {
    guard let written = member("colorSpace", of: value), let name = try part(written).string,
      let notation = CSSNotation.ofTokens(inSpace: name)
    else {
      let names = CSSNotation.tokenSpaces.joined(separator: ", ")
      throw TokenProblem("has no 'colorSpace' that the format knows: there are \(names).")
    }
    return notation
  }

  private mutating func components(
    of value: PlacedJSON, _ notation: CSSNotation
  ) throws(TokenProblem) -> (values: [Double], none: Set<Int>) {
    guard let written = member("components", of: value), let items = try part(written).array, items.count == 3 else {
      throw TokenProblem("has no three 'components' in an array, each a number or 'none'.")
    }
    var values: [Double] = []
    var none: Set<Int> = []
    for (index, (channel, item)) in zip(notation.channels, items).enumerated() {
      let json = try part(item)
      if json.string == "none" {
        none.insert(index)
        values.append(0)
        continue
      }
      guard let number = json.leaf?.number else {
        throw TokenProblem("has no number for \(channel.name): expected one, or 'none'.")
      }
      guard channel.tokenRange?.contains(number) != false, !channel.isHue || number < 360 else {
        throw TokenProblem(
          "has \(JSONWriter.text(of: number)) for \(channel.name), which is out of its range in "
            + "\(notation.space.rawValue).")
      }
      // As in CSS; and not -0.
      values.append(min(max(number, -CSSTokens.largestNumber), CSSTokens.largestNumber) + 0)
    }
    return (values, none)
  }

  private mutating func alpha(of value: PlacedJSON) throws(TokenProblem) -> Double {
    guard let written = member("alpha", of: value) else { return 1 }
    guard let number = try part(written).leaf?.number, (0...1).contains(number) else {
      throw TokenProblem("has an alpha that is not a number from 0 to 1.")
    }
    return number + 0
  }

  /// Returns a part of a colour; a pointer in its place is followed, but an alias is a fault.
  private mutating func part(_ json: PlacedJSON) throws(TokenProblem) -> PlacedJSON {
    var trail: [Int] = []
    if let text = json.string, text.aliasTarget != nil {
      throw TokenProblem(
        "has the alias \(text.quoted) in its colour; an alias is a whole value: for a part, write '$ref' and a pointer."
      )
    }
    return try resolved(json, &trail)
  }

  /// Returns the fallback that the hexadecimal digits of a colour are (Color Module 2025.10, section 4.1, `hex`); nil for
  /// a colour inside sRGB, with a note if they differ from its components.
  private mutating func fallback(
    _ written: PlacedJSON, _ color: CSSColor, _ token: Token
  ) throws(TokenProblem) -> (color: CSSColor, text: String)? {
    let json = try part(written)
    guard let hex = json.string, hex.utf8.count == 7, hex.utf8.first == UInt8(ascii: "#"),
      let digits = try? CSSColor(css: hex)
    else {
      report(
        .invalid, written,
        "The 'hex' of \(token.name.quoted) is not '#' with six hexadecimal digits: the components are taken.")
      return nil
    }
    let linear = color.linearSRGB
    let values = [linear.x, linear.y, linear.z].map { ExtendedSRGB.encoded($0) }
    guard values.allSatisfy({ (-0.002...1.002).contains($0) }) else {
      return (CSSColor(.sRGB, digits.components, alpha: color.alpha), hex)
    }
    let codes = values.map { Int((min(max($0, 0), 1) * 255).rounded()) }
    let others = digits.components.map { Int(($0 * 255).rounded()) }
    guard zip(codes, others).contains(where: { abs($0 - $1) > 1 }) else { return nil }
    let own = "#" + codes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    report(
      .invalid, written,
      "The 'hex' of \(token.name.quoted) is \(hex.quoted), and its components are \(own.quoted): the components are taken."
    )
    return nil
  }
}

/// What design tokens allow in the components of a colour.
extension CSSNotation {
  static let tokenSpaces: [String] = CSSColor.Space.allCases.filter { $0 != .linearDisplayP3 }.map(\.rawValue).sorted()

  static func ofTokens(inSpace name: String) -> CSSNotation? {
    tokenSpaces.contains(name) ? color(inSpace: name) ?? named[name] : nil
  }
}

extension CSSNotation.Channel {
  /// The allowed range, which excludes 360 degrees; nil for all numbers.
  fileprivate var tokenRange: ClosedRange<Double>? {
    switch name {
    case "hue": 0...360
    case "chroma": 0...Double.infinity
    case "a", "b": nil
    default: 0...full
    }
  }
}

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
