/// The probe colours in a source, to compare with any number of references at once.
public struct ProbedSource: Sendable {
  private let source: SourceSpace
  private let neutralsOnly: Bool

  /// - Parameters:
  ///   - source: the source space.
  ///   - neutralsOnly: compare greys alone, for an image without other colours. A grey curve is always compared this
  ///     way.
  public init(_ source: SourceSpace, neutralsOnly: Bool = false) {
    self.source = source
    if case .grey = source { self.neutralsOnly = true } else { self.neutralsOnly = neutralsOnly }
  }

  /// Returns, for each reference, the smallest difference over all its published parameter sets.
  public func differences(
    fromPublished references: [RGBSpace], stopAbove limit: Double = .infinity
  ) -> [SpaceDifference] {
    let publications = references.map(\.publications)
    var differences = differences(from: publications.flatMap { $0 }, stopAbove: limit)[...]
    return publications.map { sets in
      defer { differences.removeFirst(sets.count) }
      let ofSets = differences.prefix(sets.count)
      return ofSets.min { $0.largest < $1.largest } ?? SpaceDifference()
    }
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
    var sums = references.map { SpaceDifference.Sum(from: $0, stopAbove: limit) }
    var probes = ProbeColors(neutralsOnly: neutralsOnly, every: step)
    var colors: [SIMD3<Double>] = []
    var values: [SIMD3<Double>] = []
    while !sums.allSatisfy(\.isEnded) {
      colors.removeAll(keepingCapacity: true)
      while colors.count < Self.batch, let color = probes.next() { colors.append(color) }
      if colors.isEmpty { break }
      values.removeAll(keepingCapacity: true)
      let isPCS = appendValues(of: colors, to: &values)
      for index in sums.indices where !sums[index].isEnded {
        sums[index].add(colors, values, times: isPCS ? references[index].fromPCS : .identity)
      }
    }
    return sums.map(\.difference)
  }

  /// How many colours are in memory at a time.
  private static let batch = 1024

  /// Appends the D50 XYZ of each colour, and returns true; for a grey curve its linear values in all three channels,
  /// which are also the linear values in every reference, and false.
  private func appendValues(of colors: [SIMD3<Double>], to values: inout [SIMD3<Double>]) -> Bool {
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
      table.appendXYZ(of: colors, to: &values)
      return true
    }
  }
}
