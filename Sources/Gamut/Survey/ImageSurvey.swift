/// The data for pictures and charts of an image's loss, from its rows in order: small pictures of the original and of
/// the result, a histogram of the shifts of clipped pixels, and the chromaticities.
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
  /// Clipped pixels by the step of their shift.
  public private(set) var histogram: [Int]
  /// The steps of shift that `histogram` counts by.
  public let histogramSteps: ShiftSteps
  /// The chromaticities of the analysed pixels.
  public private(set) var chromaticities = ChromaticityCount()
  /// The number of pixels in the frame with an alpha above 0, and of those that clip.
  public private(set) var analyzedPixels = 0, clippedPixels = 0
  /// The number of lost pixels.
  public private(set) var lostPixels = 0

  private var renderer: PixelRenderer
  private var outcomes: [PixelRenderer.Outcome]
  private var nextRow = 0
  /// The part of the image.
  public let frame: Frame

  /// A part of an image, in pixels.
  public struct Frame: Sendable, Hashable {
    /// The left column and the top row, both from 0, and the size.
    public var x, y, width, height: Int

    /// Creates a part of an image; ``ImageSurvey`` requires one within the image.
    public init(x: Int, y: Int, width: Int, height: Int) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  /// - Parameters:
  ///   - tables: tables for `layout.depth` and for all codes.
  ///   - layout: the layout of the rows to consume.
  ///   - lost: the lost pixels of the same image; nil if there are none.
  ///   - limit: the largest width and height that the small pictures may have, in cells.
  ///   - frame: the part to survey, within the image; nil for the whole image.
  public init(_ tables: RenditionTables, layout: PixelLayout, lost: LostPixels?, limit: Int, frame: Frame? = nil) {
    self.layout = layout
    let frame = frame ?? Frame(x: 0, y: 0, width: layout.width, height: layout.height)
    self.frame = frame
    factor = max(1, (max(frame.width, frame.height) + limit - 1) / limit)
    columns = (frame.width + factor - 1) / factor
    rows = (frame.height + factor - 1) / factor
    original = Array(repeating: .zero, count: columns * rows)
    rendered = original
    marks = Array(repeating: .unchanged, count: columns * rows)
    histogramSteps = ShiftSteps(jnd: tables.model.rendition.jnd)
    histogram = Array(repeating: 0, count: histogramSteps.count)
    renderer = PixelRenderer(tables, layout: layout, lost: lost)
    outcomes = Array(repeating: PixelRenderer.Outcome(), count: layout.width)
  }

  /// Adds the next rows of the image: whole rows, in order.
  public mutating func consume(_ rows: RawSpan) { unsafe rows.withUnsafeBytes { unsafe consume($0) } }

  /// Adds the next rows of the image: whole rows, in order.
  public mutating func consume(_ bytes: UnsafeRawBufferPointer) {
    var start = 0
    while start < bytes.count, nextRow < layout.height {
      if nextRow >= frame.y, nextRow < frame.y + frame.height {
        let row = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<(start + layout.bytesPerRow)])
        unsafe renderer.render(row, y: nextRow, into: &outcomes)
        add(nextRow - frame.y)
      }
      nextRow += 1
      start += layout.bytesPerRow
    }
  }

  /// - Parameter y: relative to the frame.
  private mutating func add(_ y: Int) {
    let first = y / factor * columns
    var (cell, rest) = (first, factor)
    for x in frame.x..<(frame.x + frame.width) {
      let outcome = outcomes[x]
      if outcome.alpha > 0 {
        analyzedPixels += 1
        var light = SIMD4(SIMD3<Float>(outcome.original), 1)
        original[cell] += light * outcome.alpha
        light = SIMD4(SIMD3<Float>(outcome.rendered), 1)
        rendered[cell] += light * outcome.alpha
        if outcome.isClipped {
          clippedPixels += 1
          histogram[histogramSteps.index(of: outcome.shift)] += 1
        }
        chromaticities.add(outcome.original, isClipped: outcome.isClipped)
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

/// CIE 1976 u', v' (CIE 015:2018, 8.2.1).
public struct Chromaticity2D: Sendable, Hashable {
  /// u' and v'.
  public var x, y: Double

  /// Creates a chromaticity from u' and v'.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Creates u', v' from linear sRGB values, which may lie outside [0, 1], relative to D65 (IEC 61966-2-1); nil if
  /// there is too little light for a meaningful chromaticity.
  public init?(linearSRGB c: SIMD3<Double>) {
    let x = 0.4124 * c.x + 0.3576 * c.y + 0.1805 * c.z
    let y = 0.2126 * c.x + 0.7152 * c.y + 0.0722 * c.z
    let z = 0.0193 * c.x + 0.1192 * c.y + 0.9505 * c.z
    let sum = x + 15 * y + 3 * z
    guard y >= Self.leastLuminance, sum > 0 else { return nil }
    self.init(x: 4 * x / sum, y: 9 * y / sum)
  }

  /// The least luminance, relative to white: below this the last bit of a code determines the chromaticity.
  public static let leastLuminance = 0.001
}

/// The chromaticities of an image: pixels counted in square bins of u', v'.
public struct ChromaticityCount: Sendable {
  /// The pixels in a square of u', v'.
  public struct Bin: Sendable {
    /// Pixels that do not clip, and pixels that do.
    public var inside = 0, clipped = 0
    var sumU = 0.0, sumV = 0.0

    /// The mean u', v' of the pixels; there must be at least one.
    public var mean: Chromaticity2D {
      Chromaticity2D(x: sumU / Double(inside + clipped), y: sumV / Double(inside + clipped))
    }
  }

  /// The number of bins along each axis, which spans 0 to `extent`.
  static let side = 56
  /// The largest u' and v' of the bins.
  public static let extent = 0.7
  private var bins = [Bin](repeating: Bin(), count: side * side)
  /// The number of pixels that are too dark for a chromaticity.
  public private(set) var darkPixels = 0

  @inline(__always)
  mutating func add(_ linearSRGB: SIMD3<Double>, isClipped: Bool) {
    guard let uv = Chromaticity2D(linearSRGB: linearSRGB) else {
      darkPixels += 1
      return
    }
    let scale = Double(Self.side) / Self.extent
    let column = min(max(Int(uv.x * scale), 0), Self.side - 1)
    let row = min(max(Int(uv.y * scale), 0), Self.side - 1)
    let index = row * Self.side + column
    if isClipped { bins[index].clipped += 1 } else { bins[index].inside += 1 }
    bins[index].sumU += uv.x
    bins[index].sumV += uv.y
  }

  /// The bins with pixels, by v', then u'.
  public var filledBins: [Bin] { bins.filter { $0.inside + $0.clipped > 0 } }
}

/// The steps of shift of a histogram: 24 quarters of a just-noticeable difference, and one for larger shifts.
public struct ShiftSteps: Sendable, Hashable {
  /// The difference (DIN99o) at the start of each step except the first, ascending.
  public let edges: [Double]

  /// - Parameter jnd: the just-noticeable difference (DIN99o).
  public init(jnd: Double) {
    edges = (1...24).map { Double($0) * jnd / 4 }
  }

  /// The number of steps, one more than `edges`.
  public var count: Int { edges.count + 1 }

  /// Returns the index of the step that contains a shift.
  public func index(of shift: Double) -> Int { edges.firstIndex { shift < $0 } ?? edges.count }
}
