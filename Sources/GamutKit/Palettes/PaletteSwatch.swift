import Gamut
package import GamutBasics
import GamutPalettes

/// A colour of a palette, to be shown on a page, with what each eye sees of it.
package struct PaletteSwatch: Sendable, Hashable {
  package var name: String
  package var line: Int?
  /// As CSS writes it: in Display P3 outside sRGB.
  package var css: String
  /// OKLab as full colour vision, displays of sRGB, and people with protanopia, deuteranopia and tritanopia see it:
  /// three numbers each.
  package var labs: [[Double]]
  /// The codes of sRGB for the last four.
  package var codes: [String]

  package init(_ color: PaletteStudy.Color, _ eyes: Eyes) {
    name = color.entry.name
    line = color.entry.line
    func numbers(_ lab: OKLab) -> [Double] { [lab.l, lab.a, lab.b].map { ($0 * 1e5).rounded() / 1e5 } }
    let wide = ColorCode(linear: CSSColor.linearDisplayP3(linearSRGB: color.color.linear))
    let levels = [wide.levels.x, wide.levels.y, wide.levels.z].map { ($0 * 1e4).rounded() / 1e4 }
    css =
      color.color.isClipped
      ? "color(display-p3 \(levels.map { JSONWriter.text(of: $0) }.joined(separator: " ")))" : color.color.hex
    let seen = eyes.seen(color.color.linear).map(\.linear)
    labs = [numbers(color.color.lab), numbers(color.inSRGB.shown)] + seen.map { numbers(OKLab(linearSRGB: $0)) }
    codes = [color.inSRGB.hex] + seen.map { ColorCode(linear: $0).hex }
  }

  /// Parses a swatch.
  package init?(_ node: JSONNode) {
    guard let name = node["name"]?.string, let css = node["css"]?.string else { return nil }
    (self.name, self.css, line) = (name, css, node["line"]?.integer)
    labs = (node["labs"]?.array ?? []).map { ($0.array ?? []).compactMap(\.number) }
    codes = (node["codes"]?.array ?? []).compactMap(\.string)
  }
}

extension JSONWriter {
  /// Writes the colours of a palette.
  package mutating func member(_ name: String, _ swatches: [PaletteSwatch]) {
    member(name, array: swatches) { writer, swatch in
      writer.object { object in
        object.member("name", swatch.name)
        if let line = swatch.line { object.member("line", line) }
        object.member("css", swatch.css)
        object.member("labs", array: swatch.labs) { writer, lab in
          writer.array { writer in for number in lab { writer.real(number) } }
        }
        object.member("codes", array: swatch.codes) { $0.string($1) }
      }
    }
  }
}
