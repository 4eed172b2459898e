import LibC

/// The mathematical functions of CSS that have numbers, percentages or angles as results (CSS Values 4, section 10).
enum CSSMath {
  typealias Part = CSSArguments.Part

  static let names: Set = ["abs", "calc", "clamp", "max", "min", "sign"]

  private static let maximumDepth = 32

  /// Computes a function whose name and `(` have been read, and reads its closing bracket.
  static func value(
    of name: String, at place: Int, _ tokens: inout CSSTokens, _ channels: [String: Part], depth: Int = 0
  ) throws(CSSColorFault) -> Part {
    guard depth < maximumDepth else {
      throw CSSColorFault(place, "the calculation has too many brackets in each other")
    }
    var values: [Part] = []
    repeat {
      values.append(try sum(&tokens, channels, depth))
      switch try tokens.next() {
      case .mark(",") where name != "calc": continue
      case .mark(")"): return try result(of: name, values, at: place)
      default:
        throw CSSColorFault(
          tokens.start, "this is not part of a calculation: expected an operator between spaces, or ')'")
      }
    } while true
  }

  private static func sum(
    _ tokens: inout CSSTokens, _ channels: [String: Part], _ depth: Int
  ) throws(CSSColorFault) -> Part {
    var value = try product(&tokens, channels, depth)
    while let (mark, place) = try sign(["+", "-"], &tokens) {
      let other = try product(&tokens, channels, depth)
      value = try value.combined(with: other, at: place) { mark == "+" ? $0 + $1 : $0 - $1 }
    }
    return value
  }

  private static func product(
    _ tokens: inout CSSTokens, _ channels: [String: Part], _ depth: Int
  ) throws(CSSColorFault) -> Part {
    var value = try term(&tokens, channels, depth)
    while let (mark, place) = try sign(["*", "/"], &tokens) {
      let other = try term(&tokens, channels, depth)
      if case .number(let factor) = other.known {
        value = value.map { mark == "*" ? $0 * factor : $0 / factor }
      } else if mark == "*", case .number(let factor) = value.known {
        value = other.map { $0 * factor }
      } else {
        throw CSSColorFault(place, "one side of '*', and the right side of '/', is a number without a unit")
      }
    }
    return value
  }

  /// Reads one of two operators; nil, and reads nothing, if there is none. Plus and minus need spaces around them.
  private static func sign(
    _ signs: [Unicode.Scalar], _ tokens: inout CSSTokens
  ) throws(CSSColorFault) -> (mark: Unicode.Scalar, place: Int)? {
    var ahead = tokens
    guard case .mark(let mark) = try ahead.next(), signs.contains(mark) else { return nil }
    guard mark == "*" || mark == "/" || ahead.start > tokens.index && ahead.isAtSpace else {
      throw CSSColorFault(ahead.start, "'\(mark)' in a calculation needs a space before and after it")
    }
    tokens = ahead
    return (mark, ahead.start)
  }

  private static func term(
    _ tokens: inout CSSTokens, _ channels: [String: Part], _ depth: Int
  ) throws(CSSColorFault) -> Part {
    let token = try tokens.next()
    let place = tokens.start
    switch token {
    case .mark("("): return try value(of: "calc", at: place, &tokens, channels, depth: depth + 1)
    case .function(let name) where names.contains(name.asciiLowercased):
      return try value(of: name.asciiLowercased, at: place, &tokens, channels, depth: depth + 1)
    case .function(let name): throw CSSColorFault(place, CSSRefusal.inner(name))
    case .word(let word):
      switch word.asciiLowercased {
      case "pi": return .number(.pi)
      case "e": return .number(M_E)
      case "infinity": return .number(.infinity)
      case "-infinity": return .number(-.infinity)
      case let name:
        if let value = channels[name] { return value.known }
        throw CSSColorFault(place, "\(word.quoted) is not a number, or the name of a channel here")
      }
    case let token:
      if let part = try Part(token, at: place) { return part }
      throw CSSColorFault(place, "a value is missing here")
    }
  }

  private static func result(of name: String, _ values: [Part], at place: Int) throws(CSSColorFault) -> Part {
    let count = name == "clamp" ? 3 : name == "min" || name == "max" ? values.count : 1
    guard values.count == count else { throw CSSColorFault(place, "\(name)() has another number of values") }
    var result = values[0]
    switch name {
    case "min": for value in values { result = try result.combined(with: value, at: place) { min($0, $1) } }
    case "max": for value in values { result = try result.combined(with: value, at: place) { max($0, $1) } }
    case "clamp":
      let high = try values[1].combined(with: values[2], at: place) { min($0, $1) }
      result = try result.combined(with: high, at: place) { max($0, $1) }
    case "abs": result = result.map(\.magnitude)
    case "sign": result = .number(result.amount > 0 ? 1 : result.amount < 0 ? -1 : 0)
    default: break
    }
    return result
  }
}

extension CSSArguments.Part {
  /// Creates a number, a percentage or an angle; nil for any other token.
  init?(_ token: CSSToken, at place: Int) throws(CSSColorFault) {
    switch token {
    case .number(let number): self = .number(number)
    case .percentage(let number): self = .percentage(number)
    case .dimension(let number, let unit):
      switch unit.asciiLowercased {
      case "deg": self = .angle(number)
      case "grad": self = .angle(number * 360 / 400)
      case "rad": self = .angle(number * 180 / .pi)
      case "turn": self = .angle(number * 360)
      default:
        throw CSSColorFault(place, "\(unit.quoted) is not a unit of angles: 'deg', 'grad', 'rad' and 'turn' are")
      }
    default: return nil
    }
  }

  /// The value, which is 0 for `none`.
  var amount: Double {
    switch self {
    case .none: 0
    case .number(let value), .percentage(let value), .angle(let value): value
    }
  }

  var known: Self { self == .none ? .number(0) : self }

  func map(_ transform: (Double) -> Double) -> Self {
    switch self {
    case .none: .none
    case .number(let value): .number(transform(value))
    case .percentage(let value): .percentage(transform(value))
    case .angle(let value): .angle(transform(value))
    }
  }

  /// The result of a calculation, within the numbers that CSS has: not a number counts as 0.
  var bounded: Self {
    map { $0.isNaN ? 0 : min(max($0, -CSSTokens.largestNumber), CSSTokens.largestNumber) }
  }

  fileprivate func combined(
    with other: Self, at place: Int, _ combine: (Double, Double) -> Double
  ) throws(CSSColorFault) -> Self {
    guard words == other.words else {
      throw CSSColorFault(place, "\(words) and \(other.words) cannot be combined in a calculation")
    }
    return map { combine($0, other.amount) }
  }
}
