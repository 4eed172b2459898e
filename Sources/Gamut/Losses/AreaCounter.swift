/// Counts the solid pixels of an image by colour, to find the colours that may be areas.
///
/// Its memory is fixed: when many colours have solid pixels, all counts are reduced by one whenever there is no room for
/// another colour (Misra and Gries, 1982). A colour with more pixels than ``error`` is then never missed; those found are
/// counted again by ``AreaRecount``.
struct AreaCounter: ~Copyable, Sendable {
  private var colors: Scratch<UInt64>
  private var counts: Scratch<UInt32>
  private var bits: UInt64 = 8
  private var used = 0
  private let seed = HashSeed.ofProcess
  /// The largest number of pixels by which a count is too small.
  private(set) var error = 0

  private static let none = UInt64.max
  private static let mostBits: UInt64 = 18

  init() {
    colors = Scratch(count: 1 << 8, filledWith: Self.none)
    counts = Scratch(count: 1 << 8, filledWith: 0)
  }

  @inline(__always)
  mutating func add(_ color: UInt64, pixels: Int) {
    var slot = slot(color)
    while unsafe colors.base[slot] != color {
      if unsafe colors.base[slot] == Self.none {
        guard makeRoom() else { return add(color, pixels: pixels) }
        unsafe colors.base[slot] = color
        used += 1
        break
      }
      slot = (slot + 1) & (colors.count - 1)
    }
    unsafe counts.base[slot] &+= UInt32(truncatingIfNeeded: pixels)
  }

  @inline(__always)
  private func slot(_ color: UInt64) -> Int { Int((color &* seed) &>> (64 &- bits)) }

  /// Returns whether there is room for another colour; if not, makes room.
  private mutating func makeRoom() -> Bool {
    if 2 * used < colors.count { return true }
    var known: [(color: UInt64, pixels: UInt32)] = []
    for slot in 0..<colors.count where unsafe colors.base[slot] != Self.none {
      unsafe known.append((colors.base[slot], counts.base[slot]))
    }
    var reduction: UInt32 = 0
    if bits < Self.mostBits {
      bits += 1
    } else {
      // By the median, so that half of the colours go.
      reduction = known.map(\.pixels).sorted()[known.count / 2]
      error += Int(reduction)
    }
    colors = Scratch(count: 1 << Int(bits), filledWith: Self.none)
    counts = Scratch(count: 1 << Int(bits), filledWith: 0)
    used = 0
    for (color, pixels) in known where pixels > reduction { add(color, pixels: Int(pixels - reduction)) }
    return false
  }

  /// The colours that may have at least so many solid pixels, sorted.
  func colors(withAtLeast pixels: Int) -> [UInt64] {
    (0..<colors.count).compactMap { index in
      let (color, count) = unsafe (colors.base[index], Int(counts.base[index]))
      return color != Self.none && count + error >= pixels ? color : nil
    }.sorted()
  }
}

/// The rule of a solid pixel, for stretches of a row.
struct SolidPixels: ~Copyable {
  private let coordinates: PixelCoordinates
  private var known = ColorCache(SIMD3<Int16>(), bits: 10)

  init(_ coordinates: PixelCoordinates) { self.coordinates = coordinates }

  mutating func before(_ color: UInt64) -> SIMD3<Int16> {
    if let known = known[color] { return known }
    let before = coordinates.before(color)
    known[color] = before
    return before
  }

  /// Passes the colour, the first column and the number of solid pixels to `body` for each stretch of row `y` of one
  /// colour that has some. The row below must be in the window, or the row must be the last.
  @unsafe
  mutating func forEachStretch<Format: PixelFormat>(
    of y: Int, _ window: borrowing PixelWindow, as format: Format.Type, _ body: (UInt64, Range<Int>, Int) -> Void
  ) {
    let width = window.layout.width
    let row = unsafe window.row(y)
    let above = y > 0 ? unsafe window.row(y - 1) : nil
    let below = y + 1 < window.layout.height ? unsafe window.row(y + 1) : nil
    var start = 0
    while start < width {
      let color = unsafe Format.packed(row, start)
      var end = start + 1
      while end < width, unsafe Format.packed(row, end) == color { end += 1 }
      var solid = 0
      // The first pixel of the stretch, and each whose neighbours differ, can only be part of a stroke.
      let mayBeStroke =
        unsafe end - start > 1 || isEqual(above, start, color, format) || isEqual(below, start, color, format)
      if mayBeStroke {
        var isAboveEqual = false
        for x in start..<end {
          let wasAboveEqual = isAboveEqual
          isAboveEqual = unsafe isEqual(above, x, color, format)
          guard window.isJudged(x: x, y: y) else { continue }
          if x > start, isAboveEqual, wasAboveEqual, window.isJudged(x: x - 1, y: y), window.isJudged(x: x, y: y - 1),
            window.isJudged(x: x - 1, y: y - 1)
          {
            solid += 1
          } else if unsafe isStroke(x, y, color, window, row, above, below, format) {
            solid += 1
          }
        }
      }
      body(color, start..<end, solid)
      start = end
    }
  }

  @inline(__always)
  @unsafe
  private func isEqual<Format: PixelFormat>(
    _ row: UnsafeRawPointer?, _ x: Int, _ color: UInt64, _ format: Format.Type
  ) -> Bool {
    guard let row = unsafe row else { return false }
    return unsafe Format.packed(row, x) == color
  }

  /// Whether a pixel is part of a stroke: one of its neighbours has its code, and it stands out to both sides.
  @unsafe
  private mutating func isStroke<Format: PixelFormat>(
    _ x: Int, _ y: Int, _ color: UInt64, _ window: borrowing PixelWindow, _ row: UnsafeRawPointer,
    _ above: UnsafeRawPointer?, _ below: UnsafeRawPointer?, _ format: Format.Type
  ) -> Bool {
    let width = window.layout.width
    let left = x > 0 && window.isJudged(x: x - 1, y: y) ? unsafe Format.packed(row, x - 1) : nil
    let right = x + 1 < width && window.isJudged(x: x + 1, y: y) ? unsafe Format.packed(row, x + 1) : nil
    let up = unsafe above.flatMap { unsafe window.isJudged(x: x, y: y - 1) ? Format.packed($0, x) : nil }
    let down = unsafe below.flatMap { unsafe window.isJudged(x: x, y: y + 1) ? Format.packed($0, x) : nil }
    guard left == color || right == color || up == color || down == color else { return false }
    return standsOut(color, left, right) || standsOut(color, up, down)
  }

  /// Whether a colour differs from both of two others by at least 5, in the same direction.
  private mutating func standsOut(_ color: UInt64, _ one: UInt64?, _ other: UInt64?) -> Bool {
    guard let one, let other, one != color, other != color else { return false }
    let (own, first, second) = (before(color), before(one), before(other))
    guard DIN99o.squaredDifference(own, first) >= Visibility.stroke,
      DIN99o.squaredDifference(own, second) >= Visibility.stroke
    else { return false }
    return (0..<3).reduce(0) { $0 + (Int(first[$1]) - Int(own[$1])) * (Int(second[$1]) - Int(own[$1])) } > 0
  }
}
