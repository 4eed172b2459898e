/// Packed colours with their pixel counts, up to a fixed capacity.
struct ColorCounts: Sendable {
  private var colors: [UInt64] = []
  private var pixels: [Int] = []
  private var bits: UInt64 = 0
  private var count = 0
  private let seed = HashSeed.ofProcess

  private static let none = UInt64.max
  private let mostBits: UInt64

  /// - Parameter mostBits: of the hash of a colour; half as many colours as it has values have room.
  init(mostBits: UInt64) {
    self.mostBits = mostBits
    grow(to: 10)
  }

  /// Whether no further colour may be added.
  var isFull: Bool { bits == mostBits && 2 * count >= colors.count }

  mutating func add(_ color: UInt64, pixels more: Int) {
    var slot = Int((color &* seed) &>> (64 &- bits))
    while colors[slot] != color {
      if colors[slot] == Self.none {
        colors[slot] = color
        count += 1
        break
      }
      slot = (slot + 1) & (colors.count - 1)
    }
    pixels[slot] += more
    if 2 * count >= colors.count, bits < mostBits { grow(to: min(bits + 2, mostBits)) }
  }

  private mutating func grow(to bits: UInt64) {
    let (oldColors, oldPixels) = (colors, pixels)
    self.bits = bits
    count = 0
    colors = Array(repeating: Self.none, count: 1 << Int(bits))
    pixels = Array(repeating: 0, count: 1 << Int(bits))
    for (color, count) in zip(oldColors, oldPixels) where color != Self.none { add(color, pixels: count) }
  }

  mutating func removeAll() {
    count = 0
    for slot in colors.indices where colors[slot] != Self.none { (colors[slot], pixels[slot]) = (Self.none, 0) }
  }

  func forEach(_ body: (UInt64, Int) -> Void) {
    for (color, count) in zip(colors, pixels) where color != Self.none { body(color, count) }
  }
}
