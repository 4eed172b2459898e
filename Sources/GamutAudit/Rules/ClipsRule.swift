import Gamut
import GamutKit

extension AuditRule {
  /// Pixels clip, but no detail is lost.
  public static let clips = AuditRule(
    "clips", severity: .note,
    title: "Colours become duller, but no detail is lost",
    explanation: """
      Some pixels are outside the gamut of the destination. They are clamped to its boundary and become duller, but \
      no edge or gradient that was seen vanishes, and no two areas that looked different look alike. Automatic \
      conversion is good enough, unless the brilliance of the colours matters: the shift says how much duller they \
      become. A shape on a steep gradient may vanish without being found. Reported only if the verdict is not \
      'collapses'. thresholds.clipped in the policy sets the share of pixels that may clip without being reported.
      """,
    remedy: .report
  ) { file, finding in
    guard case .success(let report) = file.report, report.verdict == .clips else { return false }
    // Displays of sRGB show another image.
    guard file.catalog?.sRGBVariant == nil else { return false }
    let loss = report.loss
    let share = loss.share(of: loss.pixels.clipped)
    guard share > file.policy.thresholds.clipped else { return false }
    finding.message =
      "\(Words.share(loss.pixels.clipped, of: loss.pixels.analyzed)) of the pixels clip in \(report.destination.name) "
      + "and shift by up to \(Words.difference(loss.shift.maximum)) "
      + "(\(GamutReport.unit); \(JSONWriter.text(of: loss.jnd)) is just visible); no detail is lost."
    finding.numbers = [
      .init("pixels", loss.pixels.clipped), .init("share", share), .init("largestShift", loss.shift.maximum),
      .init("meanShift", loss.shift.mean),
    ]
    finding.weight = loss.weight(of: loss.pixels.clipped)
    return true
  }
}
