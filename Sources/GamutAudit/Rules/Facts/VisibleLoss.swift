import Gamut
import GamutKit

/// What an image loses that can be seen, and what is done about it.
enum VisibleLoss {
  /// The policy allows so large a share of the pixels.
  case tolerated(GamutReport)
  /// An sRGB variant is there for it; whether that keeps it, `variant-loses` says.
  case hasVariant(GamutReport, AuditFinding.OtherFile)
  /// There is no variant, or none that counts.
  case hasNoVariant(GamutReport)
}

extension AuditSubject {
  /// Nil where nothing can be seen, or the policy turns off the rules that would tell of it.
  var visibleLoss: VisibleLoss? {
    guard case .success(let report) = report, report.verdict == .collapses else { return nil }
    let (groups, regions) = (report.loss.collapse.visible.groups, report.loss.flattened.visibleRegions)
    let isWanted =
      groups > 0 && policy.severity(of: .collapses) != nil || regions > 0 && policy.severity(of: .flattens) != nil
    guard isWanted else { return nil }
    if !policy.refuses(report) { return .tolerated(report) }
    if let variant, variant.fault == nil, let file = variant.file { return .hasVariant(report, file) }
    return .hasNoVariant(report)
  }

  /// Says what to do about a loss, and why the variant that is there does not help.
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
  /// The pixels that no longer stand out.
  var lostNumbers: [AuditFinding.Number] { [.init("lostPixels", lostPixels), .init("lostShare", lostShare)] }

  /// The share of the analysed pixels that some of them are.
  func share(of pixels: Int) -> Double {
    self.pixels.analyzed > 0 ? Double(pixels) / Double(self.pixels.analyzed) : 0
  }

  /// The weight of a finding about some pixels: their share in parts per million.
  func weight(of pixels: Int) -> Int { Int(share(of: pixels) * 1e6) }
}
