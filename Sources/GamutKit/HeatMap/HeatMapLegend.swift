import Gamut
import PNGCodec

/// The legend below a heat map that explains its colours, with its own entries of ``HeatMapPalette``.
///
/// The legend is drawn in dots of as many pixels as fit: it takes at most two thirds of the map's width and half of its
/// height, but a dot has at least one pixel. A legend that is wider than the map extends the picture to the right.
struct HeatMapLegend {
  private typealias Color = HeatMapPalette.LegendColor

  private struct Line {
    /// The colours painted beside the text, from left to right.
    var key: [Color] = []
    /// A number or a letter in a box, instead of colours.
    var tag: UInt8?
    var text: String
  }

  /// The legend in dots, row by row.
  private var dots: [[Color]]
  /// The width and height of a dot in pixels.
  private let scale: Int
  private let mapWidth: Int
  /// The width of the whole picture, and the height of the legend alone.
  let width, height: Int

  private static let margin = 4, pitch = 12
  private static let key = (width: 20, height: 8)

  init(_ report: GamutReport) {
    let lines = Self.lines(report)
    let textWidth = lines.map { BitmapFont.width(of: $0.text) + (Self.hasKey($0) ? Self.key.width + Self.margin : 0) }
    let size = (width: (textWidth.max() ?? 0) + 2 * Self.margin, height: lines.count * Self.pitch + 2 * Self.margin)
    dots = Array(repeating: Array(repeating: .ground, count: size.width), count: size.height)
    mapWidth = report.image.width
    scale = max(1, min(2 * mapWidth / (3 * size.width), report.image.height / (2 * size.height)))
    width = max(mapWidth, size.width * scale)
    height = size.height * scale
    for (index, line) in lines.enumerated() { draw(line, top: Self.margin + 1 + index * Self.pitch) }
    dots[0] = Array(repeating: .frame, count: size.width)
  }

  private static func hasKey(_ line: Line) -> Bool { !line.key.isEmpty || line.tag != nil }

  private static func lines(_ report: GamutReport) -> [Line] {
    let loss = report.loss
    let edges = ShiftSteps.map(jnd: loss.jnd).edges.map { JSONWriter.text(of: $0, significantDigits: 3) }
    var lines = [
      Line(text: title(report)),
      Line(key: [.lost], text: "lost: an edge or gradient vanishes, or two areas look alike"),
      Line(key: [.clipped(0)], text: "clips only: shifts by less than \(edges[0]), not visible"),
      Line(key: [.clipped(1)], text: "clips only: by \(edges[0]) to \(edges[1])"),
      Line(key: [.clipped(2)], text: "clips only: by \(edges[1]) to \(edges[2])"),
      Line(key: [.clipped(3)], text: "clips only: by \(edges[2]) or more"),
      Line(key: [.darkest, .middle, .lightest], text: "fits: unchanged"),
    ]
    if loss.pixels.transparent > 0 { lines.append(Line(key: [.ground], text: "transparent: not analysed")) }
    guard HeatMapMarks.hasTags(report.image.width, report.image.height) else { return lines }
    if !loss.steps.largest.isEmpty {
      lines.append(Line(tag: UInt8(ascii: "1"), text: "an edge or gradient in the report's list"))
    }
    if !loss.areas.largest.isEmpty {
      lines.append(Line(tag: UInt8(ascii: "A"), text: "places with one letter: their colours look alike"))
    }
    return lines
  }

  /// The verdict and its numbers.
  private static func title(_ report: GamutReport) -> String {
    let pixels = report.loss.pixels
    let name = String(report.destination.name.prefix(40))
    func of(_ part: Int) -> String {
      "\(Words.count(part)) of \(Words.count(pixels.analyzed, "pixel")) (\(Words.share(part, of: pixels.analyzed)))"
    }
    return switch report.verdict {
    case .collapses: "COLLAPSES  lost in \(name): \(of(report.loss.lostPixels))"
    case .clips: "CLIPS  outside \(name): \(of(pixels.clipped)); none lost"
    case .fits: "FITS  no pixel leaves \(name)"
    }
  }

  private mutating func draw(_ line: Line, top: Int) {
    var left = Self.margin
    if Self.hasKey(line) {
      let box = (left..<left + Self.key.width, top..<top + Self.key.height)
      for y in box.1 {
        for x in box.0 {
          let isEdge = x == box.0.lowerBound || x == box.0.upperBound - 1 || y == top || y == box.1.upperBound - 1
          let color = line.key.isEmpty ? .ground : line.key[(x - left) * line.key.count / Self.key.width]
          dots[y][x] = isEdge ? .frame : color
        }
      }
      if let tag = line.tag { draw(tag, left: left, top: top) }
      left += Self.key.width + Self.margin
    }
    for character in line.text.unicodeScalars {
      let rows = BitmapFont.rows(of: character)
      for (y, row) in rows.enumerated() {
        for (x, isInk) in row.enumerated() where isInk { dots[top + y][left + x] = .ink }
      }
      left += rows[0].count + BitmapFont.gap
    }
  }

  /// Draws a character as on the map: in the middle of its box.
  private mutating func draw(_ character: UInt8, left: Int, top: Int) {
    for y in 0..<7 {
      for x in 0..<5 {
        let isInside = (1..<6).contains(y) && (1..<4).contains(x)
        let isInk = isInside && TagFont.isInk(character, column: x - 1, row: y - 1)
        dots[top + y][left + 8 + x] = isInk ? .ground : .ink
      }
    }
  }

  /// The pixels to the right of a row of the map, up to the width of the picture.
  var besideMap: [UInt8] {
    let rest = width - mapWidth
    let ground = [UInt8](repeating: Color.ground.index, count: max(0, rest - 1))
    return rest > 0 ? [Color.frame.index] + ground : []
  }

  /// Returns row `y` of the legend, as wide as the picture.
  func row(_ y: Int) -> [UInt8] {
    let row = dots[y / scale]
    // The line along the upper edge spans the whole width.
    var indices = [UInt8](repeating: y < scale ? Color.frame.index : Color.ground.index, count: width)
    for (x, color) in row.enumerated() {
      let index = color.index
      for offset in 0..<scale { indices[x * scale + offset] = index }
    }
    return indices
  }
}
