import GamutKit
import PNGCodec

extension AuditRule {
  /// An animation: only the first image is checked.
  public static let apng = AuditRule(
    "apng", severity: .warning, traits: .ignoresColors,
    title: "An animation: only the first image is checked",
    explanation: """
      The file is an animation (APNG). Only its default image is analysed, the one that programs without support for \
      APNG show. Losses in it are reported; later frames are not checked.
      """
  ) { file, finding in
    guard let animation = file.inspection.survey.animation else { return false }
    finding.message =
      "The file is an animation of \(Words.count(Int(animation.frames), "frame")); only its first image is checked."
    finding.numbers = [.init("frames", Int(animation.frames))]
    finding.chunk = "acTL"
    return true
  }
}
