import GamutBasics

extension CSSColor {
  static let maximumSize = 1000

  /// Reads a colour: hexadecimal digits, a name, or a function with numbers (CSS Color 4), or one
  /// that is computed from others (CSS Color 5). White space and comments may surround it, and nothing else.
  ///
  /// A number beyond ±1e30 is read as this. Escapes are not read, and a missing `)` at the end is a fault.
  package init(css text: String) throws(CSSColorFault) {
    guard text.utf8.count <= Self.maximumSize else {
      throw CSSColorFault(Self.maximumSize, "the text has more than \(Words.count(Self.maximumSize)) bytes")
    }
    var tokens = CSSTokens(text)
    self = try Self.color(&tokens, depth: 0)
    switch try tokens.next() {
    case .end: break
    case .mark("("): throw CSSColorFault(tokens.start, CSSRefusal.mark("("))
    case .mark(let mark):
      throw CSSColorFault(tokens.start, "\(String(mark).quoted) follows the colour: nothing may follow it")
    default: throw CSSColorFault(tokens.start, "something follows the colour: nothing may follow it")
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
    case .number, .percentage, .dimension: throw CSSColorFault(start, CSSRefusal.unknown(tokens.text))
    case .mark(let mark): throw CSSColorFault(start, CSSRefusal.mark(mark))
    case .end:
      throw CSSColorFault(start, "there is no colour: expected '#' and digits, a name of CSS, or a function")
    }
  }

  private static func hexadecimal(_ digits: String, at start: Int) throws(CSSColorFault) -> CSSColor {
    var values: [Int] = []
    for (index, digit) in digits.utf8.enumerated() {
      guard let value = Character(.init(digit)).hexDigitValue, digit.isHexadecimal else {
        throw CSSColorFault(start + 1 + index, "this is not a hexadecimal digit: these are 0 to 9 and a to f")
      }
      values.append(value)
    }
    let codes: [Int]
    switch values.count {
    case 3, 4: codes = values.map { $0 * 17 }
    case 6, 8: codes = stride(from: 0, to: values.count, by: 2).map { values[$0] * 16 + values[$0 + 1] }
    default:
      throw CSSColorFault(
        start, "a colour has 3, 4, 6 or 8 hexadecimal digits, and this has \(Words.count(values.count))")
    }
    let levels = codes.map { Double($0) / 255 }
    return CSSColor(.sRGB, Array(levels.prefix(3)), alpha: levels.count > 3 ? levels[3] : 1)
  }

  private static func named(_ name: String, at start: Int) throws(CSSColorFault) -> CSSColor {
    let lower = name.asciiLowercased
    if lower == "transparent" { return CSSColor(.sRGB, [0, 0, 0], alpha: 0) }
    guard let code = code(named: lower) else { throw CSSColorFault(start, CSSRefusal.word(name)) }
    return CSSColor(.sRGB, [code >> 16, code >> 8 & 0xff, code & 0xff].map { Double($0) / 255 })
  }

  /// Reads the arguments of a function whose name and `(` have been read.
  private static func function(
    _ name: String, at start: Int, _ tokens: inout CSSTokens, _ depth: Int
  ) throws(CSSColorFault) -> CSSColor {
    let lower = name.asciiLowercased
    if lower == "color-mix" { return try mix(&tokens, depth: depth) }
    let named = CSSNotation.named(lower)
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
    for (channel, placed) in zip(notation.channels, arguments.components) {
      try check(placed, channel, of: lower)
    }
    if arguments.isLegacy { try checkLegacy(arguments, notation, of: lower) }
    if case .angle = arguments.alpha?.part, let offset = arguments.alpha?.offset {
      throw CSSColorFault(offset, "alpha is a number or a percentage, not an angle")
    }
    let alpha = CSSNotation.Channel(name: "alpha", range: 0...1)
    var color = CSSColor(
      notation.space, zip(notation.channels, arguments.components).map { $0.value($1.part) },
      alpha: arguments.alpha.map { alpha.value($0.part) } ?? origin?.alpha ?? 1)
    for (index, placed) in arguments.components.enumerated() where placed.part == .none { color.missing |= 1 << index }
    if arguments.alpha.map({ $0.part == .none }) ?? (origin?.isMissing(3) == true) { color.missing |= 8 }
    return origin == nil ? color : color.unbounded
  }

  private static func space(_ tokens: inout CSSTokens) throws(CSSColorFault) -> CSSNotation {
    switch try tokens.next() {
    case .word(let word):
      guard let notation = CSSNotation.color(inSpace: word.asciiLowercased) else {
        throw CSSColorFault(tokens.start, CSSRefusal.space(word))
      }
      return notation
    case .function(let name):
      throw CSSColorFault(tokens.start, CSSRefusal.inner(name, expected: "the name of a space"))
    default:
      throw CSSColorFault(tokens.start, "color() needs the name of a space before its values, such as 'display-p3'")
    }
  }

  private static func check(
    _ placed: CSSArguments.PlacedPart, _ channel: CSSNotation.Channel, of function: String
  ) throws(CSSColorFault) {
    switch placed.part {
    case .percentage where channel.isHue:
      throw CSSColorFault(
        placed.offset, "the hue of \(function)() is a number of degrees or an angle, not a percentage")
    case .angle where !channel.isHue:
      throw CSSColorFault(
        placed.offset, "\(channel.name) in \(function)() is a number or a percentage, not an angle")
    default: break
    }
  }

  private static func checkLegacy(
    _ arguments: CSSArguments, _ notation: CSSNotation, of function: String
  ) throws(CSSColorFault) {
    for placed in arguments.components + [arguments.alpha].compactMap(\.self) where placed.part == .none {
      throw CSSColorFault(
        placed.offset, "'none' is only for values with spaces: write 0, or \(function)() without commas")
    }
    switch notation.legacy {
    case .alike:
      guard let first = arguments.components.first else { return }
      for placed in arguments.components where placed.part.words != first.part.words {
        throw CSSColorFault(
          placed.offset,
          "with commas, red, green and blue are all numbers or all percentages, and the first is \(first.part.words)")
      }
    case .percentages:
      for (channel, placed) in zip(notation.channels, arguments.components).dropFirst() {
        guard case .percentage = placed.part else {
          throw CSSColorFault(placed.offset, "with commas, \(channel.name) is a percentage, not \(placed.part.words)")
        }
      }
    case nil: break
    }
  }
}
