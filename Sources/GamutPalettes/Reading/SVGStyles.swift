extension Palette.Source {
  /// This SVG file as a style sheet: its `<style>` elements, and a rule for each element that has colours in presentation
  /// attributes or in `style` (SVG 2, clauses 6.4 to 6.6), on the line where it begins.
  package var styleSheetOfSVG: Palette.Source {
    Palette.Source(file: file, SVGStyles(bytes: bytes).result)
  }
}

/// Reads the tags of an SVG file. What is not well-formed gives fewer rules.
private struct SVGStyles {
  let bytes: [UInt8]
  var result: [UInt8] = []
  private var position = 0
  private var elements = 0

  private static let colors: Set = ["color", "fill", "stroke", "stop-color", "flood-color", "lighting-color"]

  init(bytes: [UInt8]) {
    self.bytes = bytes
    while position < bytes.count {
      if starts("<!--") { skip(past: "-->") } else if starts("<") { readTag() } else { skip(1) }
    }
  }

  private mutating func readTag() {
    let start = result.count
    skip(1)
    let name = takeName()
    guard name.first?.isLetter == true, name != "style" else {
      skip(past: ">")
      if name == "style" { copy(until: "</style") }
      return
    }
    elements += 1
    var selector = "\(name)-\(elements)"
    var (declarations, style): (String, [UInt8]) = ("", [])
    while position < bytes.count, !starts(">") {
      let attribute = takeName()
      guard !attribute.isEmpty else {
        skip(1)
        continue
      }
      while position < bytes.count, bytes[position] <= 0x20 { skip(1) }
      guard starts("=") else { continue }
      skip(1)
      while position < bytes.count, bytes[position] <= 0x20 { skip(1) }
      guard position < bytes.count, [0x22, 0x27].contains(bytes[position]) else { continue }
      let end = bytes[(position + 1)...].firstIndex(of: bytes[position]) ?? bytes.count
      let value = bytes[(position + 1)..<end]
      switch attribute {
      case "id": selector = "#\(String(decoding: value, as: UTF8.self))"
      case "style": style = value.map { $0 == 0x0a ? 0x20 : $0 }
      case let color where Self.colors.contains(color):
        declarations += "\(color):\(String(decoding: value, as: UTF8.self));"
      default: break
      }
      skip(min(end + 1, bytes.count) - position)
    }
    guard !declarations.isEmpty || !style.isEmpty else { return }
    result.insert(contentsOf: Array("\(selector){\(declarations)".utf8) + style + Array("}".utf8), at: start)
  }

  private mutating func takeName() -> String {
    let end =
      bytes[position...].firstIndex { $0 <= 0x20 || [0x22, 0x27, 0x2f, 0x3c, 0x3d, 0x3e].contains($0) } ?? bytes.count
    defer { position = end }
    return String(decoding: bytes[position..<end], as: UTF8.self)
  }

  private func starts(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  /// Passes bytes, of which the line feeds stay.
  private mutating func skip(_ count: Int) {
    result += bytes[position..<(position + count)].filter { $0 == 0x0a }
    position += count
  }

  private mutating func skip(past text: String) {
    while position < bytes.count, !starts(text) { skip(1) }
    if position < bytes.count { skip(text.utf8.count) }
  }

  private mutating func copy(until text: String) {
    while position < bytes.count, !starts(text) {
      if starts("<![CDATA[") {
        skip(9)
      } else if starts("]]>") {
        skip(3)
      } else {
        result.append(bytes[position])
        position += 1
      }
    }
  }
}
