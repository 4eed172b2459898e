/// The encoded colours for comparing two spaces: a grid of 33 x 33 x 33, corners included, then 100,000 pseudo-random
/// colours from a fixed seed. They are computed one after the other and never stored.
public struct ProbeColors: Sequence, IteratorProtocol, Sendable {
  /// Whether the colours are only greys: the 33 of the grid, then 100,000 pseudo-random ones.
  public let neutralsOnly: Bool
  private let step: Int
  private var index = 0
  private var random = Random()

  private static let side = 33
  private static let randomCount = 100_000
  /// The number of colours if they are not only greys.
  static let count = side * side * side + randomCount

  /// - Parameters:
  ///   - neutralsOnly: return only greys.
  ///   - step: return only every `step`-th colour, for an estimate.
  public init(neutralsOnly: Bool = false, every step: Int = 1) {
    self.neutralsOnly = neutralsOnly
    self.step = Swift.max(step, 1)
  }

  /// Returns the next colour, with red, green and blue in [0, 1]; nil at the end.
  public mutating func next() -> SIMD3<Double>? {
    guard let color = following() else { return nil }
    for _ in 1..<step where following() == nil { break }
    return color
  }

  private mutating func following() -> SIMD3<Double>? {
    let gridCount = neutralsOnly ? Self.side : Self.side * Self.side * Self.side
    guard index < gridCount + Self.randomCount else { return nil }
    defer { index += 1 }
    if neutralsOnly {
      return SIMD3(repeating: index < gridCount ? Double(index) / Double(Self.side - 1) : random.next())
    }
    if index < gridCount {
      let (rows, red) = index.quotientAndRemainder(dividingBy: Self.side)
      let (blue, green) = rows.quotientAndRemainder(dividingBy: Self.side)
      return SIMD3(Double(red), Double(green), Double(blue)) / Double(Self.side - 1)
    }
    let red = random.next()
    let green = random.next()
    return SIMD3(red, green, random.next())
  }

  /// Knuth's MMIX linear congruential generator; returns its high bits as a number in [0, 1).
  private struct Random {
    private var state: UInt64 = 1

    mutating func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / Double(1 << 53)
    }
  }
}
