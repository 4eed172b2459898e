import GamutBasics
import GamutPalettes
import TestSupport

extension Property {
  static let tokens = palette("tokens", seeds: { Texts.tokens }, words: { Texts.tokenWords }) {
    (bytes) throws(PaletteFault) in [try Palette(designTokens: bytes)]
  }

  static let styles = palette("styles", seeds: { Texts.styles }, words: { Texts.styleWords }) {
    (bytes) throws(PaletteFault) in [try Palette(css: bytes)]
  }

  /// Palettes have colours that are finite, in lines of the file, or are refused with a place in it.
  private static func palette(
    _ name: String, seeds: @escaping @Sendable () -> [[UInt8]], words: @escaping @Sendable () -> [[UInt8]],
    read: @escaping @Sendable ([UInt8]) throws(PaletteFault) -> [Palette]
  ) -> Property {
    Property(name, atMost: 4096, seeds: seeds, words: words) { (bytes) throws(Violation) in
      let lines = 1...(bytes.count { $0 == 0x0a || $0 == 0x0d || $0 == 0x0c } + 1)
      let palettes: [Palette]
      do throws(PaletteFault) {
        palettes = try read(bytes)
      } catch {
        try require(!error.message.isEmpty, "an error without words")
        return try require(lines.contains(error.line ?? 1), "an error in line \(error.line ?? 0)")
      }
      for palette in palettes { try check(palette, lines) }
    }
  }

  private static func check(_ palette: Palette, _ lines: ClosedRange<Int>) throws(Violation) {
    try require(palette.entries.count <= Palette.maximumEntries, "\(palette.entries.count) colours")
    for entry in palette.entries {
      try require(lines.contains(entry.line ?? 1), "\(entry.name.text) in line \(entry.line ?? 0)")
      try require(!entry.name.bytes.isEmpty && !entry.text.isEmpty, "\(entry)")
      try checkColor(entry.color)
    }
    for note in palette.notes {
      try require(lines.contains(note.place.line ?? 1), "a note in line \(note.place.line ?? 0)")
      try require(
        !note.message.isEmpty && !note.message.unicodeScalars.contains { $0.value < 0x20 }, "the note '\(note.message)'"
      )
    }
  }

  static func checkColor(_ color: CSSColor) throws(Violation) {
    try require(color.components.count == 3 && color.components.allSatisfy(\.isFinite), "\(color)")
    try require((0...1).contains(color.alpha), "\(color)")
    let linear = color.linearSRGB
    try require(linear.x.isFinite && linear.y.isFinite && linear.z.isFinite, "\(color) is \(linear)")
    switch color.space {
    case .hsl, .hwb: try require((0..<360).contains(color.components[0]), "\(color)")
    case .lch, .okLCh: try require((0..<360).contains(color.components[2]), "\(color)")
    default: break
    }
  }

  /// Colours of CSS are read or refused with a place in the text, also between white space and comments.
  static let colors = Property("colors", atMost: 512, seeds: { Texts.colors }, words: { Texts.colorWords }) {
    (bytes) throws(Violation) in
    let text = String(decoding: bytes, as: UTF8.self)
    let color: CSSColor
    do throws(CSSColorFault) {
      color = try CSSColor(css: text)
    } catch {
      try require((0...text.utf8.count).contains(error.offset), "an error at byte \(error.offset)")
      return try require(!error.message.isEmpty, "an error without words")
    }
    try checkColor(color)
    try require((try? CSSColor(css: " \(text)\n")) == color, "another colour between white space")
  }
}
