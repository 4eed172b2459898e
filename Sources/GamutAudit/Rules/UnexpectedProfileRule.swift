import GamutKit
import PNGCodec

extension AuditRule {
  /// Not the colour space or depth that the policy requires.
  public static let unexpectedProfile = AuditRule(
    "unexpected-profile", severity: .warning, traits: [.ignoresColors, .guessesSpace],
    title: "Not the colour space or depth that the policy requires",
    explanation: """
      The policy (.gamut.yml, expect) sets the colour space and the number of bits for files in this place, and this \
      file has others. The numbers of the declaration decide, to half an 8-bit code, not its name. Files without a \
      profile are reported by this rule instead of 'untagged', and sRGB variants (X-srgb.png beside X.png) not at all. 'gamut embed --profile' fixes files without a \
      profile, and 'gamut convert --to' fixes files in another colour space.
      """
  ) { file, finding in
    guard let (expected, verifier) = file.expectation, !file.isSRGBVariant else { return false }
    var reasons: [String] = []
    var remedy: Remedy?
    switch expected.profile {
    case AuditPolicy.ExpectedProfile.none?:
      if let declaration = file.inspection.inForce {
        reasons.append(
          "The policy requires no declaration here, and the file has one (\(declaration.origin.rawValue)).")
        remedy = Self.remedy(against: declaration)
      }
    case .any?, .space?:
      // Other rules report damaged and unusable declarations.
      if let verification = try? verifier?.verify(file.inspection.survey), !verification.isVerified {
        reasons.append(
          "The policy requires \(expected.profile?.name ?? "") here. "
            + verification.reasons.map(\.message).joined(separator: " "))
        remedy = file.remedy(for: expected)
      }
    case nil: break
    }
    // The entries of a palette have 8 bits per channel, whatever the depth of their indices.
    let bits = file.header.colorType == .palette ? 8 : file.header.bitDepth
    if let depth = expected.depth, bits < depth {
      reasons.append("The policy requires \(depth) bits per channel here, and the image has \(bits).")
    }
    guard !reasons.isEmpty else { return false }
    finding.message = reasons.joined(separator: " ")
    finding.numbers =
      expected.depth.map { [.init("bitDepth", bits), .init("expectedDepth", $0)] } ?? []
    (finding.offset, finding.chunk) = (file.inspection.inForce?.offset, file.inspection.inForce?.origin.chunk)
    finding.remedy = remedy
    return true
  }

  /// The remedy for a declaration that should not be there. Without it, an image in another space than sRGB would be
  /// shown in other colours.
  private static func remedy(against declaration: InspectedDeclaration) -> Remedy {
    if declaration.fault != nil { return .inspect }
    switch declaration.identification?.space {
    case .sRGB, .sGray: return .embed(named: nil)
    default: return .convert(to: .sRGB)
    }
  }
}

extension AuditSubject {
  /// Whether the file declares sRGB and is, by its name, the variant of an existing image, to which the requirement of
  /// the policy applies instead.
  fileprivate var isSRGBVariant: Bool {
    guard space == .sRGB || space == .sGray, let image = place.input.path.wideImage else { return false }
    return FileStatus(of: image)?.kind == .file
  }

  fileprivate func remedy(for expected: AuditPolicy.Expectation) -> Remedy {
    guard case .space(_, let name) = expected.profile else {
      return .embed(.sRGB)
    }
    let space = policy.nameInRoot(name)
    return inspection.declarations.isEmpty ? .embed(named: space) : .convert(toNamed: space)
  }
}
