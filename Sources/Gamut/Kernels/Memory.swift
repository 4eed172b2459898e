import LibC

/// The single owner of a block of uninitialised or zeroed memory for trivial values, freed with its owner.
///
/// Arrays have two disadvantages: they touch every page to initialise it, and they check every index. Element access is
/// through `base`, which strict memory safety marks at each use.
@safe struct Scratch<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  // Sendable unchecked: the memory has a single owner, which moves with this value.
  @unsafe let base: UnsafeMutablePointer<Element>
  let count: Int

  init(count: Int, filledWith value: Element? = nil) {
    self.count = count
    unsafe base = .allocate(capacity: max(count, 1))
    if let value { unsafe base.initialize(repeating: value, count: count) }
  }

  /// Allocates memory of zero bits, of which large blocks have no pages before they are written to.
  init(zeros count: Int) {
    self.count = count
    let block = unsafe calloc(count, MemoryLayout<Element>.stride)
    unsafe base = block?.assumingMemoryBound(to: Element.self) ?? .allocate(capacity: count)
  }

  init(_ values: [Element]) {
    self.init(count: values.count)
    unsafe values.withUnsafeBufferPointer { values in
      if let start = values.baseAddress { unsafe base.initialize(from: start, count: values.count) }
    }
  }

  deinit { unsafe base.deallocate() }
}

/// Packed colours with their pixel counts, up to a fixed capacity.
struct ColorCounts: Sendable {
  private var colors: [UInt64] = []
  private var pixels: [Int] = []
  private var bits: UInt64 = 0
  private var count = 0
  private let seed = HashSeed.ofProcess

  private static let none = UInt64.max
  /// The most bits of the hash of a colour; half as many colours as it has values have room.
  private static let mostBits: UInt64 = 18

  init() { grow(to: 10) }

  /// Whether no further colour may be added.
  var isFull: Bool { bits == Self.mostBits && 2 * count >= colors.count }

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
    if 2 * count >= colors.count, bits < Self.mostBits { grow(to: bits + 2) }
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

struct ColorCache<Value: Sendable>: Sendable {
  /// Packed colours; no colour has all bits set.
  private var colors: [UInt64]
  private var values: [Value]
  private let bits: Int

  /// - Parameter bits: of the hash.
  init(_ value: Value, bits: Int = 14) {
    self.bits = bits
    colors = Array(repeating: .max, count: 1 << bits)
    values = Array(repeating: value, count: 1 << bits)
  }

  /// A cache for the colours of an image: a small one does not fill a large cache.
  init(_ value: Value, for layout: PixelLayout) {
    let pixels = layout.width * layout.height
    self.init(value, bits: min(max(pixels.bitWidth - pixels.leadingZeroBitCount - 5, 6), 14))
  }

  @inline(__always)
  subscript(color: UInt64) -> Value? {
    get {
      let slot = slot(color)
      return colors[slot] == color ? values[slot] : nil
    }
    set {
      guard let newValue else { return }
      let slot = slot(color)
      colors[slot] = color
      values[slot] = newValue
    }
  }

  @inline(__always)
  private func slot(_ color: UInt64) -> Int {
    Int(truncatingIfNeeded: (color &* 0x9e37_79b9_7f4a_7c15) &>> UInt64(64 - bits))
  }
}

/// The seed of all hashes of colours: random for each process, so that no image can be made to fill one list.
enum HashSeed {
  /// The seed of this process, which is always odd.
  static let ofProcess = UInt64.random(in: .min ... .max) | 1
}
