import Gamut
import PNGCodec

/// How strong `preserve` is for an image, and what it leaves of what clamping loses.
public struct PreserveStrength: Sendable, Hashable {
  /// From 1, the weakest; 0 where clamping loses nothing visible, and the file is the one that clamping makes.
  public var strength = 0
  /// Visible groups and regions that are left by the mapping's own codes.
  public var groups = 0, regions = 0
  /// Of the pairs of pixels that show what clamping loses: those that differ by less than half of the just-noticeable
  /// difference in the result.
  public var closePairs = 0

  /// How many strengths there are.
  public static let count = PreserveParameters.strengths.count

  /// What is left; 0 where the strength is enough.
  public var left: Int { groups + regions + closePairs }
}

/// What was chosen for an image: a mapping, nil for clamping, and what is lost by clamping and by it.
struct PreserveChoice {
  var mapping: PreserveMapping?
  var strength: PreserveStrength
  var before, after: LossReport
}

extension ConversionAnalysis {
  private struct Candidate {
    var mapping: PreserveMapping
    var strength: PreserveStrength
    /// How much it leaves, as far as pairs of pixels alone say: what it leaves of the image is no less.
    var least: Int
  }

  /// Chooses the weakest parameters of ``PreserveMapping`` that leave nothing; of one strength those that move the pixels
  /// that fit least. Where none leave nothing, those that leave least, and of these the weakest.
  ///
  /// Pairs of pixels are tried first, which takes no look at the image. No strength is passed over: what a stronger one
  /// leaves says nothing of a weaker one.
  func preserve(_ open: () throws(PNGError) -> ByteSource) throws(ConvertError) -> PreserveChoice {
    let before = try report(nil, top: LossReport.mostVisible, open)
    guard before.verdict == .collapses else {
      return PreserveChoice(mapping: nil, strength: PreserveStrength(), before: before, after: before)
    }
    let study = try unsafe read(open) {
      PreserveStudy(before, $0, layout: $1)
    } consume: {
      unsafe $0.consume($1)
    }

    var best: [PreserveChoice] = []
    /// Analyses a candidate, and keeps it if none leaves less, or as little and is weaker.
    func consider(_ candidate: Candidate) throws(ConvertError) -> PreserveChoice {
      let after = try report(candidate.mapping, open)
      var choice = PreserveChoice(
        mapping: candidate.mapping, strength: candidate.strength, before: before, after: after)
      choice.strength.groups = after.collapse.visible.groups
      choice.strength.regions = after.flattened.visibleRegions
      let (new, old) = (choice.strength, best.first?.strength)
      let isEqual = old.map { ($0.left, $0.strength) == (new.left, new.strength) } ?? false
      if isEqual {
        best.append(choice)
      } else if old.map({ (new.left, new.strength) < ($0.left, $0.strength) }) ?? true {
        best = [choice]
      }
      return choice
    }

    var others: [Candidate] = []
    for (index, parameters) in PreserveParameters.strengths.enumerated() {
      let candidates = parameters.map {
        let mapping = PreserveMapping(study.survey, $0)
        let closePairs = study.closePairs(by: mapping)
        return Candidate(
          mapping: mapping, strength: PreserveStrength(strength: index + 1, closePairs: closePairs),
          least: closePairs + study.leastGroups(by: mapping))
      }
      others += candidates.filter { $0.least > 0 }
      let able = candidates.filter { $0.least == 0 }
      for candidate in try inOrderOfShift(able, by: \.mapping, open) {
        let choice = try consider(candidate)
        if choice.strength.left == 0 { return choice }
      }
    }
    // What pairs alone leave is more than the best leaves: no need to look.
    others.sort { ($0.least, $0.strength.strength) < ($1.least, $1.strength.strength) }
    for candidate in others {
      if let known = best.first?.strength, (candidate.least, candidate.strength.strength) > (known.left, known.strength)
      {
        continue
      }
      _ = try consider(candidate)
    }
    let least = try inOrderOfShift(best, by: \.mapping, open)
    return least.first ?? PreserveChoice(mapping: nil, strength: PreserveStrength(), before: before, after: before)
  }

  /// By the maximum, then the 95th percentile, of the shift of the pixels that do not clip.
  private func inOrderOfShift<Item>(
    _ items: [Item], by mapping: (Item) -> PreserveMapping?, _ open: () throws(PNGError) -> ByteSource
  ) throws(ConvertError) -> [Item] {
    guard items.count > 1 else { return items }
    let shifts = try fittingShifts(items.map { mapping($0) }, open)
    return items.indices.sorted {
      (shifts[$0].maximum, shifts[$0].p95, $0) < (shifts[$1].maximum, shifts[$1].p95, $1)
    }.map { items[$0] }
  }
}
