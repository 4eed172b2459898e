import Gamut
import GamutKit

extension AuditRule {
  /// A loss within the policy's threshold.
  public static let tolerated = AuditRule(
    "tolerated", severity: .note,
    title: "A loss within the policy's threshold",
    explanation: """
      The image has a visible loss, but the share of lost pixels (lost.share in the report) is within \
      thresholds.collapsed of the policy. The note replaces 'collapses' and shows both numbers. The \
      verdict stays 'collapses'.
      """
  ) { file, finding in
    guard case .tolerated(let report) = file.visibleLoss else { return false }
    let loss = report.loss
    let tolerated = file.policy.thresholds.collapsed
    finding.message =
      "\(report.lostWords ?? "") The share in \(report.destination.name) is "
      + "\(JSONWriter.text(of: loss.lostShare)), and the policy allows \(JSONWriter.text(of: tolerated))."
    finding.numbers = loss.lostNumbers + [.init("tolerated", tolerated)]
    finding.weight = loss.weight(of: loss.lostPixels)
    return true
  }
}
