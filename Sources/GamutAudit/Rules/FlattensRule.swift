import Gamut
import GamutKit

extension AuditRule {
  /// Shapes or gradients vanish.
  public static let flattens = AuditRule(
    "flattens", severity: .error,
    title: "Shapes or gradients vanish",
    explanation: """
      A shape or a gradient is outside the gamut of the destination and becomes part of one even area. The rule \
      searches rows and columns for stretches that get one code although their colours differ by at least the JND. \
      The pixels that stood out in such a stretch are lost, except at its ends. A connected area of lost pixels \
      counts if it has at least 1 in 10,000 of the pixels, and at least 16. The finding shows the position and size \
      of the area, and two pixels to compare. Ship a separate sRGB variant that keeps the shape visible, as for \
      'collapses'. thresholds.collapsed in the policy sets the share of pixels that may be lost.
      """,
    remedy: .toVariant(of: placeholder)
  ) { file, finding in
    guard case .hasNoVariant(let report) = file.visibleLoss,
      let vanished = report.vanishedWords(" in \(report.destination.name)")
    else { return false }
    let loss = report.loss
    let flat = loss.flattened
    finding.message = vanished + "."
    if let region = flat.regions.first {
      finding.message +=
        " The pixels at \(region.witnesses.first.words) and at \(region.witnesses.second.words) become one colour "
        + "(difference \(Words.difference(region.loss)))."
    }
    finding.message += " " + (report.lostWords ?? "")
    finding.numbers =
      [.init("regions", flat.visibleRegions)] + loss.lostNumbers + [
        .init("largestLoss", flat.regions.map(\.loss).max() ?? 0)
      ]
    finding.weight = loss.weight(of: loss.lostPixels)
    file.advise(&finding, on: report)
    return true
  }
}
