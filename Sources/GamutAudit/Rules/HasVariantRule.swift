import Gamut
import GamutKit

extension AuditRule {
  /// An sRGB variant covers the loss.
  public static let hasVariant = AuditRule(
    "has-variant", severity: .note,
    title: "An sRGB variant covers the loss",
    explanation: """
      The image has a visible loss in sRGB, and an sRGB variant is shipped with it: X-srgb.png in the folder of \
      X.png or X-p3.png (if both exist, it belongs to X-p3.png). A variant counts if it can be decoded, has the same \
      width and height, and declares sRGB by an sRGB chunk, cICP 1/13 or a profile that equals sRGB to half an 8-bit \
      code. gamut finds it on disk even if it is excluded or in another shard. The note replaces 'collapses'; \
      'variant-loses' checks whether the variant keeps what the image loses.
      """
  ) { file, finding in
    guard case .hasVariant(let report, let variant) = file.visibleLoss else { return false }
    let loss = report.loss
    finding.message =
      "\(report.lostWords ?? "") Its sRGB variant is \(variant.path.fileName) (\(Words.count(variant.size, "byte")))."
    finding.numbers =
      [.init("regions", loss.steps.visibleRegions), .init("pairs", loss.areas.pairs)]
      + loss.lostNumbers
    finding.weight = loss.weight(of: loss.lostPixels)
    finding.other = variant
    return true
  }
}
