import Gamut
import GamutKit

extension AuditRule {
  /// Flat colours that look different become one.
  public static let collapses = AuditRule(
    "collapses", severity: .error,
    title: "Flat colours that look different become one",
    explanation: """
      Two flat areas have colours that a wide-gamut display shows differently, and in the destination both get the \
      same code: the shape that one drew on the other is gone, or two swatches look alike. A colour counts if a \
      ten-thousandth of the image's pixels, and 9 at least, lie within flat areas of it; the two count if they \
      differ by at least the JND (in OKLab, 0.015 unless the policy says otherwise). Blended pixels of edges do not \
      count. The finding names the two colours, a pixel of each, and how many pixels no longer stand out. Plain \
      conversion loses the same. Ship a separate sRGB variant, X-srgb.png beside X.png or X-p3.png: 'gamut convert \
      --mapping preserve' makes one in which they stay apart, and 'has-variant' replaces this finding. 'gamut \
      report' lists all such colours. thresholds.collapsed is the share of the pixels that may be lost.
      """,
    remedy: .variant(of: placeholder)
  ) { file, finding in
    guard case .hasNoVariant(let report) = file.visibleLoss,
      let merged = report.mergedWords(" in \(report.destination.name)")
    else { return false }
    let loss = report.loss
    let visible = loss.collapse.visible
    let largest = loss.collapse.largest.first
    finding.message = merged
    if let largest, let witnesses = report.witnessWords(of: largest) {
      finding.message += visible.groups == 1 ? ": \(witnesses)" : "; the worst are \(witnesses)"
      finding.message += " (difference \(Words.difference(largest.spread)))"
    }
    finding.message += ". " + (report.lostWords ?? "")
    finding.numbers =
      [.init("groups", visible.groups), .init("colors", visible.colors)] + loss.lostNumbers + [
        .init("largestDifference", largest?.spread ?? 0)
      ]
    finding.weight = loss.weight(of: loss.lostPixels)
    file.advise(&finding, on: report)
    return true
  }
}
