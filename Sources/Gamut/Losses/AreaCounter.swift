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
  private var error = 0

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

  /// Adds the solid pixels of a strip of a row, given as bits.
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
    (0..<colors.count).compactMap { index in
      let (color, count) = unsafe (colors.base[index], Int(counts.base[index]))
      return color != Self.none && count + error >= pixels ? color : nil
    }.sorted()
  }
}

/// The rule of a solid pixel.
struct SolidPixels: ~Copyable {
  private let coordinates: PixelCoordinates
  private var known = ColorCache(SIMD3<Int16>(), bits: 12)

  /// Bits of the solid pixels of the row that was looked at last.
  private(set) var words: [UInt64]

  init(_ coordinates: PixelCoordinates, strips: Int) {
    self.coordinates = coordinates
    words = Array(repeating: 0, count: strips)
  }

  /// Finds the solid pixels of row `y`, after those of the row above. The row below must be in the window, or the row must
  /// be the last.
  @unsafe
  mutating func look<Format: PixelFormat>(at y: Int, _ window: borrowing PixelWindow, as format: Format.Type) {
    // In a row between rows that are equal to it and to each other's neighbours, nothing changes.
    let isSame = y > 1 && y + 1 < window.layout.height && (y - 1...y + 1).allSatisfy { window.isRepeat($0) }
    if isSame { return }
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
    let (judged, left, up) = (window.judged(y, strip), window.equalsLeft(y, strip), window.equalsAbove(y, strip))
    let judgedAbove = y > 0 ? window.judged(y - 1, strip) : 0
    // The pixels whose left neighbours are judged, and equal those above them, which are judged.
    let pairs = up & judgedAbove & judged
    let before =
      strip > 0 && y > 0
      ? window.equalsAbove(y, strip - 1) & window.judged(y - 1, strip - 1) & window.judged(y, strip - 1) : 0
    let square = left & pairs & (pairs << 1 | before >> 63)
    // The rest may be part of a stroke: one neighbour is equal, and two opposite ones are not.
    let down = y + 1 < window.layout.height ? window.equalsAbove(y + 1, strip) : 0
    let next = strip + 1 < window.strips ? window.equalsLeft(y, strip + 1) & 1 : 0
    let right = left >> 1 | next << 63
    let strokes = judged & ~square & (left | right | up | down) & (~(left | right) | ~(up | down))
    return square | (strokes == 0 ? 0 : unsafe self.strokes(strokes, y, strip, window, as: format))
  }

  /// Which of some pixels are part of a stroke: one of their neighbours has their code, and they stand out to both sides.
  @unsafe
  private mutating func strokes<Format: PixelFormat>(
    _ pixels: UInt64, _ y: Int, _ strip: Int, _ window: borrowing PixelWindow, as format: Format.Type
  ) -> UInt64 {
    let (width, height) = (window.layout.width, window.layout.height)
    let row = unsafe window.row(y)
    // The pixels whose upper and lower neighbours are the same as those of the pixel to the left.
    var same: UInt64 = 0
    let hasRows = y > 0 && y + 1 < height
    if hasRows {
      let judged = window.judged(y - 1, strip) & window.judged(y + 1, strip)
      same =
        window.equalsLeft(y, strip) & window.equalsLeft(y - 1, strip) & window.equalsLeft(y + 1, strip) & judged
        & judged << 1
    }
    var (result, rest) = (UInt64(0), pixels)
    var last = (lane: -2, standsOut: false)
    while rest != 0 {
      let lane = rest.trailingZeroBitCount
      rest &= rest - 1
      let x = 64 * strip + lane
      let color = unsafe Format.packed(row, x)
      if lane != last.lane + 1 || same >> UInt64(lane) & 1 == 0 {
        last.standsOut = false
        if hasRows, window.isJudged(x: x, y: y - 1), window.isJudged(x: x, y: y + 1) {
          last.standsOut = unsafe standsOut(
            color, Format.packed(window.row(y - 1), x), Format.packed(window.row(y + 1), x))
        }
      }
      last.lane = lane
      var isStroke = last.standsOut
      if !isStroke, x > 0, x + 1 < width, window.isJudged(x: x - 1, y: y), window.isJudged(x: x + 1, y: y) {
        isStroke = unsafe standsOut(color, Format.packed(row, x - 1), Format.packed(row, x + 1))
      }
      if isStroke, unsafe hasEqualNeighbour(x, y, color, window, as: format) { result |= 1 << UInt64(lane) }
    }
    return result
  }

  @unsafe
  private func hasEqualNeighbour<Format: PixelFormat>(
    _ x: Int, _ y: Int, _ color: UInt64, _ window: borrowing PixelWindow, as format: Format.Type
  ) -> Bool {
    for (nx, ny) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
      if nx >= 0, nx < window.layout.width, ny >= 0, ny < window.layout.height, window.isJudged(x: nx, y: ny),
        unsafe Format.packed(window.row(ny), nx) == color
      {
        return true
      }
    }
    return false
  }

  /// Whether a colour differs from both of two others by at least 5, in the same direction.
  private mutating func standsOut(_ color: UInt64, _ one: UInt64, _ other: UInt64) -> Bool {
    guard one != color, other != color else { return false }
    let (own, first, second) = (before(color), before(one), before(other))
    guard DIN99o.squaredDifference(own, first) >= Visibility.stroke,
      DIN99o.squaredDifference(own, second) >= Visibility.stroke
    else { return false }
    return (0..<3).reduce(0) { $0 + (Int(first[$1]) - Int(own[$1])) * (Int(second[$1]) - Int(own[$1])) } > 0
  }
}
