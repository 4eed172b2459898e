import Gamut
package import GamutBasics
import GamutPalettes

/// A colour of a palette to show on a page, and its code for each eye.
package struct PaletteSwatch: Sendable, Hashable {
  package var name: String
  package var line: Int?
  /// The alpha, 0 to below 1; nil if the colour is opaque.
  package var alpha: Double?
  /// The colour in CSS notation; outside sRGB in Display P3.
  package var css: String
  /// The sRGB codes over the ground: as displays of sRGB show it, and as it is seen with protanopia, deuteranopia and
  /// tritanopia.
  package var codes: [String]

  package init(_ color: PaletteStudy.Color, on ground: SIMD3<Double>) {
    name = color.entry.name.text
    // The lines of a catalog are those of many files.
    line = color.entry.place.file == nil ? color.entry.line : nil
    let wide = ColorCode(linear: ExtendedSRGB.linearDisplayP3(color.color.linear))
    let levels = [wide.levels.x, wide.levels.y, wide.levels.z].map { ($0 * 1e4).rounded() / 1e4 }
    let alpha = min(max(color.entry.color.alpha, 0), 1)
    self.alpha = alpha < 1 ? (alpha * 1e4).rounded() / 1e4 : nil
    let end = self.alpha.map { " / " + JSONWriter.text(of: $0) } ?? ""
    let code = color.color.code
    if color.color.isClipped {
      css = "color(display-p3 \(levels.map { JSONWriter.text(of: $0) }.joined(separator: " "))\(end))"
    } else {
      css = self.alpha == nil ? color.color.hex : "rgb(\(code.x) \(code.y) \(code.z)\(end))"
    }
    let drawn = color.color.drawn(over: ground, alpha: alpha)
    codes =
      [color.inSRGB.drawn(over: ground, alpha: alpha).hex]
      + Viewing.ofPalettes.map { ColorCode(linear: $0(drawn.linear)).hex }
  }

  package init?(_ node: JSONNode) {
    guard let name = node["name"]?.string, let css = node["css"]?.string else { return nil }
    (self.name, self.css, line, alpha) = (name, css, node["line"]?.integer, node["alpha"]?.number)
    codes = (node["codes"]?.array ?? []).compactMap(\.string)
  }
}

/// A context of a palette and its first colours, to show on a page.
package struct PaletteView: Sendable, Hashable {
  package var name: String
  /// The colours that are not references to other names; empty if the contexts before have used up the total.
  package var swatches: [PaletteSwatch] = []

  /// The maximum number of colours of one context, and of all contexts together.
  package static let limit = 64, totalLimit = 256

  package static func all(of study: PaletteStudy) -> [PaletteView] {
    var room = totalLimit
    return study.contexts.map { context in
      guard room > 0 else { return PaletteView(name: context.conditions.words) }
      let own = study.shown(in: context).lazy.filter {
        $0.entry >= 0 && study.palette.entries[Int($0.entry)].target == nil
      }
      let swatches = Array(own.prefix(min(limit, room))).map {
        PaletteSwatch(study.color($0), on: context.ground)
      }
      room -= swatches.count
      return PaletteView(name: context.conditions.words, swatches: swatches)
    }
  }

  package init(name: String, swatches: [PaletteSwatch] = []) { (self.name, self.swatches) = (name, swatches) }

  package init?(_ node: JSONNode) {
    guard let name = node["name"]?.string else { return nil }
    self.init(name: name, swatches: (node["swatches"]?.array ?? []).compactMap { PaletteSwatch($0) })
  }
}

extension JSONWriter {
  package mutating func member(_ name: String, _ contexts: [PaletteView]) {
    member(name, array: contexts) { writer, context in
      writer.object { object in
        object.member("name", context.name)
        guard !context.swatches.isEmpty else { return }
        object.member("swatches", array: context.swatches) { writer, swatch in
          writer.object { $0.members(of: swatch) }
        }
      }
    }
  }

  private mutating func members(of swatch: PaletteSwatch) {
    member("name", swatch.name)
    if let line = swatch.line { member("line", line) }
    if let alpha = swatch.alpha { member("alpha", alpha) }
    member("css", swatch.css)
    member("codes", array: swatch.codes) { $0.string($1) }
  }
}
