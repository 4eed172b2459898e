import Gamut
import GamutKit

extension AuditRule {
  /// An edge, a gradient, or the difference of two areas is lost.
  public static let collapses = AuditRule(
    "collapses", severity: .error,
    title: "Something that can be seen vanishes",
    explanation: """
      An edge or a gradient can be seen on a wide-gamut display and not in the destination: a shape disappears into its \
      ground. Or two areas, which need not touch, look different and then look alike. What can be seen differs from \
      what is beside it by at least the JND (1.75 in DIN99o, unless the policy sets another); it is lost if nothing of \
      this difference is left there; a connected set of lost pixels counts from 48 pixels, and 1 in 10,000, on. Two areas look \
      different from a difference of 2.5 on, and alike up to 1.25. Blended pixels of edges do not count. The finding \
      shows where the largest edge or gradient vanishes, the two areas that differed most, and how many pixels are lost. \
      Plain conversion loses the same. Ship a separate sRGB variant, X-srgb.png beside X.png or X-p3.png: 'gamut \
      convert --mapping preserve' makes one that keeps what is seen, and the note 'has-variant' then replaces this \
      finding. In an asset catalog, give the set a slot for displays of sRGB: 'gamut convert --catalog' does. In an \
      Android app, a resource folder with the qualifier nowidecg is for displays of sRGB, and gamut writes nothing there. \
      'gamut report' lists all losses. thresholds.collapsed in the policy sets the share of pixels that may be lost.
      """,
    remedy: .toVariant(of: placeholder)
  ) { file, finding in
    guard case .hasNoVariant(let report) = file.visibleLoss else { return false }
    let loss = report.loss
    finding.message = (report.lossSentences + [report.lostWords ?? ""]).joined(separator: " ")
    let largest = (loss.steps.largest.map(\.loss) + loss.areas.largest.map(\.before)).max()
    finding.numbers =
      [.init("regions", loss.steps.visibleRegions), .init("pairs", loss.areas.pairs)] + loss.lostNumbers + [
        .init("largestDifference", largest ?? 0)
      ]
    finding.weight = loss.weight(of: loss.lostPixels)
    file.advise(&finding, on: report)
    return true
  }
}
