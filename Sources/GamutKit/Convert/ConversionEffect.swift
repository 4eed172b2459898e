public import Gamut
import PNGCodec

/// The effect of a conversion on the colours of an image.
public struct ConversionEffect: Sendable, Hashable {
  /// The mapping in use.
  public var mapping: ConvertOptions.Mapping
  /// The losses when clamped, and those of the mapping's own codes; equal if the mapping is clamping.
  public var before, after: LossReport
  /// Differences (DIN99o) between source and result of the pixels that do not clip and are not nearly grey.
  public var fitting: LossReport.Shift

  /// The number of pixels that change colour, or whose code differs from the clamped one.
  public var changed: Int { after.mapping?.changed ?? after.pixels.clipped }
  /// Differences (DIN99o) between source and result of the changed pixels.
  public var shift: LossReport.Shift { after.mapping?.shift ?? after.shift }
  /// The mean change of hue in degrees, of pixels with a hue; nil if it was not measured.
  public var hueShift: Double? { after.mapping?.hueShift }
}

/// The mapping of the colours of an image, and its measured effect.
struct ColorChanges {
  /// The mapping; nil clamps.
  var mapping: (any GamutMapping)?
  /// The chosen strength; nil unless `preserve` was requested.
  var preserve: PreserveStrength?
  /// The measured effect; nil unless it was requested.
  var effect: ConversionEffect?
}

extension Converter {
  /// Determines the mapping of the colours of an image. `preserve`, and the report of the effect, require passes over
  /// its pixels.
  func changes(
    _ color: SourceColor, isGrey: Bool, depth: Int, threads: Int, _ original: OpenedInput
  ) throws(ConvertError) -> ColorChanges {
    var changes = ColorChanges()
    guard options.mapping != .clip || options.measuresEffect else { return changes }
    guard case .rgb(let destination)? = target.color else { throw .destination(.tables) }
    let analysis = ConversionAnalysis(
      source: color.meaning, destination: destination, depth: depth, jnd: options.jnd, threads: threads,
      limits: options.readLimits, memory: options.memory)
    var reports: (before: LossReport, after: LossReport)?
    switch options.mapping {
    case .clip: break
    case .css: if !isGrey { changes.mapping = CSSMapping(destination: destination) }
    case .preserve:
      // Neutrals never clip.
      guard !isGrey else {
        changes.preserve = PreserveStrength()
        break
      }
      let choice = try analysis.preserve(original)
      (changes.mapping, changes.preserve) = (choice.mapping, choice.strength)
      reports = (choice.before, choice.after)
    }
    guard options.measuresEffect else { return changes }
    let (before, after): (LossReport, LossReport)
    if let reports {
      (before, after) = reports
    } else {
      before = try analysis.report(nil, original)
      after = changes.mapping == nil ? before : try analysis.report(changes.mapping, original)
    }
    changes.effect = ConversionEffect(
      mapping: options.mapping, before: before, after: after,
      fitting: try analysis.fittingShifts([changes.mapping], original)[0])
    return changes
  }
}
