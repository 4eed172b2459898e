import GamutBasics

extension CSSColor {
  static let maximumSize = 1000

  /// Reads a colour: hexadecimal digits, a name, or a function with numbers (CSS Color 4), or one
  /// that is computed from others (CSS Color 5). White space and comments may surround it, and nothing else.
  ///
  /// A number beyond ±1e30 is read as this. Escapes are not decoded, and a missing `)` at the end is a fault.
  package init(css text: String) throws(CSSColorFault) {
    guard text.utf8.count <= Self.maximumSize else {
      throw CSSColorFault(Self.maximumSize, "the text has more than \(Words.count(Self.maximumSize)) bytes")
    }
    var tokens = CSSTokens(text)
    self = try Self.color(&tokens, depth: 0)
    guard try tokens.next() == .end else {
      throw CSSColorFault(tokens.start, "something follows the colour: nothing may follow it")
    }
  }

  static func color(_ tokens: inout CSSTokens, depth: Int) throws(CSSColorFault) -> CSSColor {
    let token = try tokens.next()
    let start = tokens.start
    guard depth <= maximumDepth else { throw CSSColorFault(start, "too many colours are in each other") }
    switch token {
    case .hash(let digits): return try hexadecimal(digits, at: start)
    case .word(let name): return try named(name, at: start)
    case .function(let name): return try function(name, at: start, &tokens, depth)
    case .number, .percentage, .dimension, .mark: throw CSSColorFault(start, CSSRefusal.unknown(tokens.text))
    case .end: throw CSSColorFault(start, "there is no colour: \(CSSRefusal.expected)")
    }
  }

  private static func hexadecimal(_ digits: String, at start: Int) throws(CSSColorFault) -> CSSColor {
    let values = digits.utf8.compactMap { $0.isHexadecimal ? Character(Unicode.Scalar($0)).hexDigitValue : nil }
    guard values.count == digits.utf8.count, [3, 4, 6, 8].contains(values.count) else {
      throw CSSColorFault(start, "after '#' a colour has 3, 4, 6 or 8 hexadecimal digits, and nothing else")
    }
    let codes =
      values.count < 6
      ? values.map { $0 * 17 } : stride(from: 0, to: values.count, by: 2).map { values[$0] * 16 + values[$0 + 1] }
    let levels = codes.map { Double($0) / 255 }
    return CSSColor(.sRGB, Array(levels.prefix(3)), alpha: levels.count > 3 ? levels[3] : 1)
  }

  private static func named(_ name: String, at start: Int) throws(CSSColorFault) -> CSSColor {
    let lower = name.asciiLowercased
    if lower == "transparent" { return CSSColor(.sRGB, [0, 0, 0], alpha: 0) }
    guard let code = namedCodes[lower] else { throw CSSColorFault(start, CSSRefusal.word(name)) }
    return CSSColor(.sRGB, [code >> 16, code >> 8 & 0xff, code & 0xff].map { Double($0) / 255 })
  }

  /// Reads the arguments of a function whose name and `(` have been read.
  private static func function(
    _ name: String, at start: Int, _ tokens: inout CSSTokens, _ depth: Int
  ) throws(CSSColorFault) -> CSSColor {
    let lower = name.asciiLowercased
    if lower == "color-mix" { return try mix(&tokens, depth: depth) }
    let named = CSSNotation.named[lower]
    guard named != nil || lower == "color" else { throw CSSColorFault(start, CSSRefusal.function(name)) }
    var origin: CSSColor?
    var ahead = tokens
    if case .word(let word) = try ahead.next(), word.asciiLowercased == "from" {
      origin = try color(&ahead, depth: depth + 1)
      tokens = ahead
    }
    var notation = if let named { named } else { try space(&tokens) }
    if origin != nil { notation.makeRelative() }
    let channels = origin.map { notation.values(of: $0) } ?? [:]
    let arguments = try CSSArguments(&tokens, of: lower, notation, channels)
    var color = CSSColor(
      notation.space, zip(notation.channels, arguments.components).map { $0.value($1) },
      alpha: arguments.alpha.map(CSSNotation.Channel.alpha.value) ?? origin?.alpha ?? 1)
    for (index, part) in arguments.components.enumerated() where part == .none { color.missing |= 1 << index }
    if arguments.alpha.map({ $0 == .none }) ?? (origin?.isMissing(3) == true) { color.missing |= 8 }
    return origin == nil ? color : color.unbounded
  }

  private static func space(_ tokens: inout CSSTokens) throws(CSSColorFault) -> CSSNotation {
    guard case .word(let word) = try tokens.next(), let notation = CSSNotation.color(inSpace: word.asciiLowercased)
    else {
      let names = CSSNotation.spaceNames.joined(separator: ", ")
      throw CSSColorFault(tokens.start, "color() begins with the name of a space, which is one of \(names)")
    }
    return notation
  }
}
