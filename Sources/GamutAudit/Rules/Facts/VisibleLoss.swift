import Gamut
import GamutKit

/// The visible losses of an image, and how they are handled.
enum VisibleLoss {
  /// The policy tolerates this share of lost pixels.
  case tolerated(GamutReport)
  /// The image has an sRGB variant; `variant-loses` checks whether that avoids the losses.
  case hasVariant(GamutReport, AuditFinding.OtherFile)
  /// The image has no variant that counts.
  case hasNoVariant(GamutReport)
}

extension AuditRule {
  /// The rules about visible losses.
  package static let ofVisibleLosses: [AuditRule] = [.collapses]
  /// The rules whose findings replace those of visible losses that are avoided or tolerated.
  package static let ofHandledLosses: [AuditRule] = [.hasVariant, .tolerated]
}

extension AuditSubject {
  /// The visible loss of the image; nil if there is none, or if the policy turns off the rule that reports it.
  var visibleLoss: VisibleLoss? {
    guard case .success(let report) = report, report.verdict == .collapses, policy.severity(of: .collapses) != nil
    else { return nil }
    if !policy.refuses(report) { return .tolerated(report) }
    if let variant, variant.fault == nil, let file = variant.file { return .hasVariant(report, file) }
    return .hasNoVariant(report)
  }

  /// Adds advice about a loss, and the reason that an existing variant does not count.
  func advise(_ finding: inout AuditFinding, on report: GamutReport) {
    if let variant, let fault = variant.fault {
      finding.message += " \(variant.path.fileName) does not count as its sRGB variant: \(fault.asClause)"
      finding.other = variant.file
    }
    let advice = VariantAdvice(report, at: place.input.path, called: place.path, replaces: variant != nil)
    finding.advice = advice.words
    finding.remedy = advice.remedy
  }
}

extension LossReport {
  /// The lost pixels.
  var lostNumbers: [AuditFinding.Number] { [.init("lostPixels", lostPixels), .init("lostShare", lostShare)] }

  /// Returns a number of pixels as a share of the analysed ones.
  func share(of pixels: Int) -> Double {
    self.pixels.analyzed > 0 ? Double(pixels) / Double(self.pixels.analyzed) : 0
  }

  /// The weight of a finding about some pixels: their share in parts per million.
  func weight(of pixels: Int) -> Int { Int(share(of: pixels) * 1e6) }
}
