package import Gamut
package import GamutBasics
package import GamutPalettes
import PNGCodec

/// The area colours of an image, the most frequent first.
///
/// As where losses are judged, an area colour has at least nine solid pixels, and one in 10,000; here a pixel is solid if it
/// is one of a square of four with its colour. Pixels whose alpha is below one half do not count.
package struct ImageColors: Sendable {
  package struct Area: Sendable {
    package var color: ColorInSRGB
    package var pixels: Int
  }

  package private(set) var areas: [Area] = []
  package private(set) var pixels = 0

  /// The maximum number of colours that are counted; beyond it, those with the fewest pixels so far are left out.
  private static let limit = 1 << 17

  package init(of path: Pathname, _ reporter: Reporter) throws(GamutError) {
    var rows = try reporter.renditionRows(OpenedInput(.file(path), keeping: .contents))
    let layout = rows.layout
    let renderer = PixelRenderer(rows.tables, layout: layout, lost: nil)
    var above = [PixelRenderer.Outcome](repeating: .init(), count: layout.width)
    var row = above
    var solid = [Bool](repeating: false, count: layout.width)
    var solidAbove = solid
    // The pixels of each colour, and the solid ones of them.
    var counts: [SIMD3<Double>: SIMD2<Int>] = [:]
    func end(_ row: [PixelRenderer.Outcome], _ solid: [Bool]) {
      var (color, count) = (SIMD3<Double>(), SIMD2<Int>())
      for (pixel, isSolid) in zip(row, solid) where pixel.alpha >= 0.5 {
        pixels += 1
        if pixel.original != color {
          counts[color, default: .zero] &+= count
          (color, count) = (pixel.original, .zero)
        }
        count &+= SIMD2(1, isSolid ? 1 : 0)
      }
      counts[color, default: .zero] &+= count
      guard counts.count > Self.limit else { return }
      let middle = counts.values.map(\.x).sorted()[counts.count / 2]
      counts = counts.filter { $0.value.x > middle }
    }
    var y = 0
    try unsafe rows.forEachRow { bytes in
      unsafe renderer.render(bytes.bytes, y: y, into: &row)
      if y > 0 {
        for x in row.indices.dropFirst() {
          func isSame(_ other: PixelRenderer.Outcome) -> Bool {
            other.alpha >= 0.5 && other.original == row[x].original
          }
          guard isSame(row[x]), isSame(row[x - 1]), isSame(above[x]), isSame(above[x - 1]) else { continue }
          (solid[x], solid[x - 1], solidAbove[x], solidAbove[x - 1]) = (true, true, true, true)
        }
        end(above, solidAbove)
      }
      swap(&row, &above)
      solidAbove = solid
      for x in solid.indices { solid[x] = false }
      y += 1
    }
    end(above, solidAbove)
    try rows.finish()
    let least = max(9, (pixels + 9_999) / 10_000)
    areas = counts.filter { $0.value.y >= least }.map {
      Area(color: ColorInSRGB(linearSRGB: $0.key), pixels: $0.value.x)
    }.sorted { ($1.pixels, $0.color.hex, $0.color.shift) < ($0.pixels, $1.color.hex, $1.color.shift) }
  }

  package static func names(in palette: Palette) -> [(name: String, color: ColorInSRGB)] {
    palette.entries.filter { !$0.isUse && $0.color.alpha == 1 }.map {
      ($0.name.text, ColorInSRGB(linearSRGB: $0.color.linearSRGB))
    }
  }

  private static let listed = 64

  package func text(of path: Pathname, names: [(name: String, color: ColorInSRGB)], _ style: TextStyle) -> String {
    let shown = style.detail == .verbose ? areas[...] : areas.prefix(Self.listed)
    var text =
      style.heading(path.text.printable) + ": \(Words.count(areas.count, "area colour")) of "
      + "\(Words.count(pixels, "pixel"))\n"
    for area in shown {
      let share = Words.decimal(100 * Double(area.pixels) / Double(max(pixels, 1)), 1) + " %"
      text += "  \(share.rightAligned(to: 7))  \(style.swatch(area.color.codes))\(area.color.words)"
      let near = names.map { ($0.name, $0.color.judged.difference(to: area.color.judged)) }.min { $0.1 < $1.1 }
      if let (name, difference) = near { text += "  \(name.printable), \(Words.din99o(difference))" }
      text += "\n"
    }
    return text
      + (shown.count < areas.count ? "  and \(Words.count(areas.count - shown.count)) more (--verbose)\n" : "")
  }

  /// Returns the answer whether the image has a colour, to half a code of 8 bits or what nobody sees.
  package func answer(for color: GivenColor) -> (text: String, isFound: Bool) {
    let wanted = ColorInSRGB(linearSRGB: color.color.linearSRGB)
    let near = areas.map { ($0, $0.color.judged.difference(to: wanted.judged)) }.min { $0.1 < $1.1 }
    guard let (area, difference) = near else {
      return ("\(color.text.printable): no, there is no area colour.\n", false)
    }
    let isFound = difference < JudgedColor.equality
    let share = Words.decimal(100 * Double(area.pixels) / Double(max(pixels, 1)), 1)
    return (
      "\(color.text.printable): "
        + (isFound
          ? "yes, \(share) % of the pixels.\n"
          : "no; the nearest area colour is \(area.color.words) (\(share) %), \(Words.din99o(difference)) away.\n"),
      isFound
    )
  }
}

extension ColorInSRGB {
  fileprivate var words: String { hex + (isClipped ? ", outside sRGB by \(Words.din99o(shift))" : "") }
}
