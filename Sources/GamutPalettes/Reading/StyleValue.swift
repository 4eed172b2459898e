/// The kind of value of a custom property, judged by its text alone.
enum StyleValue: Sendable {
  /// A text that is a colour, or a faulty one.
  case color(Range<Int>)
  /// `var()`: the names of properties, of which the first one that has a value applies, and the range of the fallback.
  case alias([String], Range<Int>?)
  /// `light-dark()` with two values.
  case pair(light: Range<Int>, dark: Range<Int>)
  /// `light-dark()` with a number of values other than two.
  case brokenPair
  /// Any other value: a length, a number, a font, a shadow, a list.
  case other

  /// The maximum number of names in one `var()`.
  private static let maximumNames = 16

  /// Determines the kind of the value in a range of a style sheet.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self = .other
    guard let piece = Self.single(bytes, range) else { return }
    guard let function = piece.function else {
      if bytes[piece.range.lowerBound] == UInt8(ascii: "#") || Self.isColorName(bytes, piece.range) {
        self = .color(piece.range)
      }
      return
    }
    switch function {
    case "var":
      if let reference = Self.reference(bytes, piece.inside) { self = reference }
    case "light-dark":
      let parts = Self.parts(bytes, piece.inside)
      self = parts.count == 2 ? .pair(light: parts[0], dark: parts[1]) : .brokenPair
    default:
      let isColor =
        CSSNotation.names.contains(function) || function == "color-mix" || CSSRefusal.unresolved.contains(function)
      if isColor { self = .color(piece.range) }
    }
  }

  /// A value that consists of a single component.
  private struct Piece {
    var range: Range<Int>
    /// The name of the function in lower case, and the range inside its brackets.
    var function: String?
    var inside: Range<Int>
  }

  /// Returns the component of a value that has only one, if it begins with `#` or a name; otherwise nil.
  private static func single(_ bytes: [UInt8], _ range: Range<Int>) -> Piece? {
    var scanner = StyleScanner(bytes, range)
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

  private static func isColorName(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    let name = String(decoding: bytes[range], as: UTF8.self).asciiLowercased
    return name == "transparent" || CSSColor.code(named: name) != nil || CSSRefusal.isDependent(name)
  }

  /// Returns the ranges between commas.
  private static func parts(_ bytes: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
    var scanner = StyleScanner(bytes, range)
    var parts: [Range<Int>] = []
    while parts.count < 3 {
      let start = scanner.index
      let stop = scanner.skip { $0 == UInt8(ascii: ",") }
      parts.append(start..<scanner.index)
      if stop == nil { break }
      scanner.index += 1
    }
    return parts
  }

  /// Reads the inside of the brackets of `var()`.
  private static func reference(_ bytes: [UInt8], _ range: Range<Int>) -> StyleValue? {
    var names: [String] = []
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
  static func target(_ bytes: [UInt8], _ range: Range<Int>) -> (name: String, fallback: Range<Int>?)? {
    var scanner = StyleScanner(bytes, range)
    scanner.skipSpace()
    let name = scanner.name()
    guard bytes[name].starts(with: "--".utf8) else { return nil }
    scanner.skipSpace()
    guard let next = scanner.byte() else { return (StyleText.name(bytes, name), nil) }
    guard next == UInt8(ascii: ",") else { return nil }
    return (StyleText.name(bytes, name), scanner.index + 1..<range.upperBound)
  }
}

extension StyleValue {
  /// Returns the range of the first `var()` in a value, and the range inside its brackets; nil if there is none.
  static func nextReference(_ bytes: [UInt8], _ range: Range<Int>) -> (range: Range<Int>, inside: Range<Int>)? {
    var scanner = StyleScanner(bytes, range)
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
}
