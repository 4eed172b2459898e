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
      one, some colour differs by at least two 8-bit codes. People and programs that rely on the name get wrong \
      colours. Find out which of the two is right, and declare it with 'gamut embed --profile --assume'. Smaller \
      differences, such as those between two publications of a space, are only shown by 'gamut inspect'.
      """,
    remedy: .inspect
  ) { file, finding in
    guard let profile = file.inspection.profile,
      let misnamed = profile.findings.first(where: { $0.kind == .misleadingName })
    else { return false }
    let codes = profile.identification?.codesFromItsName ?? 0
    guard codes >= SpaceIdentification.misleadingCodes else { return false }
    finding.message = misnamed.message
    finding.numbers = [.init("codes8", codes)]
    finding.weight = AuditFinding.weight(codes8: codes)
    (finding.offset, finding.chunk) = (file.chunks.iCCP?.offset, "iCCP")
    return true
  }
}
