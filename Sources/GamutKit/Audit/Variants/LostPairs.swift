import Gamut

/// What a variant does not keep of what its image loses.
struct LostPairs: Sendable {
  /// Pairs of pixels that show what the image loses, and how many of them the variant does not keep apart.
  let all: Int
  private(set) var lost = 0
  /// Of these the first with the smallest difference; a pair that cannot be seen, nil, goes before all.
  private(set) var worst: (witnesses: LossReport.Witnesses, difference: Double?)?

  /// - Parameter jnd: of the image; half of it keeps two pixels apart.
  init(_ pairs: [LossReport.Witnesses], in variant: PixelSamples, jnd: Double) {
    all = pairs.count
    for pair in pairs {
      let difference = variant.difference(pair)
      if let difference, difference >= jnd / 2 { continue }
      lost += 1
      if let worst, worst.difference ?? -1 <= difference ?? -1 { continue }
      worst = (pair, difference)
    }
  }
}

extension [LossReport.Witnesses] {
  var positions: [LossReport.Position] { [LossReport.Position](Set(flatMap { [$0.first, $0.second] })) }
}
