import Gamut
import PNGCodec

/// The strength of `preserve` for an image, and the losses of clamping that remain.
public struct PreserveStrength: Sendable, Hashable {
  /// The level, from 1, the weakest; 0 if clamping loses no detail, and the result is that of clamping.
  public var level = 0
  /// The visible groups and regions that remain, computed from the mapping's own codes.
  public var groups = 0, regions = 0
  /// The number of pixel pairs, of those that demonstrate the losses of clamping, that differ by less than half of the
  /// just-noticeable difference in the result.
  public var closePairs = 0

  /// The number of strengths.
  public static let count = PreserveParameters.strengths.count

  /// The number of remaining losses; 0 if the strength is sufficient.
  public var remainingLosses: Int { groups + regions + closePairs }
}

/// The choice for an image: a mapping, nil for clamping, and the losses of clamping and of the mapping.
struct PreserveChoice {
  var mapping: PreserveMapping?
  var strength: PreserveStrength
  var before, after: LossReport
}

extension ConversionAnalysis {
  private struct Candidate {
    var mapping: PreserveMapping
    var strength: PreserveStrength
    /// A lower bound of the remaining losses, from pixel pairs alone.
    var least: Int
  }

  /// Chooses the weakest parameters of ``PreserveMapping`` without remaining losses. Of parameters with the same
  /// strength, it chooses those that move the fitting pixels least. If every strength has losses, it chooses the
  /// weakest of those with the fewest losses.
  ///
  /// Pixel pairs are tried first, which requires no pass over the image. No strength is skipped: the losses of a
  /// stronger one imply nothing about a weaker one.
  func preserve(_ original: OpenedInput) throws(ConvertError) -> PreserveChoice {
    let before = try report(nil, top: LossReport.visibleLimit, original)
    guard before.verdict == .collapses else {
      return PreserveChoice(mapping: nil, strength: PreserveStrength(), before: before, after: before)
    }
    let study = try unsafe read(original) {
      PreserveStudy(before, $0, layout: $1)
    } consume: {
      unsafe $0.consume($1)
    }

    var best: [PreserveChoice] = []
    /// Analyses a candidate, and keeps it unless another has fewer losses, or as many and is weaker.
    func consider(_ candidate: Candidate) throws(ConvertError) -> PreserveChoice {
      let after = try report(candidate.mapping, original)
      var choice = PreserveChoice(
        mapping: candidate.mapping, strength: candidate.strength, before: before, after: after)
      choice.strength.groups = after.collapse.visible.groups
      choice.strength.regions = after.flattened.visibleRegions
      let (new, old) = (choice.strength, best.first?.strength)
      let isEqual = old.map { ($0.remainingLosses, $0.level) == (new.remainingLosses, new.level) } ?? false
      if isEqual {
        best.append(choice)
      } else if old.map({ (new.remainingLosses, new.level) < ($0.remainingLosses, $0.level) }) ?? true {
        best = [choice]
      }
      return choice
    }

    var others: [Candidate] = []
    for (index, parameters) in PreserveParameters.strengths.enumerated() {
      let candidates = parameters.map {
        let mapping = PreserveMapping(study.survey, $0)
        let closePairs = study.closePairCount(after: mapping)
        return Candidate(
          mapping: mapping, strength: PreserveStrength(level: index + 1, closePairs: closePairs),
          least: closePairs + study.minimumVisibleGroups(after: mapping))
      }
      others += candidates.filter { $0.least > 0 }
      let able = candidates.filter { $0.least == 0 }
      for candidate in try inOrderOfShift(able, by: \.mapping, original) {
        let choice = try consider(candidate)
        if choice.strength.remainingLosses == 0 { return choice }
      }
    }
    // Skip the analysis if the pairs alone have more losses than the best candidate.
    others.sort { ($0.least, $0.strength.level) < ($1.least, $1.strength.level) }
    for candidate in others {
      if let known = best.first?.strength,
        (candidate.least, candidate.strength.level) > (known.remainingLosses, known.level)
      {
        continue
      }
      _ = try consider(candidate)
    }
    let least = try inOrderOfShift(best, by: \.mapping, original)
    return least.first ?? PreserveChoice(mapping: nil, strength: PreserveStrength(), before: before, after: before)
  }

  /// Returns items sorted by the maximum, then by the 95th percentile, of the shift of the pixels that do not clip.
  private func inOrderOfShift<Item>(
    _ items: [Item], by mapping: (Item) -> PreserveMapping?, _ original: OpenedInput
  ) throws(ConvertError) -> [Item] {
    guard items.count > 1 else { return items }
    let shifts = try fittingShifts(items.map { mapping($0) }, original)
    return items.indices.sorted {
      (shifts[$0].maximum, shifts[$0].p95, $0) < (shifts[$1].maximum, shifts[$1].p95, $1)
    }.map { items[$0] }
  }
}
