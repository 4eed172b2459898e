import Gamut
import GamutKit

extension AuditRule {
  /// Pixels clip, but no visible difference vanishes.
  public static let clips = AuditRule(
    "clips", severity: .note,
    title: "Pixels clip, but no visible difference vanishes",
    explanation: """
      Pixels lie outside the destination's gamut and are moved to its surface, so they get duller; but no flat \
      colours that look different become one, and no shape or gradient vanishes. Automatic conversion is good \
      enough: nothing has to be done. Reported only if the verdict is not 'collapses'. thresholds.clipped is the \
      share of the pixels that may clip without being reported.
      """,
    remedy: Remedy("report")
  ) { file, finding in
    guard case .success(let report) = file.report, report.verdict == .clips else { return false }
    let loss = report.loss
    let share = loss.share(of: loss.pixels.clipped)
    guard share > file.policy.thresholds.clipped else { return false }
    finding.message =
      "\(Words.share(loss.pixels.clipped, of: loss.pixels.analyzed)) of the pixels clip in \(report.destination.name) "
      + "and move by up to \(Words.difference(loss.shift.maximum)) (\(JSONWriter.text(of: loss.jnd)) is just visible); "
      + "nothing that could be seen vanishes."
    finding.numbers = [
      .init("pixels", loss.pixels.clipped), .init("share", share), .init("largestShift", loss.shift.maximum),
      .init("meanShift", loss.shift.mean),
    ]
    finding.weight = loss.weight(of: loss.pixels.clipped)
    return true
  }
}
