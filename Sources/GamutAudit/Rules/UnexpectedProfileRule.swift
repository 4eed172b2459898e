import GamutKit
import PNGCodec

extension AuditRule {
  /// The file does not meet the policy's requirement for its path.
  public static let unexpectedProfile = AuditRule(
    "unexpected-profile", severity: .warning,
    title: "Not what the policy wants for this path",
    explanation: """
      The policy (.gamut.yml, expect) says which colour space and how many bits files in this place have, and this \
      file has others. The space is judged by the numbers of what the file declares, to half an 8-bit code, never by \
      its name. Files without a profile are reported by this rule instead of 'untagged'; 'gamut embed --profile' \
      fixes them, and 'gamut convert --to' fixes files in another space.
      """
  ) { file, finding in
    guard let (expected, verifier) = file.expectation else { return false }
    var reasons: [String] = []
    var remedy: Remedy?
    switch expected.profile {
    case AuditPolicy.ExpectedProfile.none?:
      if let declaration = file.inspection.inForce {
        reasons.append("The policy wants no declaration here, and the file has one (\(declaration.origin.rawValue)).")
        remedy = Remedy("embed", "--profile", "none", "--in-place")
      }
    case .any?, .space?:
      // Other rules report damaged and unusable declarations.
      if let verification = try? verifier?.verify(file.inspection.survey), !verification.isVerified {
        reasons.append(
          "The policy wants \(expected.profile?.name ?? "") here. "
            + verification.reasons.map(\.message).joined(separator: " "))
        remedy = file.remedy(for: expected)
      }
    case nil: break
    }
    if let depth = expected.depth, file.header.bitDepth < depth {
      reasons.append("The policy wants \(depth) bits per channel here, and the image has \(file.header.bitDepth).")
    }
    guard !reasons.isEmpty else { return false }
    finding.message = reasons.joined(separator: " ")
    finding.numbers =
      expected.depth.map { [.init("bitDepth", file.header.bitDepth), .init("expectedDepth", $0)] } ?? []
    (finding.offset, finding.chunk) = (file.inspection.inForce?.offset, file.inspection.inForce?.origin.chunk)
    finding.remedy = remedy
    return true
  }
}

extension AuditSubject {
  fileprivate func remedy(for expected: AuditPolicy.Expectation) -> Remedy {
    guard case .space(_, let name) = expected.profile else {
      return Remedy("embed", "--profile", "srgb", "--in-place")
    }
    return inspection.declarations.isEmpty
      ? Remedy("embed", "--profile", name, "--in-place") : Remedy("convert", "--to", name, "--in-place")
  }
}
