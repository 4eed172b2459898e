import GamutBasics

extension Palette {
  /// Reads a palette of GIMP: codes of 8 bits, and a name, on each line.
  ///
  /// The format has no profile: the codes are sRGB, as programs take them. A colour without a name has its hexadecimal
  /// digits as name.
  package init(gimp bytes: [UInt8]) throws(PaletteFault) {
    self.init(.gimp)
    var text = try PaletteText(bytes)
    guard text.nextTrimmed() == "GIMP Palette" else {
      throw PaletteFault(line: 1, "the first line of a palette of GIMP is 'GIMP Palette', and this one is another")
    }
    var isHeader = true
    var hasAlpha = false
    while let line = text.next() {
      let content = line.trimmed
      guard let first = content.first, first != UInt8(ascii: "#") else { continue }
      if isHeader, !first.isDigit, let colon = content.firstIndex(of: UInt8(ascii: ":")) {
        let value = String(decoding: content[(colon + 1)...].trimmed, as: UTF8.self)
        switch String(decoding: content[..<colon], as: UTF8.self) {
        case "Name": continue
        case "Columns":
          if Int(value).map({ (0...255).contains($0) }) != true {
            note(.invalid, line: text.number, "'Columns' is \(value.quoted): it must be a number from 0 to 255.")
          }
          continue
        case "Channels":
          // Written by Aseprite.
          hasAlpha = value == "RGBA"
          continue
        default: break
        }
      }
      isHeader = false
      guard let color = GIMPColor(content, hasAlpha: hasAlpha) else {
        try checkNotes()
        note(line: text.number) {
          let written = String(decoding: content.prefix(400), as: UTF8.self).quoted
          let values = hasAlpha ? "four numbers from 0 to 255 (red, green, blue and alpha)" : GIMPColor.expectation
          return (.invalid, "\(written) is not a colour of GIMP: expected \(values), and perhaps a name.")
        }
        continue
      }
      try add(Entry(color.name, line: text.number, PaletteContext(), color.color, text: color.text))
    }
  }
}

/// A line of a GIMP palette, with a colour and a name.
private struct GIMPColor {
  static let expectation = "three numbers from 0 to 255 (red, green and blue)"

  var name: String
  var color: CSSColor
  /// The numbers as they are written in the file.
  var text: String

  /// Reads a line, which has no white space around it; nil if it is not a colour.
  init?(_ line: ArraySlice<UInt8>, hasAlpha: Bool) {
    var rest = line
    var codes: [Int] = []
    while codes.count < (hasAlpha ? 4 : 3) {
      let digits = rest.prefix(while: \.isDigit)
      guard (1...9).contains(digits.count), let code = Int(String(decoding: digits, as: UTF8.self)), code <= 255 else {
        return nil
      }
      rest = rest[digits.endIndex...]
      guard rest.first?.isSpace ?? true else { return nil }
      codes.append(code)
      rest = rest.drop(while: \.isSpace)
    }
    color = CSSColor(codes: Array(codes.prefix(3)))
    if hasAlpha { color.alpha = Double(codes[3]) / 255 }
    text = codes.map { String($0) }.joined(separator: " ")
    name = rest.isEmpty ? CSSColor.hexadecimalDigits(of: codes) : String(decoding: rest, as: UTF8.self)
  }
}
