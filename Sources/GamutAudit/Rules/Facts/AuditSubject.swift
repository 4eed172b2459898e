import Gamut
import GamutKit
import LittleCMS
import PNGCodec

/// A file, and all that a rule may ask about it.
struct AuditSubject {
  let policy: AuditPolicy
  let inspection: PNGInspection
  let report: Result<GamutReport, GamutError>
  /// What the policy expects of files in this place, and what measures it.
  let expectation: (AuditPolicy.Expectation, Verifier?)?
  let place: AuditInput
  /// What stands in the place of its variant; nil where it needs none, or nothing is there.
  var variant: VariantSearch.Variant?
  /// The image that it is the variant of.
  var image: VariantSearch.Image?

  var header: ImageHeader { inspection.survey.header }
  var chunks: ColorChunks { inspection.survey.colorChunks }
  /// The space in force by its numbers.
  var space: ReferenceSpace? { inspection.inForce?.identification?.space }

  /// What the rules that are on find, in their order.
  func findings() -> [AuditFinding] {
    AuditRule.allCases.compactMap { rule in
      guard let severity = policy.severity(of: rule) else { return nil }
      var finding = AuditFinding(rule: rule, severity: severity, message: "", remedy: rule.remedy)
      return rule.check(self, &finding) ? finding : nil
    }
  }
}

extension AuditSubject {
  /// Whether it has colours of 16 bits per channel, which nobody exports for sRGB.
  var hasWideSamples: Bool { header.bitDepth == 16 && !header.colorType.isGrey }

  /// Whether an image needs Display P3.
  enum DisplayP3Need {
    /// Every colour fits sRGB.
    case unneeded
    /// Some colour does not fit, or that is not known.
    case needed
  }

  /// Whether it needs the Display P3 that it is in; nil for one in another space, and where there is no report.
  var displayP3: DisplayP3Need? {
    guard case .success(let report) = report, space == .displayP3, !header.colorType.isGrey else { return nil }
    let fits = report.verdict == .fits && !report.isPartial && report.loss.pixels.analyzed > 0
    return fits && report.destination.space == .sRGB ? .unneeded : .needed
  }
}
