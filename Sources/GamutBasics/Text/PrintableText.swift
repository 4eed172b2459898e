extension String {
  /// The text, safe for a terminal: control characters, characters that change the text direction, and invisible
  /// characters are escaped, so that neither a file name nor a profile's description can control the terminal, fake a
  /// line, or imitate another text. Beginnings of build server commands in a log are escaped, too: `::` at the start of
  /// a line (GitHub Actions), and two number signs (`##[`, `##vso[`, `##teamcity[`) anywhere.
  package var printable: String { escaped { _ in false } }

  /// Whether `printable` is the same text.
  package var isPrintable: Bool { printable.unicodeScalars.elementsEqual(unicodeScalars) }

  /// The text, safe for a terminal, with line feeds kept for whole pages of text.
  package var printableLines: String { escaped { $0 == "\n" } }

  private func escaped(except isKept: (Unicode.Scalar) -> Bool) -> String {
    var before: UInt8 = 0
    // Nearly all texts are as they are.
    let isPlain = utf8.allSatisfy { byte in
      defer { before = byte }
      return (0x20..<0x7f).contains(byte) && byte != 0x3a && (byte != 0x23 || before != 0x23)
    }
    if isPlain { return self }
    var result = ""
    var last: Unicode.Scalar?
    var isAtStart = true
    for index in unicodeScalars.indices {
      let scalar = unicodeScalars[index]
      defer {
        last = scalar
        isAtStart = scalar == "\n" && isKept(scalar) || isAtStart && scalar.properties.isWhitespace
      }
      switch scalar.value {
      case 0x3a where isAtStart && unicodeScalars[index...].dropFirst().first == ":", 0x23 where last == "#":
        // The first colon of a pair, and the second number sign.
        result += "\\u{\(String(scalar.value, radix: 16))}"
      case _ where !scalar.commandsTerminal || isKept(scalar): result.unicodeScalars.append(scalar)
      case 0x0a: result += "\\n"
      case 0x09: result += "\\t"
      case 0x0d: result += "\\r"
      default: result += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return result
  }

  /// Returns lines of at most `width` characters, broken at spaces if any, with `indent` before all but the first.
  package func wrapped(width: Int = 80, indent: String, first: String? = nil) -> String {
    var lines: [String] = []
    var line = first ?? indent
    var isEmpty = true
    for word in split(separator: " ") {
      // At the start of a line, two colons begin a command of GitHub Actions.
      if !isEmpty, line.count + 1 + word.count > width, !word.utf8.starts(with: "::".utf8) {
        lines.append(line)
        (line, isEmpty) = (indent, true)
      }
      line += isEmpty ? String(word) : " " + word
      isEmpty = false
    }
    lines.append(line)
    return lines.joined(separator: "\n")
  }

  package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  package func zeroPadded(to width: Int) -> String { String(repeating: "0", count: max(0, width - count)) + self }

  /// Returns the text preceded by spaces, `width` characters in total.
  package func rightAligned(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}

extension Unicode.Scalar {
  /// Whether a terminal does not simply show the character: controls (C0, C1, DEL), marks of direction and their
  /// isolates, line and paragraph separators, and invisible characters: soft hyphen, fillers, zero-width and word
  /// joiners, interlinear marks, tags and variation selectors for ideographs; and the two that XML and YAML refuse.
  ///
  /// Variation selectors 1 to 16 are excluded, because names with emoji use them.
  var commandsTerminal: Bool {
    switch value {
    case 0..<0x20, 0x7f..<0xa0, 0xad, 0x34f, 0x61c, 0x115f...0x1160, 0x17b4...0x17b5, 0x180b...0x180f,
      0x200b...0x200f, 0x2028...0x202e, 0x2060...0x206f, 0x3164, 0xfeff, 0xffa0, 0xfff0...0xfffb,
      0xfffe...0xffff, 0x1bca0...0x1bca3, 0x1d173...0x1d17a, 0xe0000...0xe0fff:
      true
    default: false
    }
  }
}

package enum Words {
  /// Returns a number with separators, such as "1,234,567".
  package static func count(_ value: Int) -> String {
    let digits = Array(String(value))
    return digits.indices.reduce(into: "") { text, index in
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digits[index])
    }
  }

  /// Returns a number with its noun, such as "1 colour" or "2 colours".
  package static func count(_ value: Int, _ noun: String, plural: String? = nil) -> String {
    "\(count(value)) \(value == 1 ? noun : plural ?? noun + "s")"
  }

  /// "a", "a and b", "a, b and c".
  package static func list(_ items: [String]) -> String {
    guard items.count > 1, let last = items.last else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " and " + last
  }

  /// Returns "12%", "0.3%"; never 0% for more than nothing, nor 100% for less than all.
  package static func share(_ part: Int, of whole: Int) -> String {
    guard part > 0, whole > 0 else { return "0%" }
    if part == whole { return "100%" }
    let percent = 100 * Double(part) / Double(whole)
    if percent < 0.1 { return "under 0.1%" }
    if percent > 99.9 { return "over 99.9%" }
    return percent < 9.95 || percent >= 99.5 ? decimal(percent, 1) + "%" : "\(Int(percent.rounded()))%"
  }

  /// Returns a non-negative number with a fixed number of decimals, 1 to 6.
  package static func decimal(_ value: Double, _ places: Int) -> String {
    guard value.isFinite else { return "?" }
    let scale = (0..<places).reduce(1.0) { product, _ in product * 10 }
    // Differences between colours never exceed 1e12.
    let units = Int((min(value, 1e12) * scale).rounded())
    guard units >= 0 else { return "-" + decimal(-value, places) }
    let padded = String(units).zeroPadded(to: places + 1)
    return "\(padded.dropLast(places)).\(padded.suffix(places))"
  }

  package static func difference(_ value: Double) -> String { decimal(value, 1) }

  /// Returns a difference as text with its unit, as "2.6 (DIN99o)".
  package static func din99o(_ value: Double) -> String { difference(value) + " (DIN99o)" }
}

/// The style of text reports.
public struct TextStyle: Sendable {
  /// The level of detail.
  public enum Detail: Sendable {
    /// One line for each image with a problem, and no other output.
    case quiet
    /// One image in full; several images as lines, with a summary.
    case normal
    /// Every image in full.
    case verbose
  }

  /// ANSI colours (ECMA-48 SGR).
  public var usesColor: Bool
  /// Whether the terminal shows any colour of 8 bits per channel.
  public var showsSwatches = false
  /// Whether what succeeds in a list is only counted, as where a line shows the progress.
  public var countsSuccesses = false
  /// The level of detail.
  public var detail: Detail

  /// Creates a style; by default without colours, in normal detail.
  public init(usesColor: Bool = false, detail: Detail = .normal) {
    self.usesColor = usesColor
    self.detail = detail
  }

  private enum Code: String {
    case bold = "1"
    case red = "1;31"
    case green = "32"
    case yellow = "33"
  }

  package func heading(_ text: String) -> String { paint(text, .bold) }

  package func failure(_ text: String) -> String { paint(text, .red) }

  package func success(_ text: String) -> String { paint(text, .green) }

  package func warning(_ text: String) -> String { paint(text, .yellow) }

  /// Returns a small area in a colour of sRGB with 8 bits per channel, and a space; nothing if the terminal has none.
  package func swatch(_ codes: [Int]) -> String {
    guard showsSwatches, codes.count == 3 else { return "" }
    return "\u{1b}[48;2;\(codes[0]);\(codes[1]);\(codes[2])m    \u{1b}[0m "
  }

  private func paint(_ text: String, _ code: Code) -> String {
    usesColor ? "\u{1b}[\(code.rawValue)m\(text)\u{1b}[0m" : text
  }
}

extension String {
  /// The text with a capital and a full stop. A first word with a capital inside is a name, such as iCCP or tRNS.
  package var asSentence: String {
    let isName = prefix { $0 != " " }.contains { $0.isUppercase }
    let start = isName ? self : prefix(1).uppercased() + dropFirst()
    return hasSuffix(".") || hasSuffix("?") ? start : start + "."
  }

  /// The text after a colon: with a full stop, and with a small letter unless the first word is a name.
  package var asClause: String {
    let isName = prefix { $0 != " " }.dropFirst().contains { $0.isUppercase }
    let start = isName ? self : prefix(1).lowercased() + dropFirst()
    return hasSuffix(".") || hasSuffix("?") ? start : start + "."
  }
}

package struct LineIndex: Sendable {
  private let ends: [Int]

  package init(_ bytes: [UInt8]) { ends = bytes.indices.filter { bytes[$0] == 0x0a } }

  /// Returns the number, from 1, of the line that contains a byte.
  package func line(at offset: Int) -> Int {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return low + 1
  }
}

extension [UInt8] {
  /// The text with a byte order mark at its beginning, if any, replaced by spaces.
  package var withoutMark: [UInt8] { starts(with: [0xef, 0xbb, 0xbf]) ? [0x20, 0x20, 0x20] + dropFirst(3) : self }
}

package enum Suggestion {
  /// Returns the word that was probably meant: the one with the fewest changed characters, at most a third of the typed
  /// ones, or the only word that begins with the typed text. Case does not matter.
  package static func nearest(to typed: String, among words: [String]) -> String? {
    let typed = typed.lowercased().unicodeScalars
    let characters = Array(typed)
    guard 2...64 ~= characters.count, Int(String(typed)) == nil else { return nil }
    var nearest: (word: String, changes: Int)?
    var limit = max(1, characters.count / 3)
    for word in words {
      let other = word.lowercased().unicodeScalars
      // Each character more, or fewer, is a change.
      guard abs(other.count - characters.count) <= limit else { continue }
      let changes = changes(from: characters, to: Array(other))
      guard changes <= limit else { continue }
      nearest = (word, changes)
      // Of words with as many changes, the first is meant.
      limit = changes - 1
    }
    if let nearest { return nearest.word }
    let longer = words.filter { $0.lowercased().unicodeScalars.starts(with: typed) }
    return longer.count == 1 ? longer[0] : nil
  }

  /// Returns the smallest number of insertions, deletions, replacements, and exchanges of neighbours that make one word
  /// of the other: the optimal string alignment distance.
  private static func changes(from first: [Unicode.Scalar], to second: [Unicode.Scalar]) -> Int {
    // The distances of the starts of the first word, up to this character, the last one and the one before it, from
    // each start of the second word.
    var next = Array(0...second.count)
    var (last, before) = (next, next)
    for (row, character) in first.enumerated() {
      (before, last, next) = (last, next, before)
      next[0] = row + 1
      for (column, other) in second.enumerated() {
        var least = min(last[column] + (character == other ? 0 : 1), last[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, character == second[column - 1], first[row - 1] == other {
          least = min(least, before[column - 1] + 1)
        }
        next[column + 1] = least
      }
    }
    return next[second.count]
  }
}
