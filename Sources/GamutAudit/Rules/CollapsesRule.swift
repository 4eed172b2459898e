import Gamut
import GamutKit

extension AuditRule {
  /// Flat colours that look different become one.
  public static let collapses = AuditRule(
    "collapses", severity: .error,
    title: "Flat colours that look different become one",
    explanation: """
      Two flat areas have colours that look different on a wide-gamut display and get the same code in the \
      destination: a shape disappears into its ground, or two swatches look alike. A colour counts if at least 1 in \
      10,000 of the pixels, and at least 9, are inside flat areas of that colour. Two colours look different if they \
      differ by at least the JND (0.015 in OKLab, unless the policy sets another). Blended pixels of edges do not \
      count. The finding shows the two colours, a pixel of each, and how many pixels no longer stand out. Plain \
      conversion loses the same. Ship a separate sRGB variant, X-srgb.png beside X.png or X-p3.png: 'gamut convert \
      --mapping preserve' makes one that keeps the colours apart, and the note 'has-variant' then replaces this \
      finding. In an asset catalog, give the set a slot for displays of sRGB: 'gamut convert --catalog' does. In an \
      Android app, a resource folder with the qualifier nowidecg is for displays of sRGB, and gamut writes nothing there. \
      'gamut report' lists all colours that merge. thresholds.collapsed in the policy sets the share of \
      pixels that may be lost.
      """,
    remedy: .toVariant(of: placeholder)
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
