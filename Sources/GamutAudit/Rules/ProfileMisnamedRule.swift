import Gamut
import GamutKit
import PNGCodec

extension AuditRule {
  /// The profile's numbers do not match its name.
  public static let profileMisnamed = AuditRule(
    "profile-misnamed", severity: .warning,
    title: "The profile is not what it is called",
    explanation: """
      The profile calls itself by the name of a published colour space, and its numbers are those of another: held \
      against the published one, some colour differs by more than half an 8-bit code. People and programs that go by \
      the name are wrong about every pixel. Find out which of the two is meant, and say so by 'gamut embed --profile \
      --assume'.
      """,
    remedy: Remedy("inspect")
  ) { file, finding in
    guard let profile = file.inspection.profile,
      let misnamed = profile.findings.first(where: { $0.kind == .misleadingName })
    else { return false }
    finding.message = misnamed.message
    let difference = (profile.identification?.claimed ?? profile.identification?.nearest)?.difference
    finding.numbers = difference.map { [.init("codes8", $0.codes8)] } ?? []
    finding.weight = difference.map { AuditFinding.weight(codes8: $0.codes8) } ?? 0
    (finding.offset, finding.chunk) = (file.chunks.iCCP?.offset, "iCCP")
    return true
  }
}
