import Gamut
import PNGCodec

/// The strength of `preserve` for an image, and the losses that remain.
public struct PreserveStrength: Sendable, Hashable {
  /// The level, from 1, the weakest; 0 if clamping loses no detail, and the result is that of clamping.
  public var level = 0
  /// The visible regions and the lost pairs that remain, computed from the mapping's own codes, and the lost pixels.
  public var regions = 0, pairs = 0, lostPixels = 0

  /// The number of strengths.
  public static let count = PreserveParameters.strengths.count

  /// The number of remaining losses; 0 if the strength is sufficient.
  public var remainingLosses: Int { regions + pairs }
}

/// The choice for an image: a mapping, nil for clamping, and the losses of clamping and of the mapping.
struct PreserveChoice {
  var mapping: PreserveMapping?
  var strength: PreserveStrength
  var before, after: LossReport
}

extension ConversionAnalysis {
  /// Chooses the weakest parameters of ``PreserveMapping`` with which the image does not collapse. Of parameters with the
  /// same strength, it chooses those that move the fitting pixels least. If the image collapses with every strength, it
  /// chooses the weakest of those with the fewest lost pixels.
  ///
  /// No strength is skipped: the losses of a stronger one imply nothing about a weaker one.
  func preserve(_ original: OpenedInput) throws(ConvertError) -> PreserveChoice {
    let before = try report(nil, original)
    guard before.verdict == .collapses else {
      return PreserveChoice(mapping: nil, strength: PreserveStrength(), before: before, after: before)
    }
    let study = try unsafe read(original) {
      PreserveStudy($0, layout: $1)
    } consume: {
      unsafe $0.consume($1)
    }

    var best: PreserveChoice?
    for (index, parameters) in PreserveParameters.strengths.enumerated() {
      let mappings = parameters.map { PreserveMapping(study.survey, $0) }
      for mapping in try inOrderOfShift(mappings, original) {
        let after = try report(mapping, original)
        let strength = PreserveStrength(
          level: index + 1, regions: after.steps.visibleRegions, pairs: after.areas.pairs, lostPixels: after.lostPixels)
        let choice = PreserveChoice(mapping: mapping, strength: strength, before: before, after: after)
        if after.verdict != .collapses { return choice }
        if best.map({ after.lostPixels < $0.after.lostPixels }) ?? true { best = choice }
      }
    }
    return best ?? PreserveChoice(mapping: nil, strength: PreserveStrength(), before: before, after: before)
  }

  /// Returns mappings sorted by the maximum, then by the 95th percentile, of the shift of the pixels that do not clip.
  private func inOrderOfShift(
    _ mappings: [PreserveMapping], _ original: OpenedInput
  ) throws(ConvertError) -> [PreserveMapping] {
    guard mappings.count > 1 else { return mappings }
    let shifts = try fittingShifts(mappings, original)
    return mappings.indices.sorted {
      (shifts[$0].maximum, shifts[$0].p95, $0) < (shifts[$1].maximum, shifts[$1].p95, $1)
    }.map { mappings[$0] }
  }
}
