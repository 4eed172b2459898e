internal import CGamutKernels
import ColorScience

/// Finds the lost steps of an image, row by row, 64 columns at a time; equivalent to the tests' `ReferenceLosses`.
///
/// Most pixels are not looked at. Nothing is seen far from changed pixels. A step that was seen and is not kept in its own
/// direction lost half of a JND at least, so that the pixels of its boxes shifted by as much together, on average (by the
/// triangle inequality): boxes that shift less decide nothing. Whether a pixel is kept in the other direction, or beside
/// it, is asked only then.
struct StepFinder: ~Copyable {
  private let layout: PixelLayout
  private let vector: VectorExtension
  private let coordinates: PixelCoordinates
  private var memory: PixelCoordinates.Memory
  private let strips: Int
  /// The sums of each strip that was near a changed pixel.
  private var sums: [StripSums?]
  private var rowSums: RowSums
  /// The last row with a changed pixel in each strip, of those added.
  private var lastChanged: [Int]
  /// Whether a step may be seen in each strip, and whether its sums are needed.
  private var isActive, isLive: [Bool]
  /// For the last rows, each scale and each strip: bits of the pixels that are seen, and of those that are kept.
  private let seen, kept: Scratch<UInt64>
  /// The scales of which `kept` is known, for the last rows and each strip.
  private let known: Scratch<UInt8>
  /// For the last rows, each strip and both directions: the longest boxes; along rows where they are known.
  private let lengths: Scratch<gamut_lengths>
  private let hasLengths: Scratch<Bool>
  /// The pixels of the last row that are seen, and not kept, in the direction of the row.
  private let alongRow: Scratch<UInt64>
  private var wasActive: [Bool] = []
  private let jnd: Int
  private let part: StepPart
  /// The bits of a row's lost pixels, and the largest step of each.
  private let lost: Scratch<UInt64>
  private let largest: Scratch<Step>
  /// The next row to look at.
  private var next = 0
  /// The largest number of bytes of the sums, and of the map.
  private let limit: Int
  private var regions: LostRegions

  /// The rows below a row that must be known before it is looked at.
  static let lookahead = 128 + 2 * Visibility.keptReach
  /// The rows of a strip that are looked at together, while their sums are in the cache.
  static let block = 64
  /// The rows of which something is known: a block's, and those beside the next row whose lost pixels are found.
  fileprivate static let rows = block + RowSums.rows
  private static let scales = Visibility.scales.count
  /// The memory that sums may take whatever the limit: those of images of 10,000 pixels of width.
  static let leastMemory = 96 << 20

  init(
    _ tables: RenditionTables, layout: PixelLayout, vector: VectorExtension, _ coordinates: PixelCoordinates,
    part: StepPart, limit: Int
  ) {
    self.layout = layout
    self.vector = vector
    self.limit = limit
    self.coordinates = coordinates
    memory = PixelCoordinates.Memory(layout)
    let strips = (layout.width + 63) / 64
    self.strips = strips
    sums = Array(repeating: nil, count: strips)
    rowSums = RowSums(strips: strips)
    lastChanged = Array(repeating: .min / 2, count: strips)
    isActive = Array(repeating: false, count: strips)
    isLive = isActive
    seen = Scratch(count: Self.rows * Self.scales * strips)
    kept = Scratch(count: Self.rows * Self.scales * strips)
    known = Scratch(count: Self.rows * strips)
    lengths = Scratch(count: Self.rows * strips * 2)
    hasLengths = Scratch(count: Self.rows * strips)
    alongRow = Scratch(count: Self.scales * strips)
    jnd = Visibility.units(jnd: tables.model.rendition.jnd)
    self.part = part
    lost = Scratch(count: strips, filledWith: 0)
    largest = Scratch(count: 64 * strips)
    regions = LostRegions(tables.model, layout, jnd: jnd, limit: limit)
  }

  /// The memory that sums and the map of lost pixels may need, if they do not fit into the limit.
  var bytesBeyondLimit: Int? {
    regions.exceedsLimit
      ? strips * StripSums.bytes(height: layout.height) + StepMap.bytes(width: layout.width, height: layout.height)
      : nil
  }

  /// Looks at the rows whose surroundings are known, after a row was added to `window`, or after the last one.
  @unsafe
  mutating func advance<Format: PixelFormat>(_ window: borrowing PixelWindow, as format: Format.Type) {
    let added = window.count - 1
    for strip in 0..<strips {
      if window.changed(added, strip) != 0 { lastChanged[strip] = added }
      regions.judgedPixels += window.judged(added, strip).nonzeroBitCount
    }
    let isLast = window.count == layout.height
    let end = isLast ? layout.height : window.count - Self.lookahead
    while next < end, isLast || end - next >= Self.block {
      let rows = next..<min(next + Self.block, end)
      unsafe look(at: rows, window, as: format)
      next = rows.upperBound
    }
    if next == layout.height {
      for y in max(0, next - Visibility.keptReach)..<next { unsafe lose(y, window) }
    }
  }

  /// Finds the pixels of some rows that are seen, and not kept in the direction in which they are.
  @unsafe
  private mutating func look<Format: PixelFormat>(
    at rows: Range<Int>, _ window: borrowing PixelWindow, as format: Format.Type
  ) {
    for y in rows {
      let slot = y % Self.rows * strips
      unsafe seen.base(y, strips).update(repeating: 0, count: Self.scales * strips)
      unsafe (known.base + slot).update(repeating: 0, count: strips)
      unsafe (hasLengths.base + slot).update(repeating: false, count: strips)
    }
    let isNear = findLive(rows.lowerBound)
    for strip in 0..<strips where isLive[strip] {
      guard let sums = sums[strip] ?? makeSums() else { continue }
      self.sums[strip] = sums
      unsafe sums.extend(
        strip, from: max(0, rows.lowerBound - Self.lookahead), to: min(rows.upperBound + Self.lookahead, layout.height),
        window, coordinates, &memory, vector: vector, as: format)
      unsafe window.measureColumns(rows, strip, vector: vector) {
        unsafe lengths.base + lengthsIndex($0, strip, .column)
      }
      guard isActive[strip] else { continue }
      for y in rows where window.judged(y, strip) != 0 { unsafe lookDown(y, strip, sums, window) }
    }
    for y in rows {
      if isNear { unsafe lookAlong(y, window) }
      if y >= Visibility.keptReach { unsafe lose(y - Visibility.keptReach, window) }
    }
    wasActive = isActive
  }

  /// Memory for the sums of another strip; nil if it would exceed the limit.
  private mutating func makeSums() -> StripSums? {
    let bytes = StripSums.bytes(height: layout.height)
    regions.exceedsLimit = regions.exceedsLimit || (sums.count { $0 != nil } + 1) * bytes > max(limit, Self.leastMemory)
    return regions.exceedsLimit ? nil : StripSums()
  }

  /// Finds the pixels that are seen, and not kept, in their row.
  @unsafe
  private mutating func lookAlong(_ y: Int, _ window: borrowing PixelWindow) {
    let isRepeat = window.isRepeat(y) && (y % Self.block > 0 || isActive == wasActive)
    rowSums.begin(y, isRepeat: isRepeat)
    if !isRepeat {
      for strip in 0..<strips where isLive[strip] {
        guard let sums = sums[strip] else { continue }
        unsafe rowSums.add(strip, y, sums, continues: strip > 0 && isLive[strip - 1], vector: vector)
      }
    }
    for strip in 0..<strips where isActive[strip] {
      if !isRepeat { unsafe lookAlong(y, strip, window) }
      for scale in 0..<Self.scales {
        unsafe seen.base(y, strips)[scale * strips + strip] |= alongRow.base[scale * strips + strip]
      }
    }
  }

  /// Finds the pixels of a strip that are seen, and not kept, in its row.
  @unsafe
  private func lookAlong(_ y: Int, _ strip: Int, _ window: borrowing PixelWindow) {
    for scale in 0..<Self.scales { unsafe alongRow.base[scale * strips + strip] = 0 }
    if window.judged(y, strip) == 0 { return }
    guard let first = Self.firstScale(beyond: window.uniformAlong(y, strip)) else { return }
    var line = unsafe rowSums.line(64 * strip, y)
    let lengths = unsafe lengths(y, strip, .row, window)
    unsafe look(&line, lengths, from: first) { scale, pixels in
      unsafe alongRow.base[scale * strips + strip] = window.nearChanged(
        pixels, y, strip, lengths, 2 << scale, along: .row)
    }
  }

  /// Finds the pixels of a strip that are seen, and not kept, in their columns.
  @unsafe
  private func lookDown(_ y: Int, _ strip: Int, _ sums: StripSums, _ window: borrowing PixelWindow) {
    guard let first = Self.firstScale(beyond: sums.uniformDown(y)) else { return }
    var line = unsafe sums.line(y)
    let lengths = unsafe lengths(y, strip, .column, window)
    unsafe look(&line, lengths, from: first) { scale, pixels in
      unsafe seen.base(y, strips)[scale * strips + strip] |= window.nearChanged(
        pixels, y, strip, lengths, 2 << scale, along: .column)
    }
  }

  /// The first scale whose boxes are longer than those of one colour, which have no step; nil if there is none.
  private static func firstScale(beyond uniform: Int) -> Int? { (0..<scales).first { 2 << $0 > uniform } }

  @unsafe
  private func look(
    _ line: inout gamut_line, _ lengths: UnsafePointer<gamut_lengths>, from first: Int,
    _ found: (Int, UInt64) -> Void
  ) {
    var words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0)
    unsafe withUnsafeMutableBytes(of: &words) { bytes in
      let words = unsafe bytes.assumingMemoryBound(to: UInt64.self)
      guard let start = words.baseAddress,
        unsafe vector.kernels.lossy(&line, lengths, Double(jnd), UInt32(first), start) != 0
      else { return }
      for scale in first..<Self.scales where unsafe words[scale] != 0 { found(scale, unsafe words[scale]) }
    }
  }

  /// Finds the strips near changed pixels. Returns false if there are none.
  private mutating func findLive(_ y: Int) -> Bool {
    var isAny = false
    for strip in 0..<strips { (isActive[strip], isLive[strip]) = (false, false) }
    for strip in 0..<strips where lastChanged[strip] >= y - Self.lookahead {
      isAny = true
      // The boxes of 128 pixels reach two strips; those of pixels beside seen ones, another.
      for other in max(0, strip - 2)...min(strips - 1, strip + 2) { isActive[other] = true }
      for other in max(0, strip - 5)...min(strips - 1, strip + 5) { isLive[other] = true }
    }
    return isAny
  }

  private func lengthsIndex(_ y: Int, _ strip: Int, _ direction: StepDirection) -> Int {
    2 * (y % Self.rows * strips + strip) + (direction == .row ? 0 : 1)
  }

  /// The longest boxes of the pixels of a strip; of a live one, if in columns.
  @unsafe
  private func lengths(
    _ y: Int, _ strip: Int, _ direction: StepDirection, _ window: borrowing PixelWindow
  ) -> UnsafePointer<gamut_lengths> {
    let result = unsafe lengths.base + lengthsIndex(y, strip, direction)
    let known = y % Self.rows * strips + strip
    if direction == .row, unsafe !hasLengths.base[known] {
      unsafe hasLengths.base[known] = true
      unsafe window.measureRow(y, strip, result, vector: vector)
    }
    return unsafe UnsafePointer(result)
  }

  /// The sums along a direction from the first pixel of a strip on.
  @unsafe
  private func line(_ y: Int, _ strip: Int, _ direction: StepDirection) -> gamut_line? {
    direction == .row ? unsafe rowSums.line(64 * strip, y) : unsafe sums[strip]?.line(y)
  }

  /// The kept pixels of a strip of a row, at a scale.
  @unsafe
  private func keptPixels(_ y: Int, _ strip: Int, _ scale: Int, _ window: borrowing PixelWindow) -> UInt64 {
    guard y >= 0, y < layout.height, strip >= 0, strip < strips else { return 0 }
    let index = y % StepFinder.rows * strips + strip
    let word = unsafe kept.base(y, strips) + scale * strips + strip
    if unsafe known.base[index] >> UInt8(scale) & 1 == 0 {
      unsafe known.base[index] |= 1 << UInt8(scale)
      var pixels: UInt64 = 0
      for direction in StepDirection.allCases {
        guard var line = unsafe line(y, strip, direction) else { continue }
        pixels |= unsafe vector.kernels.kept(&line, lengths(y, strip, direction, window), Double(jnd), UInt32(scale))
      }
      unsafe word.pointee = pixels
    }
    return unsafe word.pointee
  }

  /// Which of some pixels of a strip have no kept pixel within two pixels.
  @unsafe
  private func withoutKept(
    _ pixels: UInt64, _ y: Int, _ strip: Int, _ scale: Int, _ window: borrowing PixelWindow
  ) -> UInt64 {
    let reach = Visibility.keptReach
    var pixels = pixels
    // The row itself first: mostly it decides.
    for row in [0, -1, 1, -2, 2] {
      var near: UInt64 = 0
      let word = unsafe keptPixels(y + row, strip, scale, window)
      for shift in 0...UInt64(reach) { near |= word << shift | word >> shift }
      if pixels & (1 << UInt64(reach) - 1) != 0 {
        let before = unsafe keptPixels(y + row, strip - 1, scale, window)
        for shift in 1...UInt64(reach) { near |= before >> (64 - shift) }
      }
      if pixels >> UInt64(64 - reach) != 0 {
        let after = unsafe keptPixels(y + row, strip + 1, scale, window)
        for shift in 1...UInt64(reach) { near |= after << (64 - shift) }
      }
      pixels &= ~near
      if pixels == 0 { return 0 }
    }
    return pixels
  }

  /// Finds the lost pixels of a row, and adds them to the regions.
  @unsafe
  private mutating func lose(_ y: Int, _ window: borrowing PixelWindow) {
    guard y >= 0 else { return }
    var isAny = false
    for scale in 0..<(part.rows.contains(y) ? part.scales : 0) {
      for strip in 0..<strips {
        let seen = unsafe seen.base(y, strips)[scale * strips + strip]
        if seen == 0 { continue }
        let lost = unsafe withoutKept(seen & part.pixels(strip), y, strip, scale, window)
        if lost == 0 { continue }
        isAny = true
        unsafe measure(lost, y, strip, scale, window)
      }
    }
    unsafe regions.addRow(y, isAny ? lost.base : nil, largest.base, window)
    if isAny { unsafe lost.base.update(repeating: 0, count: strips) }
  }

  /// Records lost pixels, and their largest steps before.
  @unsafe
  private func measure(
    _ pixels: UInt64, _ y: Int, _ strip: Int, _ scale: Int, _ window: borrowing PixelWindow
  ) {
    var rest = pixels
    while rest != 0 {
      let lane = rest.trailingZeroBitCount
      rest &= rest - 1
      let x = 64 * strip + lane
      var isFirst = unsafe lost.base[strip] >> UInt64(lane) & 1 == 0
      var largest = isFirst ? Step() : unsafe largest.base[x]
      for direction in StepDirection.allCases {
        let longest = unsafe Int(lengths(y, strip, direction, window).pointee.longest(lane))
        guard longest >= 1 << scale, var line = unsafe line(y, strip, direction) else { continue }
        let n = min(longest, 2 << scale)
        let step = unsafe Step(
          squared: Int(vector.kernels.square(&line, Int32(n), lane)), n: n, direction: direction)
        if isFirst || step.isLarger(than: largest) { largest = step }
        isFirst = false
      }
      unsafe self.largest.base[x] = largest
    }
    unsafe lost.base[strip] |= pixels
  }

  /// Writes the lost steps after the last row. Returns the map of visible regions.
  consuming func finish(_ report: inout LossReport) -> StepMap { regions.finish(&report) }
}

/// Some of the lost steps of an image: those at its smallest scales, and at some of its pixels.
struct StepPart: Sendable {
  var columns, rows: Range<Int>
  var scales = Visibility.scales.count

  /// All steps.
  init(of layout: PixelLayout) { (columns, rows) = (0..<layout.width, 0..<layout.height) }

  /// The bits of the pixels of a strip.
  func pixels(_ strip: Int) -> UInt64 {
    let (first, end) = (max(columns.lowerBound - 64 * strip, 0), max(columns.upperBound - 64 * strip, 0))
    return ~0 << first & ~(~0 << end)
  }
}

extension Scratch<UInt64> {
  /// The words of one of the last rows, for all scales and strips.
  @unsafe
  fileprivate func base(_ y: Int, _ strips: Int) -> UnsafeMutablePointer<UInt64> {
    unsafe base + y % StepFinder.rows * Visibility.scales.count * strips
  }
}

extension gamut_lengths {
  func longest(_ lane: Int) -> UInt8 { unsafe withUnsafeBytes(of: pixels) { unsafe $0[lane] } }
}
