import Gamut
import GamutKit

extension AuditRule {
  /// What is lost is within the policy's threshold.
  public static let tolerated = AuditRule(
    "tolerated", severity: .note,
    title: "What is lost is within the policy's threshold",
    explanation: """
      Something that can be seen is lost, but no larger share of the pixels (lost.share of the report) than the \
      policy allows by thresholds.collapsed. The note replaces 'collapses' and 'flattens', and gives both numbers. \
      The verdict stays 'collapses'.
      """
  ) { file, finding in
    guard case .tolerated(let report) = file.visibleLoss else { return false }
    let loss = report.loss
    let tolerated = file.policy.thresholds.collapsed
    finding.message =
      "\(report.lostWords ?? "") In \(report.destination.name) that is a share of "
      + "\(JSONWriter.text(of: loss.lostShare)), and the policy tolerates \(JSONWriter.text(of: tolerated))."
    finding.numbers = loss.lostNumbers + [.init("tolerated", tolerated)]
    finding.weight = loss.weight(of: loss.lostPixels)
    return true
  }
}
