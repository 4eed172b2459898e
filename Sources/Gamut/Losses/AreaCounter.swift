/// Counts the solid pixels of an image by colour, to find the colours that may be areas.
///
/// Its memory is fixed: when many colours have solid pixels, all counts are reduced whenever there is no room for another
/// colour (Misra and Gries, 1982). A colour with more pixels than ``error`` is then never missed; those found are
/// counted again by ``AreaRecount``.
struct AreaCounter: Sendable {
  private var counts = ColorCounts(mostBits: 18)
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
    var colors: [UInt64] = []
    counts.forEach { if $1 + error >= pixels { colors.append($0) } }
    return colors.sorted()
  }
}

/// The rule of a solid pixel.
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
