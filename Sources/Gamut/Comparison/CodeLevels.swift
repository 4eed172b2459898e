/// The codes of pixels that are not equal, at 8 bits: whether one image has fewer than the other.
struct CodeLevels {
  /// Which of 256 codes of each channel are used.
  private typealias Channels = [Bool]
  private var levels: (a: Channels, b: Channels)
  private var colors: (a: Set<UInt64>, b: Set<UInt64>) = ([], [])
  /// The largest difference of codes in each channel, in 255ths.
  private var largest = SIMD3<Double>()

  /// A palette has at most this many colours, and twice as many are counted.
  private static let palette = 256

  init() {
    let none = Channels(repeating: false, count: 768)
    levels = (none, none)
  }

  mutating func add(_ a: SIMD3<Double>, _ b: SIMD3<Double>) {
    for channel in 0..<3 {
      levels.a[256 * channel + Int(a[channel] * 255 + 0.5)] = true
      levels.b[256 * channel + Int(b[channel] * 255 + 0.5)] = true
      largest[channel] = max(largest[channel], ((a[channel] - b[channel]) * 255).magnitude)
    }
    Self.count(a, &colors.a)
    Self.count(b, &colors.b)
  }

  private static func count(_ color: SIMD3<Double>, _ colors: inout Set<UInt64>) {
    guard colors.count < 2 * palette else { return }
    colors.insert(PackedColor(SIMD3<UInt16>(color * 65_535, rounding: .toNearestOrAwayFromZero)).bits)
  }

  /// Whether all codes differ by at most one of 255.
  var isNear: Bool { largest.max() <= 1 + 1e-9 }

  /// Returns the image with fewer codes, in whose steps the other one changes; nil if there is none.
  ///
  /// - Parameter mean: the mean difference, in units of the tolerance, which a palette keeps small.
  func coarser(mean: Double) -> PictureDifference.Side? {
    if Self.isCoarser(levels.b, than: levels.a, largest) { return .b }
    if Self.isCoarser(levels.a, than: levels.b, largest) { return .a }
    guard mean < 1 else { return nil }
    if colors.b.count <= Self.palette, 2 * colors.b.count <= colors.a.count { return .b }
    if colors.a.count <= Self.palette, 2 * colors.a.count <= colors.b.count { return .a }
    return nil
  }

  private static func isCoarser(_ coarse: Channels, than fine: Channels, _ largest: SIMD3<Double>) -> Bool {
    (0..<3).allSatisfy { channel in
      let codes = 256 * channel..<256 * (channel + 1)
      let used = codes.filter { coarse[$0] }
      let widest = zip(used, used.dropFirst()).map { Double($1 - $0) }.max() ?? 0
      return 2 * used.count <= fine[codes].count { $0 } && largest[channel] <= widest + 1e-9
    }
  }
}
