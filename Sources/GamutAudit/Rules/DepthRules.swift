import Gamut
import GamutCatalogs
import GamutKit
import GamutPalettes
import PNGCodec

extension AuditRule {
  public static let p3Unneeded = AuditRule(
    "p3-unneeded", severity: .note, traits: .variesByFile,
    title: "Display P3, although every colour fits sRGB",
    explanation: """
      The file declares Display P3, and every pixel fits sRGB: an sRGB file shows the same colours everywhere, needs no \
      profile, and 8 bits per channel are enough. Not reported are files for which the policy requires Display P3, and \
      those in folders of tests. Or a colour of a catalog or a palette is in Display P3 and inside sRGB: there is nothing \
      to fix then, unless the numbers were meant for sRGB, where they are another colour.
      """,
    remedy: .convert(to: .sRGB),
    file: { file, finding in
      // The policy may require it all the same.
      guard file.needsDisplayP3 == false, file.expectation?.0.requires(.displayP3) != true,
        file.policy.severities[finding.rule] != nil || !file.place.path.isOfTests
      else { return false }
      let profile = file.inspection.survey.runs
        .filter { $0.type.description == "iCCP" || $0.type.description == "cICP" }
        .reduce(0) { $0 + $1.length + 12 * $1.count }
      finding.message =
        "The file is in Display P3 and every colour fits sRGB. The declaration takes \(Words.count(profile, "byte"))."
      finding.numbers = [.init("declarationBytes", profile)]
      finding.weight = profile
      (finding.offset, finding.chunk) = (file.inspection.inForce?.offset, file.inspection.inForce?.origin.chunk)
      return true
    },
    sets: { set, finding in
      let inside = set.colors.filter { $0.components.space == .displayP3 && !$0.color.isClipped }
      guard let first = inside.first else { return false }
      finding.describe(
        inside.count, lines: inside.map(\.slot.line),
        "The colour \(first.wordsInSlot) is inside sRGB, as \(first.color.hex).")
      finding.remedy = nil
      return true
    },
    palettes: { palette in
      palette.colors { color in
        // One for displays of Display P3 alone is no effort for others.
        guard color.entry.color.space == .displayP3, !color.color.isClipped, color.replacement == nil else {
          return nil
        }
        return PaletteFinding(
          place: color.entry.place, message: "\(color.words) is inside sRGB, as \(color.color.hex).")
      }
    })

  public static let p3EightBit = AuditRule(
    "p3-8bit", severity: .note, traits: .variesByFile,
    title: "Display P3 in 8 bits per channel",
    explanation: """
      The file is in Display P3 with 8 bits per channel (or a palette). The steps between its codes are larger than \
      in sRGB, so gradients can show bands, especially after a conversion. Export with 16 bits if the image has \
      gradients or will be converted. Unless the policy sets a severity, only files are reported for which it requires \
      Display P3.
      """
  ) { file, finding in
    let header = file.header
    guard file.needsDisplayP3 == true, header.bitDepth < 16,
      file.expectation?.0.requires(.displayP3) == true || file.policy.severities[finding.rule] != nil
    else { return false }
    finding.message =
      "The file is in Display P3 with \(header.bitDepth) bits per "
      + "\(header.colorType == .palette ? "palette index" : "channel"); gradients can show bands."
    finding.numbers = [.init("bitDepth", header.bitDepth)]
    (finding.offset, finding.chunk) = (file.inspection.inForce?.offset, file.inspection.inForce?.origin.chunk)
    return true
  }

  public static let needless16Bit = AuditRule(
    "needless-16bit", severity: .note,
    title: "16 bits per channel for colours of sRGB, in a catalog",
    explanation: """
      Xcode compiles every image of a catalog with 16 bits per channel to a rendition for wide-gamut displays, also if \
      it is grey or declares sRGB. This image fits sRGB, so the rendition is larger and shows nothing more. Convert the \
      image to 8 bits per channel.
      """
  ) { file, finding in
    guard let catalog = file.catalog, file.header.bitDepth == 16, case .success(let report) = file.report,
      report.destination.space == .sRGB, report.verdict == .fits, !report.isPartial, catalog.gamut != .displayP3,
      // Nobody knows whether the colours of such an image fit sRGB.
      !file.inspection.declarations.isEmpty || !file.hasWideSamples
    else { return false }
    finding.message =
      "The image has 16 bits per channel and fits sRGB; in the compiled catalog it becomes an image for Display P3."
    finding.numbers = [.init("bitDepth", 16)]
    return true
  }

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
