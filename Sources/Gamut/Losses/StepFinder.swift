internal import CGamutKernels

/// Finds the lost steps of an image, row by row, 64 columns at a time; equivalent to ``ReferenceLosses``.
///
/// Most pixels are not looked at. Nothing is seen far from changed pixels. A step that was seen and is not kept in its own
/// direction lost half of a JND at least, which is at most the sum of the mean shifts of its two boxes (by the triangle
/// inequality): boxes with smaller shifts decide nothing. Whether a pixel is kept is asked only near pixels that are seen.
struct StepFinder: ~Copyable {
  private let layout: PixelLayout
  private let model: ColorModel
  private let vector: VectorExtension
  private let coordinates: PixelCoordinates
  private var memory = PixelCoordinates.Memory()
  private let strips: Int
  /// The sums of each strip that was near a changed pixel.
  private var sums: [StripSums?]
  private let rowSums: RowSums
  /// The last row with a changed pixel in each strip, of those added.
  private var lastChanged: [Int]
  /// Whether a step may be seen in each strip, and whether its sums are needed.
  private var isActive, isLive: [Bool]
  /// For the last five rows, each scale and each strip: bits of the pixels that are seen, and of those that are kept.
  private let seen, kept: Scratch<UInt64>
  /// The scales of which `kept` is known, for the last five rows and each strip.
  private let known: Scratch<UInt8>
  /// For the last five rows and each strip: the pixels that have boxes of 1, 2, 4 ... 128 pixels in a row, then in a column.
  private let reach: Scratch<UInt64>
  private let hasReach: Scratch<Bool>
  /// The squared sums from which on a pixel is seen, and kept, by scale, for whole boxes; and the sums of shifts.
  private let jnd: Int
  /// The bits of a row's lost pixels, and the largest step of each.
  private let lost: Scratch<UInt64>
  private let largest: Scratch<Step>
  /// The next row to look at.
  private var next = 0
  private var labels = RegionLabels<StepRegion>()
  private var map: StepMap
  /// All lost pixels and regions.
  private var pixels = 0, regions = 0
  /// The regions that may be visible.
  private var candidates: [StepRegion] = []
  private var judgedPixels = 0
  /// The largest number of bytes of the map.
  private let limit: Int
  /// Whether the map of the image's lost pixels does not fit.
  private(set) var exceedsLimit = false

  /// The rows below a row that must be known before it is looked at.
  static let lookahead = 128 + 2 * Visibility.keptReach
  private static let scales = Visibility.scales.count

  init(
    _ tables: RenditionTables, layout: PixelLayout, vector: VectorExtension, _ coordinates: PixelCoordinates, limit: Int
  ) {
    self.layout = layout
    self.vector = vector
    self.limit = limit
    self.coordinates = coordinates
    model = tables.model
    let strips = (layout.width + 63) / 64
    self.strips = strips
    sums = Array(repeating: nil, count: strips)
    rowSums = RowSums(width: layout.width)
    lastChanged = Array(repeating: .min / 2, count: strips)
    isActive = Array(repeating: false, count: strips)
    isLive = isActive
    seen = Scratch(count: RowSums.rows * Self.scales * strips, filledWith: 0)
    kept = Scratch(count: RowSums.rows * Self.scales * strips)
    known = Scratch(count: RowSums.rows * strips)
    reach = Scratch(count: RowSums.rows * strips * 2 * (Self.scales + 1))
    hasReach = Scratch(count: RowSums.rows * strips)
    jnd = Visibility.units(jnd: model.rendition.jnd)
    lost = Scratch(count: strips, filledWith: 0)
    largest = Scratch(count: 64 * strips)
    map = StepMap(width: layout.width, height: layout.height)
  }

  /// Looks at the rows whose surroundings are known, after a row was added to `window`, or after the last one.
  @unsafe
  mutating func advance<Format: PixelFormat>(_ window: borrowing PixelWindow, as format: Format.Type) {
    let added = window.count - 1
    for strip in 0..<strips {
      if window.changed(added, strip) != 0 { lastChanged[strip] = added }
      judgedPixels += window.judged(added, strip).nonzeroBitCount
    }
    let end = window.count == layout.height ? layout.height + Visibility.keptReach : window.count - Self.lookahead
    while next < end {
      unsafe look(next, window, as: format)
      unsafe lose(next - Visibility.keptReach, window)
      next += 1
    }
  }

  // MARK: Seen

  @unsafe
  private mutating func look<Format: PixelFormat>(_ y: Int, _ window: borrowing PixelWindow, as format: Format.Type) {
    unsafe seen.base(y, strips).update(repeating: 0, count: Self.scales * strips)
    guard y < layout.height, findLive(y) else { return }
    let slot = y % RowSums.rows * strips
    unsafe (known.base + slot).update(repeating: 0, count: strips)
    unsafe (hasReach.base + slot).update(repeating: false, count: strips)
    var isBegun = false
    for strip in 0..<strips {
      guard isLive[strip] else {
        isBegun = false
        continue
      }
      let sums = sums[strip] ?? StripSums()
      self.sums[strip] = sums
      unsafe sums.extend(
        strip, from: max(0, y - Self.lookahead), to: min(y + Self.lookahead + 1, layout.height), window, coordinates,
        &memory, vector: vector, as: format)
      let row = unsafe rowSums.before(64 * strip, y)
      if !isBegun { for plane in 0..<Int(GAMUT_PLANES) { unsafe row[plane * rowSums.stride] = 0 } }
      unsafe gamut_sum_row(vector.kernel, sums.above(y), sums.above(y + 1), row, rowSums.stride)
      isBegun = true
    }
    for strip in 0..<strips where isActive[strip] {
      let (changed, judged) = (window.changed(y, strip), window.judged(y, strip))
      if judged == 0 { continue }
      for scale in 0..<Self.scales {
        var pixels: UInt64 = 0
        for direction in StepDirection.allCases {
          pixels |= unsafe seenPixels(y, strip, scale, direction, changed, window) & judged
        }
        unsafe seen.base(y, strips)[scale * strips + strip] = pixels
      }
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

  /// The pixels of a strip that are seen in a direction, and whose shifts do not exclude a loss.
  @unsafe
  private func seenPixels(
    _ y: Int, _ strip: Int, _ scale: Int, _ direction: StepDirection, _ changed: UInt64,
    _ window: borrowing PixelWindow
  ) -> UInt64 {
    let reach = unsafe reach(y, strip, direction, window)
    let (exists, whole) = unsafe (reach[scale], reach[scale + 1])
    if exists == 0 { return 0 }
    let n = 2 << scale
    var result: UInt64 = 0
    if whole != 0 {
      var boxes = unsafe boxes(64 * strip, y, n, direction)
      var shifts = unsafe boxes.moved(by: 6 * stride(direction))
      let candidates = unsafe gamut_shifted(vector.kernel, &shifts, leastShift(n), changed) & whole
      if candidates != 0 {
        result = unsafe gamut_steps(vector.kernel, &boxes, stride(direction), leastSquare(n)) & candidates
      }
    }
    var rest = exists & ~whole
    while rest != 0 {
      let lane = rest.trailingZeroBitCount
      rest &= rest - 1
      let x = 64 * strip + lane
      let n = unsafe length(x, y, direction, window, scale)
      let boxes = unsafe boxes(x, y, n, direction)
      let (shift, count) = unsafe boxes.moved(by: 6 * stride(direction)).shift
      guard shift >= leastShift(n), count > 0 || changed >> UInt64(lane) & 1 != 0 else { continue }
      if unsafe Double(boxes.squared(stride(direction))) >= leastSquare(n) { result |= 1 << UInt64(lane) }
    }
    return result
  }

  private func leastShift(_ n: Int) -> Int32 { Int32(clamping: (jnd * n + 1) / 2) }
  private func leastSquare(_ n: Int) -> Double { Double(jnd * n) * Double(jnd * n) }
  /// The least square that is more than half of the JND.
  private func leastKeptSquare(_ n: Int) -> Double { (leastSquare(n) / 4).rounded(.down) + 1 }

  // MARK: Boxes

  /// The distance of the planes of the sums of a direction.
  private func stride(_ direction: StepDirection) -> Int {
    direction == .row ? rowSums.stride : StripSums.columns
  }

  /// The sums at the boxes of `n` pixels of a pixel, in the first plane, and those of the following pixels of the strip.
  @unsafe
  private func boxes(_ x: Int, _ y: Int, _ n: Int, _ direction: StepDirection) -> gamut_boxes {
    switch direction {
    case .row:
      let at = unsafe UnsafePointer(rowSums.before(x, y))
      return unsafe gamut_boxes(start_before: at - n, end_before: at, start_after: at + 1, end_after: at + n + 1)
    case .column:
      guard let sums = sums[x / 64] else { fatalError("The sums of a live strip are there.") }
      func at(_ y: Int) -> UnsafePointer<Int32> { unsafe UnsafePointer(sums.above(y) + x % 64) }
      return unsafe gamut_boxes(
        start_before: at(y - n), end_before: at(y), start_after: at(y + 1), end_after: at(y + n + 1))
    }
  }

  /// Bits of the pixels of a strip that have two boxes of 1, 2, 4 ... 128 pixels.
  @unsafe
  private func reach(
    _ y: Int, _ strip: Int, _ direction: StepDirection, _ window: borrowing PixelWindow
  ) -> UnsafePointer<UInt64> {
    let index = y % RowSums.rows * strips + strip
    let sizes = Self.scales + 1
    let all = unsafe reach.base + index * 2 * sizes
    if unsafe !hasReach.base[index] {
      unsafe hasReach.base[index] = true
      for size in 0..<sizes {
        unsafe all[size] = window.judged(y, strip) & reachAlong(1 << size, y, 64 * strip, window)
        unsafe all[sizes + size] = window.judged(y, strip) & reachDown(1 << size, y, 64 * strip, window)
      }
    }
    return unsafe UnsafePointer(all + (direction == .row ? 0 : sizes))
  }

  @unsafe
  private func reachAlong(_ n: Int, _ y: Int, _ x: Int, _ window: borrowing PixelWindow) -> UInt64 {
    guard layout.isOpaque else {
      return unsafe gamut_at_least(vector.kernel, window.endingAlong(y, x - 1), UInt8(n))
        & gamut_at_least(vector.kernel, window.endingAlong(y, x + n), UInt8(n))
    }
    let (first, end) = (max(n - x, 0), min(layout.width - n - x, 64))
    guard first < end else { return 0 }
    return UInt64.max << UInt64(first) & UInt64.max >> UInt64(64 - end)
  }

  @unsafe
  private func reachDown(_ n: Int, _ y: Int, _ x: Int, _ window: borrowing PixelWindow) -> UInt64 {
    guard y >= n, y + n < layout.height else { return 0 }
    if layout.isOpaque { return .max }
    return unsafe gamut_at_least(vector.kernel, window.endingDown(y - 1, x), UInt8(n))
      & gamut_at_least(vector.kernel, window.endingDown(y + n, x), UInt8(n))
  }

  /// The length of the boxes of a pixel that has a step at a scale.
  @unsafe
  private func length(
    _ x: Int, _ y: Int, _ direction: StepDirection, _ window: borrowing PixelWindow, _ scale: Int
  ) -> Int {
    let limit = 2 << scale
    if layout.isOpaque {
      return direction == .row ? min(x, layout.width - 1 - x, limit) : min(y, layout.height - 1 - y, limit)
    }
    var n = limit / 2
    switch direction {
    case .row:
      let before = unsafe Int(window.endingAlong(y, x - 1)[0])
      while n < limit, before > n, unsafe Int(window.endingAlong(y, x + n + 1)[0]) > n { n += 1 }
    case .column:
      let before = unsafe Int(window.endingDown(y - 1, x)[0])
      while n < limit, before > n, y + n + 1 < layout.height, unsafe Int(window.endingDown(y + n + 1, x)[0]) > n {
        n += 1
      }
    }
    return n
  }

  // MARK: Kept

  /// The kept pixels of a strip of a row, at a scale.
  @unsafe
  private func keptPixels(_ y: Int, _ strip: Int, _ scale: Int, _ window: borrowing PixelWindow) -> UInt64 {
    guard y >= 0, y < layout.height, strip >= 0, strip < strips else { return 0 }
    let index = y % RowSums.rows * strips + strip
    let word = unsafe kept.base(y, strips) + scale * strips + strip
    if unsafe known.base[index] >> UInt8(scale) & 1 == 0 {
      unsafe known.base[index] |= 1 << UInt8(scale)
      var pixels: UInt64 = 0
      for direction in StepDirection.allCases {
        pixels |= unsafe keptPixels(y, strip, scale, direction, window)
      }
      unsafe word.pointee = pixels
    }
    return unsafe word.pointee
  }

  @unsafe
  private func keptPixels(
    _ y: Int, _ strip: Int, _ scale: Int, _ direction: StepDirection, _ window: borrowing PixelWindow
  ) -> UInt64 {
    let reach = unsafe reach(y, strip, direction, window)
    let (exists, whole) = unsafe (reach[scale], reach[scale + 1])
    let (n, stride) = (2 << scale, stride(direction))
    var result: UInt64 = 0
    if whole != 0 {
      var boxes = unsafe boxes(64 * strip, y, n, direction).moved(by: 3 * stride)
      result = unsafe gamut_steps(vector.kernel, &boxes, stride, leastKeptSquare(n)) & whole
    }
    var rest = exists & ~whole
    while rest != 0 {
      let lane = rest.trailingZeroBitCount
      rest &= rest - 1
      let n = unsafe length(64 * strip + lane, y, direction, window, scale)
      let boxes = unsafe boxes(64 * strip + lane, y, n, direction).moved(by: 3 * stride)
      if unsafe Double(boxes.squared(stride)) >= leastKeptSquare(n) { result |= 1 << UInt64(lane) }
    }
    return result
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

  // MARK: Lost

  /// Finds the lost pixels of a row, and adds them to the regions.
  @unsafe
  private mutating func lose(_ y: Int, _ window: borrowing PixelWindow) {
    guard y >= 0 else { return }
    var isAny = false
    for scale in 0..<Self.scales {
      for strip in 0..<strips {
        let seen = unsafe seen.base(y, strips)[scale * strips + strip]
        if seen == 0 { continue }
        let lost = unsafe withoutKept(seen, y, strip, scale, window)
        if lost == 0 { continue }
        isAny = true
        unsafe measure(lost, y, strip, scale, window)
      }
    }
    var segments: [(columns: Range<Int>, facts: StepRegion)] = []
    if isAny { segments = unsafe lostSegments(y, window) }
    unsafe add(segments, window)
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
      let isNew = unsafe lost.base[strip] >> UInt64(lane) & 1 == 0
      var largest = isNew ? Step() : unsafe largest.base[x]
      for direction in StepDirection.allCases {
        let reach = unsafe reach(y, strip, direction, window)
        if unsafe reach[scale] >> UInt64(lane) & 1 == 0 { continue }
        let isWhole = unsafe reach[scale + 1] >> UInt64(lane) & 1 == 1
        let n = isWhole ? 2 << scale : unsafe length(x, y, direction, window, scale)
        let step = unsafe Step(
          squared: boxes(x, y, n, direction).squared(stride(direction)), n: n, direction: direction)
        if step.isLarger(than: largest) { largest = step }
      }
      unsafe self.largest.base[x] = largest
    }
    unsafe lost.base[strip] |= pixels
  }

  /// The stretches of the lost pixels of a row, which are marked in the map.
  @unsafe
  private mutating func lostSegments(
    _ y: Int, _ window: borrowing PixelWindow
  ) -> [(columns: Range<Int>, facts: StepRegion)] {
    exceedsLimit = exceedsLimit || StepMap.bytes(width: layout.width, height: layout.height) > limit
    if exceedsLimit { return [] }
    var segments: [(columns: Range<Int>, facts: StepRegion)] = []
    let units = Double(max(jnd, 1)) / DIN99o.unit
    for strip in 0..<strips {
      var rest = unsafe lost.base[strip]
      if rest == 0 { continue }
      unsafe lost.base[strip] = 0
      let near = changedBeside(y, strip, window)
      while rest != 0 {
        let lane = rest.trailingZeroBitCount
        rest &= rest - 1
        let x = 64 * strip + lane
        let step = unsafe largest.base[x]
        map[x, y] = StepSize(jnds: step.difference / units)
        let pixel = StepRegion(
          box: .init(x: x, y: y, width: 1, height: 1), pixels: 1, touchesChanged: near >> UInt64(lane) & 1 == 1,
          step: step, witness: .init(x: x, y: y))
        if let last = segments.last, last.columns.upperBound == x {
          segments[segments.count - 1].columns = last.columns.lowerBound..<(x + 1)
          segments[segments.count - 1].facts.formUnion(pixel)
        } else {
          segments.append((x..<(x + 1), pixel))
        }
      }
    }
    return segments
  }

  /// The pixels of a strip that are changed, or touch a changed pixel.
  private func changedBeside(_ y: Int, _ strip: Int, _ window: borrowing PixelWindow) -> UInt64 {
    var near: UInt64 = 0
    for y in max(0, y - 1)...min(layout.height - 1, y + 1) {
      let word = window.changed(y, strip)
      near |= word | word << 1 | word >> 1
      if strip > 0 { near |= window.changed(y, strip - 1) >> 63 }
      if strip + 1 < strips { near |= window.changed(y, strip + 1) << 63 }
    }
    return near
  }

  /// Adds the lost pixels of a row to the regions.
  @unsafe
  private mutating func add(_ segments: [(columns: Range<Int>, facts: StepRegion)], _ window: borrowing PixelWindow) {
    var complete: [StepRegion] = []
    labels.addRow(segments) { complete.append($0) }
    for region in complete { close(region) }
    for index in labels.open.indices where labels.open[index].sides.isEmpty {
      labels.open[index].sides = sides(labels.open[index], window)
    }
  }

  /// The mean colours of the boxes at a region's witness.
  private func sides(_ region: StepRegion, _ window: borrowing PixelWindow) -> [LossReport.ChangedColor] {
    let (witness, n) = (region.witness, region.step.n)
    return [Array((-n)...(-1)), Array(1...n)].map { offsets in
      var colors: [SIMD3<UInt16>] = []
      for offset in offsets {
        colors.append(
          region.step.direction == .row
            ? window.color(x: witness.x + offset, y: witness.y).color
            : window.color(x: witness.x, y: witness.y + offset).color)
      }
      return model.mean(colors)
    }
  }

  /// Counts a region that has no more pixels.
  private mutating func close(_ region: StepRegion) {
    regions += 1
    pixels += region.pixels
    guard region.touchesChanged, region.pixels >= Visibility.regionPixels(analyzed: judgedPixels) else {
      return map.removeRegion(x: region.witness.x, y: region.witness.y)
    }
    candidates.append(region)
  }

  /// Writes the lost steps after the last row. Returns the map of visible regions.
  consuming func finish(_ report: inout LossReport) -> StepMap {
    var complete: [StepRegion] = []
    labels.addRow([]) { complete.append($0) }
    for region in complete { close(region) }
    var result = LossReport.Steps(pixels: pixels, regions: regions)
    let least = Visibility.regionPixels(analyzed: report.pixels.analyzed)
    for region in candidates {
      if region.pixels < least {
        map.removeRegion(x: region.witness.x, y: region.witness.y)
      } else {
        result.visibleRegions += 1
        result.visiblePixels += region.pixels
      }
    }
    result.largest = candidates.filter { $0.pixels >= least }.map(\.reported).largestRegions(model.rendition.top)
    report.steps = result
    report.lostPixels = result.visiblePixels
    return map
  }
}

extension Scratch<UInt64> {
  /// The words of one of the last five rows, for all scales and strips.
  @unsafe
  fileprivate func base(_ y: Int, _ strips: Int) -> UnsafeMutablePointer<UInt64> {
    unsafe base + y % RowSums.rows * Visibility.scales.count * strips
  }
}

extension gamut_boxes {
  @unsafe
  fileprivate func moved(by offset: Int) -> gamut_boxes {
    unsafe gamut_boxes(
      start_before: start_before + offset, end_before: end_before + offset, start_after: start_after + offset,
      end_after: end_after + offset)
  }

  /// The squared difference of the sums of the first pixel's boxes.
  fileprivate func squared(_ stride: Int) -> Int {
    var result = 0
    for plane in 0..<3 {
      let at = plane * stride
      let difference = unsafe Int((end_after[at] &- start_after[at]) &- (end_before[at] &- start_before[at]))
      result += difference * difference
    }
    return result
  }

  /// The sum of the shifts of the first pixel's boxes, and the number of changed pixels, in the last plane.
  fileprivate var shift: (sum: Int32, changed: UInt32) {
    let before = unsafe UInt32(bitPattern: end_before[0] &- start_before[0])
    let after = unsafe UInt32(bitPattern: end_after[0] &- start_after[0])
    return (Int32(before >> 8 + after >> 8), (before | after) & 255)
  }
}
