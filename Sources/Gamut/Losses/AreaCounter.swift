import ColorScience

/// Counts the solid pixels of an image by colour, to find the colours that may be areas.
///
/// Its memory is fixed: when many colours have solid pixels, all counts are reduced whenever there is no room for another
/// colour (Misra and Gries, 1982). A colour with more pixels than ``error`` is then never missed; those found are
/// counted again by ``AreaPass``.
struct AreaCounter: Sendable {
  private var counts = ColorCounts()
  /// The largest number of pixels by which a count is too small.
  private var error = 0

  mutating func add(_ color: UInt64, pixels: Int) {
    if counts.isFull { makeRoom() }
    counts.add(color, pixels: pixels)
  }

  /// Reduces all counts by their median, so that half of the colours go.
  private mutating func makeRoom() {
    var known: [(color: UInt64, pixels: Int)] = []
    counts.forEach { known.append(($0, $1)) }
    let reduction = known.map(\.pixels).sorted()[known.count / 2]
    error += reduction
    counts.removeAll()
    for (color, pixels) in known where pixels > reduction { counts.add(color, pixels: pixels - reduction) }
  }

  @unsafe
  mutating func add<Format: PixelFormat>(
    _ solid: UInt64, _ y: Int, _ strip: Int, _ window: borrowing PixelWindow, as format: Format.Type
  ) {
    // Of one colour up to the next pixel that differs from its left neighbour.
    let changes = ~window.equalsLeft(y, strip)
    var rest = solid
    while rest != 0 {
      let lane = rest.trailingZeroBitCount
      let after = lane == 63 ? 0 : changes & .max << UInt64(lane + 1)
      let stretch = after == 0 ? rest : rest & (1 << UInt64(after.trailingZeroBitCount) - 1)
      unsafe add(Format.packed(window.row(y), 64 * strip + lane), pixels: stretch.nonzeroBitCount)
      rest &= ~stretch
    }
  }

  /// The colours that may have at least so many solid pixels, sorted.
  func colors(withAtLeast pixels: Int) -> [UInt64] {
    var colors: [UInt64] = []
    counts.forEach { if $1 + error >= pixels { colors.append($0) } }
    return colors.sorted()
  }
}

struct SolidPixels: ~Copyable {
  private let coordinates: PixelCoordinates
  private var known: ColorCache<SIMD3<Int16>>

  /// Bits of the solid pixels of the row that was looked at last.
  private(set) var words: [UInt64]

  init(_ coordinates: PixelCoordinates, _ layout: PixelLayout) {
    self.coordinates = coordinates
    known = ColorCache(SIMD3(), for: layout)
    words = Array(repeating: 0, count: (layout.width + 63) / 64)
  }

  /// Finds the solid pixels of row `y`, after the row above. The row below must be in the window, unless it is the last.
  @unsafe
  mutating func look<Format: PixelFormat>(at y: Int, _ window: borrowing PixelWindow, as format: Format.Type) {
    // In a row between rows that are equal to it and to each other's neighbours, nothing changes.
    if y > 1, y + 1 < window.layout.height, (y - 1...y + 1).allSatisfy({ window.isRepeat($0) }) { return }
    for strip in words.indices { words[strip] = unsafe solid(y, strip, window, as: format) }
  }

  mutating func before(_ color: UInt64) -> SIMD3<Int16> {
    if let known = known[color] { return known }
    let before = coordinates.before(color)
    known[color] = before
    return before
  }

  @unsafe
  private mutating func solid<Format: PixelFormat>(
    _ y: Int, _ strip: Int, _ window: borrowing PixelWindow, as format: Format.Type
  ) -> UInt64 {
    let hasBelow = y + 1 < window.layout.height
    func judged(_ y: Int, _ other: Int) -> UInt64 {
      y >= 0 && y < window.layout.height && other >= 0 && other < window.strips ? window.judged(y, other) : 0
    }
    let own = window.judged(y, strip)
    // For each pixel, whether each neighbour is judged, and whether it has the same colour.
    let (above, below) = (judged(y - 1, strip), judged(y + 1, strip))
    let before = own << 1 | judged(y, strip - 1) >> 63
    let after = own >> 1 | judged(y, strip + 1) << 63
    let left = window.equalsLeft(y, strip)
    let up = window.equalsAbove(y, strip)
    let right = left >> 1 | (strip + 1 < window.strips ? window.equalsLeft(y, strip + 1) << 63 : 0)
    let down = hasBelow ? window.equalsAbove(y + 1, strip) : 0
    // The pixels that equal those above them; both are judged.
    let pairs = up & above & own
    let pairBefore = strip > 0 ? window.equalsAbove(y, strip - 1) & judged(y - 1, strip - 1) & judged(y, strip - 1) : 0
    let square = left & pairs & (pairs << 1 | pairBefore >> 63)
    // The rest may be part of a stroke: a neighbour is equal, and two opposite ones differ.
    let rest = own & ~square & (left & before | right & after | up & above | down & below)
    let (across, along) = (rest & above & below & ~(up | down), rest & before & after & ~(left | right))
    if across | along == 0 { return square }
    // The pixels whose column has the same three colours as that of the pixel to the left.
    let same = left & (y > 0 ? window.equalsLeft(y - 1, strip) : 0) & (hasBelow ? window.equalsLeft(y + 1, strip) : 0)
    return unsafe square | strokes(across, along, same & across, y, strip, window, as: format)
  }

  /// Which of some pixels stand out to their upper and lower, or their left and right neighbours.
  @unsafe
  private mutating func strokes<Format: PixelFormat>(
    _ across: UInt64, _ along: UInt64, _ same: UInt64, _ y: Int, _ strip: Int, _ window: borrowing PixelWindow,
    as format: Format.Type
  ) -> UInt64 {
    let row = unsafe window.row(y)
    var (result, rest) = (UInt64(0), across)
    while rest != 0 {
      let lane = rest.trailingZeroBitCount
      let x = 64 * strip + lane
      // This pixel, and those after it with the same neighbours.
      let more = lane == 63 ? 0 : (same >> UInt64(lane + 1)).trailingOnes
      let pixels = (UInt64.max >> UInt64(63 - more)) << UInt64(lane)
      rest &= ~pixels
      if unsafe standsOut(
        Format.packed(row, x), Format.packed(window.row(y - 1), x), Format.packed(window.row(y + 1), x))
      {
        result |= pixels
      }
    }
    rest = along & ~result
    while rest != 0 {
      let lane = rest.trailingZeroBitCount
      rest &= rest - 1
      let x = 64 * strip + lane
      if unsafe standsOut(Format.packed(row, x), Format.packed(row, x - 1), Format.packed(row, x + 1)) {
        result |= 1 << UInt64(lane)
      }
    }
    return result
  }

  /// Whether a colour differs from both of two others by at least 5, in the same direction.
  private mutating func standsOut(_ color: UInt64, _ one: UInt64, _ other: UInt64) -> Bool {
    let (own, first, second) = (before(color), before(one), before(other))
    guard DIN99o.squaredDifference(own, first) >= Visibility.stroke,
      DIN99o.squaredDifference(own, second) >= Visibility.stroke
    else { return false }
    return (0..<3).reduce(0) { $0 + (Int(first[$1]) - Int(own[$1])) * (Int(second[$1]) - Int(own[$1])) } > 0
  }
}

/// What the pixels of a region touch: the boxes of the pixels of each colour, by its index.
private struct RegionTouches: RegionFacts, Sendable {
  var box: LossReport.Box
  var pixels: Int
  var colors: [Int: LossReport.Box] = [:]

  mutating func touch(_ color: Int, _ box: LossReport.Box) {
    if colors[color]?.formUnion(box) == nil { colors[color] = box }
  }

  mutating func formUnion(_ other: RegionTouches) {
    box.formUnion(other.box)
    pixels += other.pixels
    for (color, box) in other.colors { touch(color, box) }
  }
}

/// Counts the pixels of colours that may be areas in another pass over the rows of an image, whose lost steps are known:
/// which are areas, how many pixels are lost, and which shapes the regions surround.
struct AreaPass: ~Copyable, Sendable {
  private struct Counts: Sendable {
    var judged = 0, solid = 0, border = 0
    /// The judged pixels that are not in a visible region.
    var outside = 0
    var first = LossReport.Position(x: 0, y: 0)
  }

  private let vector: VectorExtension
  private var window: PixelWindow
  private let steps: FoundSteps
  private let candidates: AreaCandidates
  private let indices: [UInt64: Int]
  private var counts: [Counts]
  private var solid: SolidPixels
  private var labels = RegionLabels<RegionTouches>()
  private var touches: [LossReport.Box: [RegionTouches]] = [:]
  /// The next row to count.
  private var next = 0
  /// The stretches of the candidates' judged pixels in the rows above, at, and below the next row.
  private var stretches: [[(columns: Range<Int>, color: Int)]] = [[], [], []]

  init(
    _ candidates: AreaCandidates, _ steps: FoundSteps, _ tables: RenditionTables, layout: PixelLayout,
    vector: VectorExtension
  ) {
    self.vector = vector
    window = PixelWindow(layout)
    self.steps = steps
    self.candidates = candidates
    indices = Dictionary(uniqueKeysWithValues: candidates.colors.enumerated().map { ($1.color, $0) })
    counts = Array(repeating: Counts(), count: candidates.colors.count)
    solid = SolidPixels(PixelCoordinates(tables, layout: layout, vector: vector), layout)
  }

  mutating func add(_ batch: borrowing RowBatch) {
    let layout = window.layout
    layout.withFormat { unsafe add(batch, as: $0) }
  }

  @unsafe
  private mutating func add<Format: PixelFormat>(_ batch: borrowing RowBatch, as format: Format.Type) {
    for y in 0..<batch.rows {
      unsafe window.add(batch.row(y), batch.classified, 0..<0, vector: vector, as: format)
      // The rows whose neighbours are known.
      let end = window.count == window.layout.height ? window.count : window.count - 1
      while next < end {
        unsafe count(next, as: format)
        next += 1
      }
    }
  }

  @unsafe
  private mutating func count<Format: PixelFormat>(_ y: Int, as format: Format.Type) {
    var found: [(columns: Range<Int>, color: Int)] = []
    let indices = indices
    var start = 0
    while start < window.layout.width {
      let end = window.endOfStretch(from: start, y: y)
      if let index = unsafe indices[Format.packed(window.row(y), start)] { found.append((start..<end, index)) }
      start = end
    }
    unsafe solid.look(at: y, window, as: format)
    var judged: [(columns: Range<Int>, color: Int)] = []
    for (columns, color) in found {
      for strip in (columns.lowerBound / 64)...((columns.upperBound - 1) / 64) {
        let inside = columns.clamped(to: (64 * strip)..<(64 * strip + 64))
        let mask = (UInt64.max >> UInt64(64 - inside.count)) << UInt64(inside.lowerBound - 64 * strip)
        let pixels = window.judged(y, strip) & mask
        if pixels == 0 { continue }
        let first = 64 * strip + pixels.trailingZeroBitCount
        if counts[color].judged == 0 { counts[color].first = .init(x: first, y: y) }
        counts[color].judged += pixels.nonzeroBitCount
        counts[color].solid += (pixels & solid.words[strip]).nonzeroBitCount
        var rest = pixels
        while rest != 0 {
          let x = 64 * strip + rest.trailingZeroBitCount
          rest &= rest - 1
          if steps.map.isEmpty, counts[color].border >= Visibility.borderPixels {
            counts[color].outside += rest.nonzeroBitCount + 1
            break
          }
          if steps.map[x, y] == nil { counts[color].outside += 1 }
          if counts[color].border < Visibility.borderPixels, isBorder(x, y) { counts[color].border += 1 }
          if let last = judged.last, last.color == color, last.columns.upperBound == x {
            judged[judged.count - 1].columns = last.columns.lowerBound..<(x + 1)
          } else {
            judged.append((x..<(x + 1), color))
          }
        }
      }
    }
    guard !steps.map.isEmpty else { return }
    stretches.removeFirst()
    stretches.append(judged)
    if y > 0 { label(y - 1) }
  }

  private mutating func isBorder(_ x: Int, _ y: Int) -> Bool {
    let own = solid.before(window.color(x: x, y: y).bits)
    for (nx, ny) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
      guard nx >= 0, nx < window.layout.width, ny >= 0, ny < window.layout.height else { continue }
      if !window.isJudged(x: nx, y: ny)
        || DIN99o.squaredDifference(own, solid.before(window.color(x: nx, y: ny).bits)) >= Visibility.border
      {
        return true
      }
    }
    return false
  }

  /// Adds the lost pixels of a row to the regions, with the candidates' pixels in them and beside them.
  private mutating func label(_ y: Int) {
    let steps = steps
    var x = steps.map.nextLost(0, y)
    while x < steps.map.width {
      let start = x
      while x < steps.map.width, steps.map[x, y] != nil { x += 1 }
      labels.add(start..<x, RegionTouches(box: .init(x: start, y: y, width: x - start, height: 1), pixels: x - start))
      x = steps.map.nextLost(x, y)
    }
    for (row, stretches) in zip((y - 1)..., stretches) {
      var next = 0
      for stretch in stretches {
        while next < labels.row.count, labels.row[next].columns.upperBound < stretch.columns.lowerBound { next += 1 }
        var other = next
        while other < labels.row.count, labels.row[other].columns.lowerBound <= stretch.columns.upperBound {
          // The pixels within one column of the lost ones.
          let columns = labels.row[other].columns
          let near = stretch.columns.clamped(to: (columns.lowerBound - 1)..<(columns.upperBound + 1))
          if !near.isEmpty {
            labels.row[other].facts.touch(
              stretch.color, .init(x: near.lowerBound, y: row, width: near.count, height: 1))
          }
          other += 1
        }
      }
    }
    for region in labels.endRow() { touches[region.box, default: []].append(region) }
  }

  /// Writes the lost areas, the lost pixels outside visible regions, and the shapes of the listed regions. Returns the
  /// colours of areas, and the rarer ones of lost pairs.
  consuming func finish(_ report: inout LossReport, top: Int) -> FoundAreas {
    if !steps.map.isEmpty {
      stretches.removeFirst()
      stretches.append([])
      label(steps.map.height - 1)
      for region in labels.endRow() { touches[region.box, default: []].append(region) }
    }
    let leastSolid = Visibility.solidPixels(analyzed: report.pixels.analyzed)
    func isArea(_ index: Int) -> Bool {
      counts[index].solid >= leastSolid && counts[index].border >= Visibility.borderPixels
    }
    func area(_ index: Int) -> LossReport.AreaColor {
      let color = candidates.colors[index]
      return .init(
        color: .init(code: PackedColor(bits: color.color).color, becomes: PackedColor(bits: color.code).color),
        pixels: counts[index].judged, witness: counts[index].first)
    }
    var pairs: [LossReport.AreaPair] = []
    var rarer: Set<Int> = []
    for (first, second) in candidates.pairs where isArea(first) && isArea(second) {
      let (one, other) = (candidates.colors[first], candidates.colors[second])
      pairs.append(
        .init(
          first: area(first), second: area(second), before: DIN99o.difference(one.before, other.before),
          after: DIN99o.difference(one.after, other.after)))
      rarer.insert(counts[second].judged < counts[first].judged ? second : first)
    }
    report.areas.pairs = pairs.count
    report.areas.pixels = rarer.reduce(0) { $0 + counts[$1].judged }
    report.areas.largest = Array(pairs.sorted { $0.precedes($1) }.prefix(top))
    report.lostPixels = report.steps.visiblePixels + rarer.reduce(0) { $0 + counts[$1].outside }
    for index in report.steps.largest.indices {
      report.steps.largest[index].shape = shape(report.steps.largest[index], report.areas.largest)
    }
    return FoundAreas(
      colors: candidates.colors.indices.filter(isArea).map { candidates.colors[$0].color },
      rarer: Set(rarer.map { candidates.colors[$0].color }))
  }

  private func shape(_ region: LossReport.LostRegion, _ pairs: [LossReport.AreaPair]) -> LossReport.LostShape? {
    // Regions of one box and one size are one inside the other at most, and look alike.
    guard let touches = touches[region.box]?.first(where: { $0.pixels == region.pixels }) else { return nil }
    func box(_ color: LossReport.AreaColor) -> LossReport.Box? {
      indices[PackedColor(color.color.code).bits].flatMap { touches.colors[$0] }
    }
    for (index, pair) in pairs.enumerated() where box(pair.ground) != nil {
      if let box = box(pair.rarer) { return .init(box: box, pair: index) }
    }
    return nil
  }
}
