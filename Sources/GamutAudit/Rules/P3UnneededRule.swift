import GamutKit
import PNGCodec

extension AuditRule {
  /// Display P3, although every colour fits sRGB.
  public static let p3Unneeded = AuditRule(
    "p3-unneeded", severity: .note,
    title: "Display P3, although every colour fits sRGB",
    explanation: """
      The file declares Display P3, and every pixel fits sRGB: an sRGB file shows the same colours everywhere and \
      needs no profile. If it has 16 bits per channel, 8 are enough for sRGB displays. The finding shows the size of \
      the profile's chunk, and how many bytes 8 bits save before compression.
      """,
    remedy: .convert(to: .sRGB, reducingDepth: true)
  ) { file, finding in
    guard file.displayP3 == .unneeded else { return false }
    let header = file.header
    let profile = file.inspection.survey.runs
      .filter { $0.type.description == "iCCP" || $0.type.description == "cICP" }
      .reduce(0) { $0 + $1.length + 12 * $1.count }
    // At 16 bits, this saves the second byte of every sample.
    let saved = header.bitDepth == 16 ? header.width * header.height * header.colorType.channels : 0
    finding.message =
      "The file is in Display P3 and every colour fits sRGB. The declaration takes \(Words.count(profile, "byte"))"
      + (saved > 0 ? "; 8 bits per channel save \(Words.count(saved, "byte")) before compression." : ".")
    finding.numbers = [.init("declarationBytes", profile), .init("savedBytes", saved)]
    finding.weight = profile + saved
    (finding.offset, finding.chunk) = (file.inspection.inForce?.offset, file.inspection.inForce?.origin.chunk)
    return true
  }
}
