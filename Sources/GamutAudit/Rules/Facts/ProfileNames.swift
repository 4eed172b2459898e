import Gamut
import GamutKit

extension SpaceIdentification {
  /// The difference from the space of its name, in codes of 255, from which on a name misleads.
  static let misleadingCodes = 2.0

  /// The largest difference from the published space that the name claims, in codes of 255; nil if it claims none.
  var codesFromItsName: Double? {
    (claimed ?? (level == .nameOnly ? nearest : nil))?.difference.codes8
  }
}
