import GamutCatalogs
import GamutKit
import PNGCodec

extension AuditRule {
  /// The images of a set are not in proportion to their scales.
  public static let scaleMismatch = AuditRule(
    ofSets: "scale-mismatch", severity: .warning,
    title: "Images of a set are not in proportion to their scales",
    explanation: """
      The slots 1x, 2x and 3x of an image set are one image in three sizes: that of 2x has twice the pixels of that of 1x in \
      each direction, to less than a pixel of the smaller one. An image of another size is drawn blurred or too large on \
      some devices. In a set for the icon of an app, the size of the slot times its scale is the size of the image. Export \
      the image again in the size of its slot.
      """
  ) { set, finding in
    var found: [(slot: AssetSlot, message: String)] = []
    // The images of one slot are compared with that of the largest scale.
    let largest = Dictionary(
      grouping: set.images.filter { $0.slot.conditions.factor != nil }, by: \.slot.conditions.atAnyScale
    )
    .compactMapValues { $0.max { $0.slot.conditions.factor ?? 0 < $1.slot.conditions.factor ?? 0 } }
    for image in set.images {
      if let (width, height) = image.slot.conditions.imageSize {
        guard image.header.width != width || image.header.height != height else { continue }
        found.append(
          (image.slot, "\(image.words) and belongs to a slot of \(width) x \(height) (\(image.slot.conditions.words)).")
        )
        continue
      }
      guard let factor = image.slot.conditions.factor, let other = largest[image.slot.conditions.atAnyScale],
        let otherFactor = other.slot.conditions.factor, otherFactor > factor
      else { continue }
      func differ(_ size: Int, _ otherSize: Int) -> Bool {
        abs(Double(size) - Double(otherSize) * factor / otherFactor) >= 1
      }
      guard differ(image.header.width, other.header.width) || differ(image.header.height, other.header.height) else {
        continue
      }
      found.append(
        (
          image.slot,
          "\(image.words) in the slot \(image.slot.conditions.words), and \(other.words) in the slot "
            + "\(other.slot.conditions.words)."
        ))
    }
    return finding.describe(found.map { ($0.message, $0.slot.line) })
  }
}

extension SetImage {
  fileprivate var words: String { "\(slot.file ?? "The image") has \(header.width) x \(header.height) pixels" }
}

extension SlotConditions {
  /// These conditions without the scale.
  fileprivate var atAnyScale: SlotConditions {
    var conditions = self
    conditions.scale = nil
    return conditions
  }
}
