import Gamut
import GamutKit

extension AuditRule {
  /// What is lost in sRGB, an sRGB variant keeps.
  public static let hasVariant = AuditRule(
    "has-variant", severity: .note,
    title: "What is lost in sRGB, an sRGB variant keeps",
    explanation: """
      The image loses something that can be seen in sRGB, and an sRGB variant is shipped with it: X-srgb.png in the \
      folder of X.png or X-p3.png (of both, only X-p3.png has it). It counts if it can be decoded, has the same \
      width and height, and declares sRGB by an sRGB chunk, cICP 1/13 or a profile that is sRGB to half an 8-bit \
      code. It is looked for on disk, also where it is excluded or in another shard. The note replaces 'collapses' \
      and 'flattens'; whether the variant keeps what is lost, 'variant-loses' says.
      """
  ) { file, finding in
    guard case .hasVariant(let report, let variant) = file.visibleLoss else { return false }
    let loss = report.loss
    finding.message =
      "\(report.lostWords ?? "") For sRGB there is \(variant.path.fileName) (\(Words.count(variant.size, "byte"))) "
      + "beside it."
    finding.numbers =
      [.init("groups", loss.collapse.visible.groups), .init("regions", loss.flattened.visibleRegions)]
      + loss.lostNumbers
    finding.weight = loss.weight(of: loss.lostPixels)
    finding.other = variant
    return true
  }
}
