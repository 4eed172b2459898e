import Gamut
import GamutCatalogs
import GamutKit
import PNGCodec

extension AuditRule {
  /// 16 bits per channel for colours of sRGB in a catalog.
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
      !file.losesWideSpace
    else { return false }
    finding.message =
      "The image has 16 bits per channel and fits sRGB; in the compiled catalog it becomes an image for Display P3."
    finding.numbers = [.init("bitDepth", 16)]
    return true
  }
}
