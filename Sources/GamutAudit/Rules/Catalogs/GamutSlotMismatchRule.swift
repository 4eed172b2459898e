import Gamut
import GamutCatalogs
import GamutKit

extension AuditRule {
  /// An image in the slot of another gamut.
  public static let gamutSlotMismatch = AuditRule(
    "gamut-slot-mismatch", severity: .warning,
    title: "An image in the slot of another gamut",
    explanation: """
      A set of an asset catalog has slots for displays of sRGB and for displays of Display P3, and the image does not \
      fit its slot: an image that fits sRGB in the Display P3 slot shows no more than one for all displays, an image with \
      colours outside sRGB in the sRGB slot loses them, and the same file in both slots does nothing. Put the wide-gamut \
      image into the Display P3 slot, and its sRGB variant into the sRGB slot.
      """
  ) { file, finding in
    if let catalog = file.catalog, Set(catalog.slots.compactMap(\.conditions.gamut)).count == 2 {
      finding.message = "The slots for both gamuts have this file, so they change nothing."
      return true
    }
    guard let catalog = file.catalog, let gamut = catalog.gamut, case .success(let report) = file.report,
      report.destination.space == .sRGB
    else { return false }
    switch gamut {
    case .sRGB:
      guard report.verdict != .fits else { return false }
      finding.message =
        "The image is in the sRGB slot (\(catalog.slots[0].conditions.words)), and has colours outside sRGB."
    case .displayP3:
      guard report.verdict == .fits, !report.isPartial else { return false }
      finding.message =
        "The image is in the Display P3 slot (\(catalog.slots[0].conditions.words)), and every colour fits sRGB."
    }
    return true
  }
}
