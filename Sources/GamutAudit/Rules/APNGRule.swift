import GamutKit
import PNGCodec

extension AuditRule {
  /// An animation, of which only the first image was judged.
  public static let apng = AuditRule(
    "apng", severity: .warning,
    title: "An animation, of which only the first image was judged",
    explanation: """
      The file is an animation (APNG). Only its default image, the one that programs see that know no APNG, was \
      analysed. Losses in it are reported; later frames are not checked.
      """
  ) { file, finding in
    guard let animation = file.inspection.survey.animation else { return false }
    finding.message =
      "The file is an animation of \(Words.count(Int(animation.frames), "frame")); only its first image was judged."
    finding.numbers = [.init("frames", Int(animation.frames))]
    finding.chunk = "acTL"
    return true
  }
}
