import Gamut
import GamutKit

/// The losses of an image that its variant does not avoid.
struct LostPairs: Sendable {
  /// The number of pixel pairs that demonstrate the losses of the image, and the number of these pairs that the variant
  /// does not keep distinct.
  let all: Int
  private(set) var lost = 0
  /// The first lost pair with the smallest difference. A pair with an invisible pixel has no difference, and precedes
  /// all others.
  private(set) var worst: (witnesses: Witnesses, difference: Double?)?

  init(_ pairs: [Witnesses], in variant: PixelSamples) {
    all = pairs.count
    for pair in pairs {
      let difference = variant.difference(pair.first, pair.second)
      if let difference, difference > LostPair.remainingDifference { continue }
      lost += 1
      if let worst, worst.difference ?? -1 <= difference ?? -1 { continue }
      worst = (pair, difference)
    }
  }
}

/// Two pixels that demonstrate a loss.
struct Witnesses: Sendable, Hashable {
  var first, second: LossReport.Position
}

extension [Witnesses] {
  var positions: [LossReport.Position] { [LossReport.Position](Set(flatMap { [$0.first, $0.second] })) }
}

extension LossReport {
  /// The first pixels of the two colours of each lost pair; nil if `top` omitted some of them.
  var witnessesOfPairs: [Witnesses]? {
    guard areas.largest.count == areas.pairs else { return nil }
    return areas.largest.map { Witnesses(first: $0.first.witness, second: $0.second.witness) }
  }
}
