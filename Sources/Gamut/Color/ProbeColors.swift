/// The encoded colours for comparing two spaces.
public enum ProbeColors {
  /// A grid of 33 x 33 x 33, corners included, then 100,000 pseudo-random colours from a fixed seed.
  public static let all: [SIMD3<Double>] = {
    var colors: [SIMD3<Double>] = []
    colors.reserveCapacity(33 * 33 * 33 + 100_000)
    for blue in 0..<33 {
      for green in 0..<33 {
        for red in 0..<33 { colors.append(SIMD3(Double(red), Double(green), Double(blue)) / 32) }
      }
    }
    var random = Random()
    for _ in 0..<100_000 {
      let red = random.next()
      let green = random.next()
      colors.append(SIMD3(red, green, random.next()))
    }
    return colors
  }()

  /// The 33 greys of the grid, then 100,000 pseudo-random ones from a fixed seed.
  public static let neutrals: [SIMD3<Double>] = {
    var colors = (0..<33).map { SIMD3(repeating: Double($0) / 32) }
    var random = Random()
    for _ in 0..<100_000 { colors.append(SIMD3(repeating: random.next())) }
    return colors
  }()

  /// Knuth's MMIX linear congruential generator; returns its high bits as a number in [0, 1).
  private struct Random {
    private var state: UInt64 = 1

    mutating func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / Double(1 << 53)
    }
  }
}

/// The values of the probe colours in a source: computed once, then compared with any number of references.
public struct ProbedSource: Sendable {
  private let colors: [SIMD3<Double>]
  /// D50 XYZ. For a grey curve, its linear values in all three channels, which are also the linear values in every
  /// reference.
  private let values: [SIMD3<Double>]
  private let arePCS: Bool

  /// - Parameters:
  ///   - source: the source space.
  ///   - neutralsOnly: compare greys alone, for an image without other colours. A grey curve is always compared this
  ///     way.
  public init(_ source: SourceSpace, neutralsOnly: Bool = false) {
    switch source {
    case .rgb(let space):
      colors = neutralsOnly ? ProbeColors.neutrals : ProbeColors.all
      values = colors.map { space.toPCS * SIMD3(space.red($0.x), space.green($0.y), space.blue($0.z)) }
      arePCS = true
    case .grey(let curve):
      colors = ProbeColors.neutrals
      values = colors.map { SIMD3(repeating: curve($0.x)) }
      arePCS = false
    case .table(let table):
      colors = neutralsOnly ? ProbeColors.neutrals : ProbeColors.all
      var xyz: [SIMD3<Double>] = []
      table.appendXYZ(of: colors, to: &xyz)
      values = xyz
      arePCS = true
    }
  }

  /// Returns the smallest `difference(from:)` over all published parameter sets of the reference.
  public func difference(fromPublished reference: RGBSpace, stopAbove limit: Double = .infinity) -> SpaceDifference {
    let differences = reference.publications.map { difference(from: $0, stopAbove: limit) }
    return differences.min { $0.largest < $1.largest } ?? difference(from: reference)
  }

  /// The largest |encode_ref(linear in the reference) - c|, as `RGBSpace.difference(from:)` defines it.
  ///
  /// - Parameters:
  ///   - reference: the space to compare with.
  ///   - step: compare only every `step`-th colour, for a lower estimate.
  ///   - limit: the search ends at the first colour that differs by more.
  public func difference(
    from reference: RGBSpace, every step: Int = 1, stopAbove limit: Double = .infinity
  ) -> SpaceDifference {
    let count = min(colors.count, values.count)
    return reference.largestDifference(of: stride(from: 0, to: count, by: max(step, 1)), stopAbove: limit) { index in
      (colors[index], arePCS ? reference.fromPCS * values[index] : values[index])
    }
  }
}
