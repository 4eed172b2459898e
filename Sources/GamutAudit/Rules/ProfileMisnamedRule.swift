import Gamut
import GamutKit
import PNGCodec

extension AuditRule {
  /// The profile's numbers do not match its name.
  public static let profileMisnamed = AuditRule(
    "profile-misnamed", severity: .warning,
    title: "The profile does not match its name",
    explanation: """
      The profile has the name of a standard colour space, but the numbers of another: compared with the standard \
      one, some colour differs by more than half an 8-bit code. People and programs that rely on the name get every \
      colour wrong. Find out which of the two is right, and declare it with 'gamut embed --profile --assume'.
      """,
    remedy: .inspect
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
