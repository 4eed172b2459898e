import GamutBasics

/// The kind of value of a custom property, judged by its text alone.
enum StyleValue: Sendable {
  /// A text that is a colour, or a faulty one.
  case color(Range<Int>)
  /// `var()`: the names of properties, of which the first one that has a value applies, and the range of the fallback.
  case alias([Pathname], Range<Int>?)
  case pair(light: Range<Int>, dark: Range<Int>)
  /// Any other value: a length, a number, a font, a shadow, a list.
  case other

  private static let maximumNames = 16

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self = .other
    guard let piece = Self.single(bytes, range) else { return }
    guard let function = piece.function else {
      let name = String(decoding: bytes[piece.range], as: UTF8.self).asciiLowercased
      let isName = name == "transparent" || CSSColor.namedCodes[name] != nil || CSSRefusal.isDependent(name)
      if isName || name.hasPrefix("#") { self = .color(piece.range) }
      return
    }
    switch function {
    case "var":
      if let reference = Self.reference(bytes, piece.inside) { self = reference }
    case "light-dark":
      let parts = CSSScanner.pieces(bytes, piece.inside, at: UInt8(ascii: ","))
      self = parts.count == 2 ? .pair(light: parts[0], dark: parts[1]) : .color(piece.range)
    default:
      let isColor =
        CSSNotation.names.contains(function) || function == "color-mix"
        || CSSRefusal.unresolvedColors.contains(function)
      if isColor { self = .color(piece.range) }
    }
  }

  private struct Piece {
    var range: Range<Int>
    /// The name of the function in lower case, and the range inside its brackets.
    var function: String?
    var inside: Range<Int>
  }

  /// Returns the component of a value that has only one, if it begins with `#` or a name; otherwise nil.
  private static func single(_ bytes: [UInt8], _ range: Range<Int>) -> Piece? {
    var scanner = CSSScanner(bytes, range)
    scanner.skipSpace()
    let start = scanner.index
    if scanner.byte() == UInt8(ascii: "#") { scanner.index += 1 }
    let name = scanner.name()
    guard scanner.index > start else { return nil }
    var piece = Piece(range: start..<scanner.index, function: nil, inside: start..<start)
    if scanner.byte() == UInt8(ascii: "("), name.lowerBound == start {
      let inside = scanner.index + 1
      guard name.count <= 24, scanner.skipBracket() else { return nil }
      piece.function = String(decoding: bytes[name], as: UTF8.self).asciiLowercased
      piece.inside = inside..<scanner.index - 1
      piece.range = start..<scanner.index
    } else if bytes[start] != UInt8(ascii: "#"), bytes[start].isDigit || name.count > 40 {
      return nil
    }
    scanner.skipSpace()
    return scanner.byte() == nil ? piece : nil
  }

  private static func reference(_ bytes: [UInt8], _ range: Range<Int>) -> StyleValue? {
    var names: [Pathname] = []
    var range = range
    while names.count < maximumNames {
      guard let (name, rest) = target(bytes, range) else { return nil }
      names.append(name)
      guard let rest else { return .alias(names, nil) }
      guard let piece = single(bytes, rest), piece.function == "var" else { return .alias(names, rest) }
      range = piece.inside
    }
    return .alias(names, nil)
  }

  /// Returns the name of the property in the brackets of `var()`, and the range of the fallback after the comma.
  static func target(_ bytes: [UInt8], _ range: Range<Int>) -> (name: Pathname, fallback: Range<Int>?)? {
    var scanner = CSSScanner(bytes, range)
    scanner.skipSpace()
    let name = scanner.name()
    guard bytes[name].starts(with: "--".utf8) else { return nil }
    scanner.skipSpace()
    let target = Pathname(bytes: Array(bytes[name]))
    guard let next = scanner.byte() else { return (target, nil) }
    return next == UInt8(ascii: ",") ? (target, scanner.index + 1..<range.upperBound) : nil
  }

  static let coloredProperties: Set = [
    "accent-color", "background", "background-color", "background-image", "border", "border-block",
    "border-block-color",
    "border-bottom", "border-bottom-color", "border-color", "border-inline", "border-inline-color", "border-left",
    "border-left-color", "border-right", "border-right-color", "border-top", "border-top-color", "caret-color", "color",
    "column-rule", "column-rule-color", "fill", "outline", "outline-color", "stop-color", "stroke", "text-decoration",
    "text-decoration-color",
  ]

  private static let maximumColors = 32

  /// Returns the ranges of the colours in a value: the value itself, or those between others and in gradients.
  static func colors(_ bytes: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
    switch StyleValue(bytes, range) {
    case .color, .alias, .pair: return [range]
    case .other: break
    }
    var scanner = CSSScanner(bytes, range)
    var colors: [Range<Int>] = []
    while colors.count < maximumColors, let byte = scanner.byte() {
      let start = scanner.index
      scanner.skipSpace()
      if scanner.index > start { continue }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        scanner.index += 1
        scanner.skipString(byte)
        continue
      }
      if byte == UInt8(ascii: "#") { scanner.index += 1 }
      let name = scanner.name()
      guard scanner.index > start else {
        scanner.index += 1
        continue
      }
      if scanner.byte() == UInt8(ascii: "("), !name.isEmpty {
        // The stops of a gradient stand in its brackets.
        if String(decoding: bytes[name], as: UTF8.self).asciiLowercased.hasSuffix("gradient") { continue }
        guard scanner.skipBracket() else { return colors }
      }
      if case .color = StyleValue(bytes, start..<scanner.index) { colors.append(start..<scanner.index) }
    }
    return colors
  }

  /// Returns the relative path of `url()` or a string, without what follows `?` or `#`, and the offset of its end; nil for
  /// an address with a scheme or a host.
  static func address(_ bytes: [UInt8], _ range: Range<Int>) -> (path: String?, end: Int) {
    var scanner = CSSScanner(bytes, range)
    let name = scanner.name()
    var inside = range
    if !name.isEmpty {
      let start = scanner.index + 1
      guard scanner.byte() == UInt8(ascii: "("), scanner.skipBracket() else { return (nil, scanner.index) }
      inside = start..<scanner.index - 1
    } else {
      guard let mark = scanner.byte(), mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") else {
        return (nil, scanner.index)
      }
      scanner.index += 1
      scanner.skipString(mark)
      inside = range.lowerBound..<scanner.index
    }
    let text = String(decoding: bytes[inside].trimmed, as: UTF8.self).filter { $0 != "\"" && $0 != "'" }
    let path = String(text.prefix { $0 != "?" && $0 != "#" })
    return (path.isEmpty || path.hasPrefix("/") || path.contains(":") ? nil : path, scanner.index)
  }

  /// Returns the range of the first `var()` in a value, and the range inside its brackets; nil if there is none.
  static func nextReference(_ bytes: [UInt8], _ range: Range<Int>) -> (range: Range<Int>, inside: Range<Int>)? {
    var scanner = CSSScanner(bytes, range)
    while scanner.byte() != nil {
      scanner.skipSpace()
      let name = scanner.name()
      if name.count == 3, scanner.byte() == UInt8(ascii: "("),
        String(decoding: bytes[name], as: UTF8.self).asciiLowercased == "var"
      {
        let inside = scanner.index + 1
        guard scanner.skipBracket() else { return nil }
        return (name.lowerBound..<scanner.index, inside..<scanner.index - 1)
      }
      if name.isEmpty, scanner.byte() != nil { scanner.index += 1 }
    }
    return nil
  }

  /// Returns the text of a range without comments, with one space between words.
  static func words(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    var result: [UInt8] = []
    var scanner = CSSScanner(bytes, range)
    while let byte = scanner.byte() {
      let start = scanner.index
      scanner.skipSpace()
      if scanner.index > start {
        if !result.isEmpty, scanner.byte() != nil { result.append(0x20) }
      } else {
        result.append(byte)
        scanner.index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
