public import Gamut
import PNGCodec

/// What a conversion does to the colours of an image.
public struct ConversionEffect: Sendable, Hashable {
  public var mapping: ConvertOptions.Mapping
  /// What clamping loses, and what the mapping does by its own codes; the same where that is clamping.
  public var before, after: LossReport
  /// ΔEOK between source and result of the pixels that do not clip and are not nearly grey.
  public var fitting: LossReport.Shift

  /// Pixels that do not keep their colour, or do not get the code that clamping gives.
  public var changed: Int { after.mapping?.changed ?? after.pixels.clipped }
  /// ΔEOK of these.
  public var shift: LossReport.Shift { after.mapping?.shift ?? after.shift }
  /// Mean change of hue in degrees, of pixels that have one; nil where it was not measured.
  public var hueShift: Double? { after.mapping?.hueShift }
}

/// What becomes of the colours of an image, and what is said of that.
struct ColorChanges {
  /// Nil clamps.
  var mapping: (any GamutMapping)?
  /// Nil unless `preserve` was asked for.
  var preserve: PreserveStrength?
  /// Nil unless it was asked for.
  var effect: ConversionEffect?
}

extension Converter {
  /// Decides how the colours of an image are mapped; for `preserve`, and to say what that does, after looks at its pixels.
  func changes(
    _ color: SourceColor, isGrey: Bool, depth: Int, threads: Int, _ open: () throws(PNGError) -> ByteSource
  ) throws(ConvertError) -> ColorChanges {
    var changes = ColorChanges()
    guard options.mapping != .clip || options.tellsEffect else { return changes }
    guard case .rgb(let destination)? = target.color else { throw .destination(.tables) }
    let analysis = ConversionAnalysis(
      source: color.meaning, destination: destination, depth: depth, threads: threads, limits: options.limits,
      memory: options.memory)
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
      let choice = try analysis.preserve(open)
      (changes.mapping, changes.preserve) = (choice.mapping, choice.strength)
      reports = (choice.before, choice.after)
    }
    guard options.tellsEffect else { return changes }
    let (before, after): (LossReport, LossReport)
    if let reports {
      (before, after) = reports
    } else {
      before = try analysis.report(nil, open)
      after = changes.mapping == nil ? before : try analysis.report(changes.mapping, open)
    }
    changes.effect = ConversionEffect(
      mapping: options.mapping, before: before, after: after,
      fitting: try analysis.fittingShifts([changes.mapping], open)[0])
    return changes
  }
}
