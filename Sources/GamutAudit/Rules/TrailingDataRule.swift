import GamutKit
import PNGCodec

extension AuditRule {
  /// Bytes after the end of the image.
  public static let trailingData = AuditRule(
    "trailing-data", severity: .warning, traits: .ignoresColors,
    title: "Bytes after the end of the image",
    explanation: """
      The file has bytes after the end of the image (IEND). No program shows them, every user downloads them, and \
      they can be the rest of an earlier image that was cropped for a reason. Export the file again.
      """
  ) { file, finding in
    let survey = file.inspection.survey
    guard let surplus = survey.findings.first(where: { $0.kind == .dataAfterEnd }) else { return false }
    let count = survey.size - surplus.offset
    finding.message = surplus.message.asSentence
    finding.numbers = [.init("bytes", count)]
    finding.weight = count
    finding.offset = surplus.offset
    return true
  }
}
