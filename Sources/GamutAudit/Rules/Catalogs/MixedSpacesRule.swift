import Gamut
import GamutCatalogs
import GamutKit

extension AuditRule {
  /// The colours or the images of a set are in different spaces.
  public static let mixedSpaces = AuditRule(
    ofSets: "mixed-spaces", severity: .note,
    title: "The colours or images of a set are in different spaces",
    explanation: """
      The slots of a colour set have colours in different spaces, not counting greys and slots for different gamuts. That \
      works, but numbers of one slot cannot be compared with those of another. Or the images of an image set declare \
      different spaces for the same gamut, so that a display shows one of them in colours that it does not show for the \
      others. Files without a declaration count as sRGB, as Xcode reads them. Use one space for the set.
      """
  ) { set, finding in
    if let (first, other) = set.imagesInTwoSpaces {
      finding.message =
        "The images declare two spaces: \(first.space) (\(first.slot.file ?? ""), \(first.slot.conditions.words)) and "
        + "\(other.space) (\(other.slot.file ?? ""), \(other.slot.conditions.words))."
      finding.line = other.slot.line
      return true
    }
    guard set.set.kind == .colorSet, set.colors.contains(where: { $0.components.space == .displayP3 }) else {
      return false
    }
    for gamut in [nil, SlotConditions.Gamut.sRGB, .displayP3] {
      let colors = set.colors.filter { $0.slot.conditions.gamut == gamut && !$0.components.space.isGrey }
      // Extended sRGB is sRGB with a larger range.
      guard let first = colors.first,
        let other = colors.first(where: {
          ($0.components.space == .displayP3) != (first.components.space == .displayP3)
        })
      else { continue }
      finding.message =
        "The slots are in two spaces: \(first.words) (\(first.slot.conditions.words)) and \(other.words) "
        + "(\(other.slot.conditions.words))."
      finding.line = other.slot.line
      return true
    }
    return false
  }
}

extension SetSubject {
  /// Two images for the same gamut that declare different spaces; nil if there are none, or for templates.
  fileprivate var imagesInTwoSpaces: (SetImage, SetImage)? {
    guard !set.isTemplate else { return nil }
    var first: [SlotConditions.Gamut?: SetImage] = [:]
    for image in images {
      if let other = first[image.slot.conditions.gamut], other.space != image.space { return (other, image) }
      first[image.slot.conditions.gamut] = first[image.slot.conditions.gamut] ?? image
    }
    return nil
  }
}
