import Gamut
import GamutCatalogs

/// What the files beside an image decide of the advice about it: the same command in every report.
package struct VariantAdvice: Sendable, Hashable {
  package var words = ""
  /// The command; nil if none is suitable.
  package var remedy: Remedy?

  /// The name is the path in the folder where the command is to be run; that of the variant may be taken by another file.
  package init(
    _ report: GamutReport, at path: Pathname, called name: Pathname?, isTaken: Bool = false
  ) throws(UnansweredQuestion) {
    let target = report.destination.name
    let keep = "keep this file for wide-gamut displays"
    let variantPath = path.variant
    let variant = variantPath?.fileName
    defer { remedy = remedy.flatMap { report.asking($0) } }
    guard report.destination.space == .sRGB else {
      words = "Ship a separate \(target) variant, and \(keep); gamut convert --mapping preserve makes one."
      return
    }
    if try path.leadsToAssetCatalog {
      words = "Ship an sRGB slot: a second image in the set whose display gamut is sRGB, and \(keep)."
      if !report.isPartial, name != nil, try path.isInSlot { remedy = .addSRGBSlots(toWideOnly: false) }
    } else if path.isStrippedByAndroid {
      words =
        "The build of an Android app removes the profile of a file in this folder: ship a copy in sRGB, in which gamut "
        + "convert --mapping preserve keeps these colours apart."
    } else if report.isPartial {
      words =
        "Ship a separate sRGB variant, exported by the program that made it (gamut converts no animations), and \(keep)."
    } else if let owner = try variantPath?.wideImage(before: path)?.fileName, let variant {
      words =
        "Ship one wide-gamut file: \(variant) counts as the sRGB variant of \(owner), which is in the same folder. "
        + "Remove or rename one of the two."
    } else if let variant {
      words = "Ship a separate sRGB variant that keeps these colours apart, and \(keep)."
      if isTaken {
        words += " gamut replaces no \(variant): remove or rename it first."
      } else {
        remedy = name.flatMap { path.variant(called: $0) }.map { .toVariant(at: $0) }
      }
    } else {
      words =
        "The file is named as an sRGB variant and is in another space: make it from the wide-gamut image, so that these "
        + "colours stay apart."
    }
  }
}

extension Pathname {
  /// Whether the file is the image of a slot of an asset catalog that lacks one for displays of sRGB.
  var isInSlot: Bool {
    get throws(UnansweredQuestion) {
      guard let set = folderOfSet.flatMap({ AssetSet(fileIn: $0, of: [.imageSet, .appIconSet]) }) else { return false }
      if let unread = set.unread { throw unread }
      return !set.faults.contains { $0.kind == .broken }
        && set.slotsWithoutSRGB.contains { set.slots[$0].file?.bytes == name }
    }
  }
}
