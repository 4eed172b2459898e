import Gamut

/// The marks on a heat map, row by row: outlines of the regions of a report with their numbers in the report's list,
/// and letters at the two witnesses of each lost pair.
///
/// Outlines and tags are placed beside their subject, if the image has room for them.
struct HeatMapMarks {
  private struct Frame {
    var left, top, right, bottom: Int

    /// Returns the frame extended on each side, within the image.
    func grown(by margin: Int, in width: Int, _ height: Int) -> Frame {
      Frame(
        left: max(left - margin, 0), top: max(top - margin, 0), right: min(right + margin, width),
        bottom: min(bottom + margin, height))
    }
  }

  private struct Tag {
    var left, top: Int
    var text: [UInt8]
  }

  private var frames: [Frame] = []
  private var tags: [Tag] = []
  private let width, height: Int
  /// The width of a line, and the width and height of a dot of a tag, in pixels.
  private let line, dot: Int
  /// The maximum number of regions, and of lost pairs, that are drawn.
  static let regionLimit = 99, pairLimit = 26

  init(_ loss: LossReport, width: Int, height: Int) {
    self.width = width
    self.height = height
    line = max(1, max(width, height) / 800)
    dot = max(1, max(width, height) / 360)
    for (index, region) in loss.steps.largest.map(\.box).prefix(Self.regionLimit).enumerated() {
      // Large enough to be visible in a large image.
      let least = max(width, height) / 40
      let (x, y) = (max(0, (least - region.width) / 2), max(0, (least - region.height) / 2))
      let frame = Frame(
        left: max(region.x - x, 0), top: max(region.y - y, 0), right: min(region.x + region.width + x, width),
        bottom: min(region.y + region.height + y, height))
      frames.append(frame)
      guard Self.hasTags(width, height) else { continue }
      tags.append(tag(String(index + 1), at: frame.grown(by: 2 * line, in: width, height)))
    }
    guard Self.hasTags(width, height) else { return }
    for (index, pair) in loss.areas.largest.prefix(Self.pairLimit).enumerated() {
      for area in [pair.first, pair.second] { tags.append(tag(Self.letter(index), at: area.witness)) }
    }
  }

  /// Returns whether there is room for numbers and letters: in a tiny image they would cover their subject.
  static func hasTags(_ width: Int, _ height: Int) -> Bool { max(width, height) >= 48 }

  /// Returns A, B ... Z, then A1, B1 ...
  static func letter(_ index: Int) -> String {
    let letter = String(Unicode.Scalar(UInt8(0x41 + index % 26)))
    return index < 26 ? letter : letter + String(index / 26)
  }

  private var tagHeight: Int { 7 * dot }
  private func tagWidth(_ text: [UInt8]) -> Int { (4 * text.count + 1) * dot }

  /// Places a tag below the right end of a frame, or above, or in it, because letters tend to be at the upper left.
  private func tag(_ text: String, at frame: Frame) -> Tag {
    let text = Array(text.utf8)
    let top =
      frame.bottom + tagHeight <= height
      ? frame.bottom : frame.top >= tagHeight ? frame.top - tagHeight : frame.top
    return Tag(
      left: max(0, frame.right - tagWidth(text)), top: max(0, min(top, height - tagHeight)), text: text)
  }

  /// Places a tag above and to the left of a pixel, with the tag's corner next to the pixel.
  private func tag(_ text: String, at place: LossReport.Position) -> Tag {
    let text = Array(text.utf8)
    return Tag(
      left: max(0, place.x - 1 - tagWidth(text)), top: max(0, place.y - 1 - tagHeight), text: text)
  }

  /// Returns the marks of a row of the map, from left to right; nil if there are none.
  func marks(row y: Int) -> [HeatMapPalette.Mark]? {
    let reach = 2 * line
    guard
      frames.contains(where: { y >= $0.top - reach && y < $0.bottom + reach })
        || tags.contains(where: { y >= $0.top && y < $0.top + tagHeight })
    else { return nil }
    var marks = [HeatMapPalette.Mark](repeating: .none, count: width)
    for frame in frames {
      draw(frame.grown(by: reach, in: width, height), .line, y, &marks)
      draw(frame.grown(by: line, in: width, height), .halo, y, &marks)
    }
    // The first of the list is drawn last, on top.
    for tag in tags.reversed() { draw(tag, y, &marks) }
    return marks
  }

  /// Draws a line along the inner side of a frame's edge.
  private func draw(_ frame: Frame, _ mark: HeatMapPalette.Mark, _ y: Int, _ marks: inout [HeatMapPalette.Mark]) {
    guard y >= frame.top, y < frame.bottom else { return }
    let isEdge = y < frame.top + line || y >= frame.bottom - line
    if isEdge {
      for x in frame.left..<frame.right { marks[x] = mark }
    } else {
      for x in frame.left..<min(frame.left + line, frame.right) { marks[x] = mark }
      for x in max(frame.right - line, frame.left)..<frame.right { marks[x] = mark }
    }
  }

  /// Draws a tag, light on dark.
  private func draw(_ tag: Tag, _ y: Int, _ marks: inout [HeatMapPalette.Mark]) {
    guard y >= tag.top, y < tag.top + tagHeight else { return }
    let row = (y - tag.top) / dot - 1
    for x in tag.left..<min(tag.left + tagWidth(tag.text), width) {
      let column = (x - tag.left) / dot - 1
      var isInk = false
      if row >= 0, row < 5, column >= 0, column % 4 < 3, column / 4 < tag.text.count {
        isInk = TagFont.isInk(tag.text[column / 4], column: column % 4, row: row)
      }
      marks[x] = isInk ? .halo : .line
    }
  }
}

/// Digits and capital letters of 3 x 5 dots.
enum TagFont {
  /// - Parameter character: a digit or a capital letter of ASCII.
  static func isInk(_ character: UInt8, column: Int, row: Int) -> Bool {
    let index =
      character >= 0x41 ? Int(character) - 0x41 + 10 : Int(character) - 0x30
    guard dots.indices.contains(index) else { return false }
    return dots[index][row] >> (2 - column) & 1 == 1
  }

  /// 0 to 9, then A to Z; a row in three bits.
  private static let dots: [[Int]] = [
    [7, 5, 5, 5, 7], [2, 6, 2, 2, 7], [7, 1, 7, 4, 7], [7, 1, 7, 1, 7], [5, 5, 7, 1, 1],
    [7, 4, 7, 1, 7], [7, 4, 7, 5, 7], [7, 1, 1, 2, 2], [7, 5, 7, 5, 7], [7, 5, 7, 1, 7],
    [2, 5, 7, 5, 5], [6, 5, 6, 5, 6], [3, 4, 4, 4, 3], [6, 5, 5, 5, 6], [7, 4, 6, 4, 7], [7, 4, 6, 4, 4],
    [3, 4, 5, 5, 3], [5, 5, 7, 5, 5], [7, 2, 2, 2, 7], [1, 1, 1, 5, 2], [5, 5, 6, 5, 5], [4, 4, 4, 4, 7],
    [5, 7, 7, 5, 5], [6, 5, 5, 5, 5], [2, 5, 5, 5, 2], [6, 5, 6, 4, 4], [2, 5, 5, 7, 3], [6, 5, 6, 5, 5],
    [3, 4, 2, 1, 6], [7, 2, 2, 2, 2], [5, 5, 5, 5, 7], [5, 5, 5, 5, 2], [5, 5, 7, 7, 5], [5, 5, 2, 5, 5],
    [5, 5, 2, 2, 2], [7, 1, 2, 4, 7],
  ]
}
