import Gamut
package import GamutBasics
package import GamutCatalogs

/// A slot of a set in a table: a line for each device and scale, a column for each gamut and appearance.
package struct SlotCell: Sendable, Hashable {
  package struct Swatch: Sendable, Hashable {
    package var words: String
    package var css: String
    /// The code that displays of sRGB show.
    package var hex: String
  }

  /// The idiom, the scale and other conditions in words.
  package var line: String
  /// The gamut and the appearances in words.
  package var column: String
  package var file: String?
  /// The colour; nil if the slot has none, or if its space is not known.
  package var swatch: Swatch?
  package var system: String?

  package init(_ slot: AssetSlot) {
    var (line, column) = (slot.conditions, SlotConditions())
    (column.gamut, column.appearances) = (line.gamut, line.appearances)
    (line.gamut, line.appearances) = (nil, [])
    self.line = line.words
    self.column = column.words.split(separator: ", ").dropFirst().joined(separator: ", ")
    file = slot.file?.text
    if case .system(let name, _) = slot.color { system = name }
    guard let color = SetColor(slot) else { return }
    swatch = Swatch(words: color.words, css: color.css, hex: color.color.hex)
  }

  package init?(_ node: JSONNode) {
    guard let line = node["line"]?.string, let column = node["column"]?.string else { return nil }
    (self.line, self.column, file, system) = (line, column, node["file"]?.string, node["system"]?.string)
    guard let color = node["color"] else { return }
    guard let words = color["words"]?.string, let css = color["css"]?.string, let hex = color["hex"]?.string else {
      return nil
    }
    swatch = Swatch(words: words, css: css, hex: hex)
  }
}

extension JSONWriter {
  package mutating func member(_ name: String, _ cells: [SlotCell]) {
    member(name, objects: cells) { object, cell in
      object.member("line", cell.line)
      object.member("column", cell.column)
      if let file = cell.file { object.member("file", file) }
      if let system = cell.system { object.member("system", system) }
      guard let swatch = cell.swatch else { return }
      object.member("color") { color in
        color.member("words", swatch.words)
        color.member("css", swatch.css)
        color.member("hex", swatch.hex)
      }
    }
  }
}

extension SetColor {
  /// The colour in the notation of CSS Color 4; greys are given by their code.
  fileprivate var css: String {
    let space: String
    switch components.space {
    case .sRGB, .extendedSRGB: space = "srgb"
    case .displayP3: space = "display-p3"
    case .extendedLinearSRGB: space = "srgb-linear"
    default: return color.hex
    }
    let numbers = components.channels.map { JSONWriter.text(of: JSONWriter.rounded($0)) }.joined(separator: " ")
    return "color(\(space) \(numbers) / \(JSONWriter.text(of: JSONWriter.rounded(components.alpha))))"
  }
}
