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
      the profile's chunk, and how many bytes 8 bits save before compression. Files for which the policy requires \
      Display P3 are not reported.
      """,
    remedy: .convert(to: .sRGB, reducingDepth: true)
  ) { file, finding in
    // The policy may require it all the same.
    guard file.displayP3 == .unneeded, file.expectation?.0.requires(.displayP3) != true else { return false }
    let header = file.header
    let profile = file.inspection.survey.runs
      .filter { $0.type.description == "iCCP" || $0.type.description == "cICP" }
      .reduce(0) { $0 + $1.length + 12 * $1.count }
    // At 16 bits, this saves the second byte of every sample, unless the policy requires it.
    let keepsDepth = (file.expectation?.0.depth ?? 0) > 8
    if keepsDepth { finding.remedy = .convert(to: .sRGB) }
    let saved =
      header.bitDepth == 16 && !keepsDepth ? header.width * header.height * header.colorType.channels : 0
    finding.message =
      "The file is in Display P3 and every colour fits sRGB. The declaration takes \(Words.count(profile, "byte"))"
      + (saved > 0 ? "; 8 bits per channel save \(Words.count(saved, "byte")) before compression." : ".")
    finding.numbers = [.init("declarationBytes", profile), .init("savedBytes", saved)]
    finding.weight = profile + saved
    (finding.offset, finding.chunk) = (file.inspection.inForce?.offset, file.inspection.inForce?.origin.chunk)
    return true
  }
}
