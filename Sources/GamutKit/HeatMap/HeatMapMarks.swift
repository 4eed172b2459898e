import Gamut

/// Outlines around the regions of a report, with the numbers that they have in its list, drawn row by row.
struct HeatMapMarks {
  private struct Frame {
    /// The box of a region; the line runs around it.
    var left, top, right, bottom: Int
    var number: Int
  }

  private let frames: [Frame]
  private let width, height: Int
  /// Pixels that a line is wide, and along each edge of a digit's dot.
  private let line, dot: Int
  /// The most regions that are drawn.
  static let limit = 99

  init(_ regions: [LossReport.FlattenedRegion], width: Int, height: Int) {
    self.width = width
    self.height = height
    line = max(1, max(width, height) / 800)
    dot = max(1, max(width, height) / 360)
    frames = regions.prefix(Self.limit).enumerated().map { index, region in
      Frame(
        left: region.x, top: region.y, right: region.x + region.width, bottom: region.y + region.height,
        number: index + 1)
    }
  }

  /// The marks of a row of the map, from left to right.
  func marks(row y: Int) -> [HeatMapPalette.Mark]? {
    let reach = 2 * line
    guard frames.contains(where: { y >= $0.top - reach && y < max($0.bottom + reach, $0.top + tagHeight) }) else {
      return nil
    }
    var marks = [HeatMapPalette.Mark](repeating: .none, count: width)
    for frame in frames {
      draw(frame, grown: reach, .halo, y, &marks)
      draw(frame, grown: line, .line, y, &marks)
    }
    for frame in frames.reversed() { drawTag(frame, y, &marks) }
    return marks
  }

  /// A frame whose outer edge is `grown` outside the region, or at the edge of the image.
  private func draw(
    _ frame: Frame, grown: Int, _ mark: HeatMapPalette.Mark, _ y: Int, _ marks: inout [HeatMapPalette.Mark]
  ) {
    let (left, right) = (max(frame.left - grown, 0), min(frame.right + grown, width))
    let (top, bottom) = (max(frame.top - grown, 0), min(frame.bottom + grown, height))
    guard y >= top, y < bottom else { return }
    let isEdge = y < top + line || y >= bottom - line
    for x in left..<right where isEdge || x < left + line || x >= right - line { marks[x] = mark }
  }

  private var tagHeight: Int { 7 * dot }

  /// The number in the upper right corner of the region.
  private func drawTag(_ frame: Frame, _ y: Int, _ marks: inout [HeatMapPalette.Mark]) {
    let digits = String(frame.number).utf8.map { Int($0) - 0x30 }
    let tagWidth = (4 * digits.count + 1) * dot
    // Inside the image, where the region leaves room for it or not.
    let top = max(0, min(frame.top, height - tagHeight))
    let left = max(0, min(frame.right - tagWidth, width - tagWidth))
    guard y >= top, y < top + tagHeight else { return }
    let row = (y - top) / dot - 1
    for x in left..<min(left + tagWidth, width) {
      let column = (x - left) / dot - 1
      var isInk = false
      if row >= 0, row < 5, column >= 0, column % 4 < 3, column / 4 < digits.count {
        isInk = Self.dots[digits[column / 4]][row] >> (2 - column % 4) & 1 == 1
      }
      marks[x] = isInk ? .halo : .line
    }
  }

  /// Digits of 3 x 5 dots, a row in three bits.
  private static let dots: [[Int]] = [
    [7, 5, 5, 5, 7], [2, 6, 2, 2, 7], [7, 1, 7, 4, 7], [7, 1, 7, 1, 7], [5, 5, 7, 1, 1],
    [7, 4, 7, 1, 7], [7, 4, 7, 5, 7], [7, 1, 1, 2, 2], [7, 5, 7, 5, 7], [7, 5, 7, 1, 7],
  ]
}
