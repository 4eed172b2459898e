import Synchronization

/// The probe colours in a source, to compare with any number of references at once.
///
/// The values of a lookup table for these colours are computed once for all comparisons, and take up to 3.3 MB.
public struct ProbedSource: Sendable {
  private let source: SourceSpace
  private let neutralsOnly: Bool
  private let tableValues = TableValues()

  /// - Parameters:
  ///   - source: the source space.
  ///   - neutralsOnly: compare greys alone, for an image without other colours. A grey curve is always compared this
  ///     way.
  public init(_ source: SourceSpace, neutralsOnly: Bool = false) {
    self.source = source
    if case .grey = source { self.neutralsOnly = true } else { self.neutralsOnly = neutralsOnly }
  }

  package var isGrey: Bool { if case .grey = source { true } else { false } }

  /// Returns whether the source has the parameters of one of some spaces: its difference from that is 0 by definition.
  public func isOne(of spaces: some Sequence<RGBSpace>) -> Bool {
    switch source {
    case .rgb(let space): spaces.contains(space)
    case .grey(let curve): spaces.contains { $0.red == curve && $0.green == curve && $0.blue == curve }
    case .table: false
    }
  }

  /// Returns the smallest difference from some spaces, such as the published parameter sets of one.
  package func leastDifference(from references: [RGBSpace]) -> SpaceDifference? {
    differences(from: references).min { $0.largest < $1.largest }
  }

  /// Returns, for each reference, the largest |encode_ref(linear in the reference) - c|, as `RGBSpace.difference(from:)`
  /// defines it.
  ///
  /// - Parameters:
  ///   - references: the spaces to compare with.
  ///   - step: compare only every `step`-th colour, for a lower estimate.
  ///   - limit: the search ends, for a reference, at the first colour that differs by more.
  public func differences(
    from references: [RGBSpace], every step: Int = 1, stopAbove limit: Double = .infinity
  ) -> [SpaceDifference] {
    var sums = references.map { SpaceDifference.Sum(reference: $0, limit: limit) }
    var probes = ProbeColors(neutralsOnly: neutralsOnly, every: step)
    var colors: [SIMD3<Double>] = []
    var values: [SIMD3<Double>] = []
    var first = 0
    while !sums.allSatisfy(\.isEnded) {
      colors.removeAll(keepingCapacity: true)
      while colors.count < Self.batch, let color = probes.next() { colors.append(color) }
      if colors.isEmpty { break }
      values.removeAll(keepingCapacity: true)
      let isPCS = appendValues(of: colors, from: step == 1 ? first : nil, to: &values)
      first += colors.count
      for index in sums.indices where !sums[index].isEnded {
        sums[index].add(colors, values, times: isPCS ? references[index].fromPCS : .identity)
      }
    }
    return sums.map(\.difference)
  }

  private static let batch = 1024

  /// Appends the D50 XYZ of each colour, and returns true; for a grey curve its linear values in all three channels,
  /// which are also the linear values in every reference, and false. `first` is nil if colours between are left out.
  private func appendValues(
    of colors: [SIMD3<Double>], from first: Int?, to values: inout [SIMD3<Double>]
  ) -> Bool {
    switch source {
    case .rgb(let space):
      for color in colors {
        values.append(space.toPCS * SIMD3(space.red(color.x), space.green(color.y), space.blue(color.z)))
      }
      return true
    case .grey(let curve):
      for color in colors { values.append(SIMD3(repeating: curve(color.x))) }
      return false
    case .table(let table):
      if let first {
        tableValues.append(of: colors, from: first, in: table, to: &values)
      } else {
        table.appendXYZ(of: colors, to: &values)
      }
      return true
    }
  }
}

/// The D50 XYZ of the probe colours according to a lookup table, as far as comparisons needed them.
private final class TableValues: Sendable {
  /// X, Y and Z of the first colours.
  private let known = Mutex<[Double]>([])

  /// Appends the D50 XYZ of each colour from `first` on.
  func append(
    of colors: [SIMD3<Double>], from first: Int, in table: any DeviceToPCS, to values: inout [SIMD3<Double>]
  ) {
    let isKnown = known.withLock { known in
      guard known.count >= 3 * (first + colors.count) else { return false }
      for index in first..<first + colors.count {
        values.append(SIMD3(known[3 * index], known[3 * index + 1], known[3 * index + 2]))
      }
      return true
    }
    if isKnown { return }
    table.appendXYZ(of: colors, to: &values)
    known.withLock { known in
      guard known.count == 3 * first else { return }
      if first == 0 { known.reserveCapacity(3 * ProbeColors.count) }
      for value in values {
        known.append(value.x)
        known.append(value.y)
        known.append(value.z)
      }
    }
  }
}

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
    return SIMD3(random.next(), random.next(), random.next())
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
