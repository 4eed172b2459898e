/// The arguments of a colour function, between its parentheses: three components and perhaps alpha.
struct CSSArguments: Sendable {
  /// An argument: a number, a percentage, an angle, or `none`.
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

  /// An argument and its offset in the text.
  struct PlacedPart: Sendable {
    var part: Part
    var offset: Int
  }

  var components: [PlacedPart] = []
  var alpha: PlacedPart?
  /// Whether commas separate the arguments, as in the older syntax.
  var isLegacy = false

  /// Reads the arguments, up to and including the closing parenthesis.
  init(
    _ tokens: inout CSSTokens, of function: String, _ notation: CSSNotation, _ channels: [String: Part] = [:]
  ) throws(CSSColorFault) {
    var token = try Self.token(&tokens, function)
    while components.count < 3 {
      if token.token == .mark(")") {
        let count = components.count
        let given = count == 0 ? "none is given" : "only \(count) \(count == 1 ? "is" : "are") given"
        throw CSSColorFault(token.offset, "\(function)() needs three values, and \(given)")
      }
      if !components.isEmpty { try separator(&token, &tokens, function, notation) }
      components.append(PlacedPart(part: try Self.part(token, &tokens, function, channels), offset: token.offset))
      token = try Self.token(&tokens, function)
    }
    if token.token == .mark(")") { return }
    switch token.token {
    case .mark("/") where !isLegacy, .mark(",") where isLegacy: break
    case .mark("/"): throw CSSColorFault(token.offset, "after values with commas, alpha follows a comma, not '/'")
    case .mark(","):
      throw CSSColorFault(token.offset, "after values with spaces, alpha follows '/', not a comma")
    default:
      let mark = isLegacy ? "a comma" : "'/'"
      throw CSSColorFault(
        token.offset, "only alpha, after \(mark), or ')' may follow the three values of \(function)()")
    }
    token = try Self.token(&tokens, function)
    if token.token == .mark(")") {
      throw CSSColorFault(token.offset, "alpha is missing: a number from 0 to 1, or a percentage")
    }
    alpha = PlacedPart(part: try Self.part(token, &tokens, function, channels), offset: token.offset)
    token = try Self.token(&tokens, function)
    guard token.token == .mark(")") else { throw CSSColorFault(token.offset, "only ')' may follow alpha") }
  }

  /// Reads the comma before an argument, or checks that there is none.
  private mutating func separator(
    _ token: inout PlacedToken, _ tokens: inout CSSTokens, _ function: String, _ notation: CSSNotation
  ) throws(CSSColorFault) {
    let isComma = token.token == .mark(",")
    if components.count == 1 { isLegacy = isComma }
    if isComma, notation.legacy == nil {
      throw CSSColorFault(token.offset, "\(function)() has no commas: separate its values with spaces")
    }
    guard isComma == isLegacy else {
      throw CSSColorFault(token.offset, "either commas or spaces separate the values of \(function)(), not both")
    }
    guard isComma else { return }
    token = try Self.token(&tokens, function)
  }

  private typealias PlacedToken = (token: CSSToken, offset: Int)

  private static func token(_ tokens: inout CSSTokens, _ function: String) throws(CSSColorFault) -> PlacedToken {
    let token = try tokens.next()
    if token == .end { throw CSSColorFault(tokens.start, "the text ends before the ')' of \(function)()") }
    return (token, tokens.start)
  }

  private static func part(
    _ token: PlacedToken, _ tokens: inout CSSTokens, _ function: String, _ channels: [String: Part]
  ) throws(CSSColorFault) -> Part {
    if let part = try Part(token.token, at: token.offset) { return part }
    switch token.token {
    case .word(let word):
      if word.asciiLowercased == "none" { return .none }
      if let value = channels[word.asciiLowercased] { return value }
      throw CSSColorFault(token.offset, "\(word.quoted) is not a number, a percentage, or 'none'")
    case .function(let name) where CSSMath.names.contains(name.asciiLowercased):
      return try CSSMath.value(of: name.asciiLowercased, at: token.offset, &tokens, channels).bounded
    case .function(let name): throw CSSColorFault(token.offset, CSSRefusal.inner(name))
    case .hash(let digits): throw CSSColorFault(token.offset, "\("#\(digits)".quoted) is not a value of \(function)()")
    case .mark(","), .mark("/"), .mark(")"): throw CSSColorFault(token.offset, "a value is missing here")
    case .mark(let mark): throw CSSColorFault(token.offset, CSSRefusal.mark(mark))
    default: throw CSSColorFault(token.offset, "the text ends before the ')' of \(function)()")
    }
  }
}
