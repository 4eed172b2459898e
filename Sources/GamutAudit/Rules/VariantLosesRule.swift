import Gamut
import GamutKit

extension AuditRule {
  /// An sRGB variant does not avoid the losses of its image.
  public static let variantLoses = AuditRule(
    "variant-loses", severity: .error,
    title: "An sRGB variant has the same loss as its image",
    explanation: """
      The file is the sRGB variant of a wide-gamut image with a visible loss in sRGB, and it has the same loss: \
      where two areas of the image look different and become alike, the first pixels of these areas differ by at most 1.25 \
      (DIN99o) in the variant, or one of them is transparent. The rule checks all such areas of the image. \
      Plain conversion makes such variants. Make the variant again with 'gamut convert --mapping preserve'. Reported for the variant, or for the image if the variant is not part of the audit.
      """,
    remedy: .toVariant(of: placeholder, replacing: true)
  ) { file, finding in
    guard let kept = file.kept, let worst = kept.losses.worst else { return false }
    let losses = kept.losses
    let (first, second) = (worst.witnesses.first.words, worst.witnesses.second.words)
    finding.message =
      "\(kept.subject) has the same loss: "
      + "of \(Words.count(losses.all, "pair")) of areas that look different in the image and alike in sRGB, "
      + "\(Words.count(losses.lost)) \(losses.lost == 1 ? "is" : "are") alike in the variant, "
      + (losses.lost == 1 ? "" : "the worst ") + "at \(first) and \(second) "
      + (worst.difference.map { "(difference \(Words.difference($0)))." } ?? "(transparent).")
    finding.numbers = [.init("pairs", losses.all), .init("lostPairs", losses.lost)]
    if let difference = worst.difference { finding.numbers.append(.init("smallestDifference", difference)) }
    finding.weight = losses.lost * 1_000_000 / losses.all
    finding.other = kept.other
    // In a catalog the slot, and not the name, determines the display.
    let path = file.place.input.path
    let isInCatalog = path.leadsToAssetCatalog
    finding.advice = "Make \(kept.variant.fileName) again\(isInCatalog ? "." : "; the command replaces it.")"
    finding.remedy = isInCatalog ? nil : .toVariant(of: kept.image, replacing: true)
    return true
  }
}

/// An image, its variant, and the losses that the variant does not avoid.
private struct KeptPairs {
  let losses: LostPairs
  /// The variant, as the start of a sentence.
  let subject: String
  let variant: Pathname
  let image: Pathname
  /// The file of the two for which the finding is not reported.
  let other: AuditFinding.OtherFile
}

extension AuditSubject {
  /// The losses that a variant does not avoid; reported in its own row, or in that of the image if it has none.
  fileprivate var kept: KeptPairs? {
    if let image {
      return KeptPairs(
        losses: image.losses, subject: "This variant of \(image.file.path.fileName)", variant: place.path,
        image: image.file.path, other: image.file)
    }
    guard let variant, let losses = variant.losses, let file = variant.file else { return nil }
    return KeptPairs(
      losses: losses, subject: "Its variant \(variant.path.fileName)", variant: variant.path, image: place.path,
      other: file)
  }
}
