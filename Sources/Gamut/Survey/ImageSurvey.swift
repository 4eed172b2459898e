/// The data for pictures of an image's loss, from its rows in order: small pictures of the original and of the result, and
/// the marks of the loss.
///
/// Its memory is that of the small pictures and of one row, independent of the size of the image. With a frame, the
/// pictures and counts are those of a part of the image.
public struct ImageSurvey: ~Copyable, Sendable {
  /// The layout of the rows to consume.
  public let layout: PixelLayout
  /// The width and height of a cell of the small pictures, in pixels of the image.
  public private(set) var factor: Int
  /// The number of cells across and down.
  public private(set) var columns, rows: Int
  /// Per cell: linear light summed with alpha as weight, and the sum of alpha. `original` contains linear sRGB values,
  /// not clamped; `rendered` contains those of the destination in [0, 1].
  public private(set) var original, rendered: [SIMD4<Float>]
  /// Per cell: the largest mark of its pixels.
  public private(set) var marks: [LossMark]
  /// The analysed pixels by ``LossMark/rawValue``.
  public private(set) var markCounts = [Int](repeating: 0, count: LossMark.all.count)
  /// The number of pixels in the frame with an alpha above 0, and of those that clip.
  public private(set) var analyzedPixels = 0, clippedPixels = 0
  /// The number of lost pixels.
  public private(set) var lostPixels = 0

  private let renderer: PixelRenderer
  private var outcomes: [PixelRenderer.Outcome]
  private var nextRow = 0
  /// The part of the image.
  public let frame: LossReport.Box

  /// - Parameters:
  ///   - tables: tables for `layout.depth` and for all codes.
  ///   - layout: the layout of the rows to consume.
  ///   - lost: the lost pixels of the same image; nil if there are none.
  ///   - limit: the largest width and height that the small pictures may have, in cells.
  ///   - frame: the part to survey, within the image; nil for the whole image.
  public init(
    _ tables: RenditionTables, layout: PixelLayout, lost: LostPixels?, limit: Int, frame: LossReport.Box? = nil
  ) {
    self.layout = layout
    let frame = frame ?? LossReport.Box(x: 0, y: 0, width: layout.width, height: layout.height)
    self.frame = frame
    factor = max(1, (max(frame.width, frame.height) + limit - 1) / limit)
    columns = (frame.width + factor - 1) / factor
    rows = (frame.height + factor - 1) / factor
    original = Array(repeating: .zero, count: columns * rows)
    rendered = original
    marks = Array(repeating: .unchanged, count: columns * rows)
    renderer = PixelRenderer(tables, layout: layout, lost: lost)
    outcomes = Array(repeating: PixelRenderer.Outcome(), count: layout.width)
  }

  /// Adds the next rows of the image: whole rows, in order.
  public mutating func consume(_ bytes: RawSpan) {
    var start = 0
    while start < bytes.byteCount, nextRow < layout.height {
      if nextRow >= frame.y, nextRow < frame.y + frame.height {
        renderer.render(bytes.extracting(start..<(start + layout.bytesPerRow)), y: nextRow, into: &outcomes)
        add(nextRow - frame.y)
      }
      nextRow += 1
      start += layout.bytesPerRow
    }
  }

  /// - Parameter y: relative to the frame.
  private mutating func add(_ y: Int) {
    var (cell, rest) = (y / factor * columns, factor)
    for x in frame.x..<(frame.x + frame.width) {
      let outcome = outcomes[x]
      if outcome.alpha > 0 {
        analyzedPixels += 1
        var light = SIMD4(SIMD3<Float>(outcome.original), 1)
        original[cell] += light * outcome.alpha
        light = SIMD4(SIMD3<Float>(outcome.rendered), 1)
        rendered[cell] += light * outcome.alpha
        if outcome.isClipped { clippedPixels += 1 }
        let mark = outcome.mark
        marks[cell] = max(marks[cell], mark)
        markCounts[Int(mark.rawValue)] += 1
        if outcome.isLost { lostPixels += 1 }
      }
      rest -= 1
      if rest == 0 { (cell, rest) = (cell + 1, factor) }
    }
  }

  /// Returns the number of image pixels in a cell, which is smaller at the right and lower edge.
  public func pixels(inCell index: Int) -> Float {
    if factor == 1 { return 1 }
    let (x, y) = (index % columns * factor, index / columns * factor)
    return Float(min(factor, frame.width - x) * min(factor, frame.height - y))
  }

  /// Merges cells two by two in each direction that has more than one.
  public mutating func halve() {
    let (columns, rows) = ((self.columns + 1) / 2, (self.rows + 1) / 2)
    var original = [SIMD4<Float>](repeating: .zero, count: columns * rows)
    var rendered = original
    var marks = [LossMark](repeating: .unchanged, count: columns * rows)
    for y in 0..<self.rows {
      for x in 0..<self.columns {
        let (from, to) = (y * self.columns + x, y / 2 * columns + x / 2)
        original[to] += self.original[from]
        rendered[to] += self.rendered[from]
        marks[to] = max(marks[to], self.marks[from])
      }
    }
    (self.columns, self.rows, factor) = (columns, rows, factor * 2)
    (self.original, self.rendered, self.marks) = (original, rendered, marks)
  }
}
