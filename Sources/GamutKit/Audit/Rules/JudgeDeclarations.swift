import Gamut
import LittleCMS
import PNGCodec

/// What the file says of its colours.
extension AuditJudge {
  func judgeDeclarations() {
    let expectsNothing = expectation?.0.profile == AuditPolicy.ExpectedProfile.none
    // Told by `unexpected-profile` where the policy asks for one.
    let isExpected = expectation?.0.profile != nil
    if inspection.declarations.isEmpty {
      let isWide = header.bitDepth == 16 && !header.colorType.isGrey
      if isWide, !expectsNothing {
        find(.wideUntagged) { finding in
          finding.message =
            "The image has 16 bits per channel and declares no colour space. It is shown as sRGB; mostly it was made in a "
            + "wider space."
        }
      } else if !isExpected {
        find(.untagged) { finding in
          finding.message =
            "The file declares no colour space. Programs take it for sRGB, or for that of their display."
        }
      }
    }
    if let inForce = inspection.inForce, inForce.fault == nil,
      inForce.origin == .gamma || inForce.origin == .gammaAndChromaticities
    {
      find(.gammaOnly) { finding in
        finding.message =
          "Only the \(inForce.origin.chunkNames) \(inForce.origin == .gamma ? "tells" : "tell") what the colours are "
          + "(\(inForce.description ?? "gamma")), which many programs ignore."
        finding.numbers = chunks.gAMA.map { [.init("gamma", Double($0.value) / 100_000)] } ?? []
        (finding.offset, finding.chunk) = (inForce.offset, "gAMA")
        finding.remedy = remedyForGamma
      }
    }
    judgeFaults()
    judgeDisagreement()
  }

  /// A label where gAMA, and cHRM if there is one, stand for sRGB or Display P3; elsewhere a label would change the
  /// colours. Without cHRM the primaries are those of sRGB.
  private var remedyForGamma: Remedy {
    let meant = KnownSpace.allCases.first { space in
      guard let gamma = chunks.gAMA?.value, space.accepts(gamma: gamma) else { return false }
      return chunks.cHRM.map { space.accepts($0.value) } ?? (space == .sRGB)
    }
    if let name = meant?.rawValue {
      return Remedy("embed", "--profile", name, "--assume", name, "--in-place")
    }
    return Remedy("convert", "--to", chunks.cHRM == nil ? "srgb" : "display-p3", "--in-place")
  }

  /// Declarations below the one in force that cannot be used. They matter to programs that do not read that one.
  var unusableBelow: [InspectedDeclaration] {
    guard let inForce = inspection.inForce, inForce.fault == nil else { return [] }
    return inspection.declarations.filter { $0.fault?.rule != nil }
  }

  /// Declarations that cannot be used, where none that goes before them can. Damage to their chunks is reported with that
  /// of others.
  private func judgeFaults() {
    for declaration in inspection.declarations where unusableBelow.isEmpty {
      guard let fault = declaration.fault, let rule = fault.rule, !has(rule) else { continue }
      find(rule) { finding in
        finding.message = "The \(declaration.origin.chunkNames) cannot be used: \(fault.message.asClause)"
        (finding.offset, finding.chunk) = (declaration.offset, declaration.origin.chunk)
        if fault.isHighDynamicRange {
          // Another label would make the picture wrong, and what it looks like is decided where it was made.
          finding.message += " Export a rendition of it for standard dynamic range."
          finding.remedy = Remedy("inspect")
        }
      }
    }
    if header.colorType.isGrey, let profile = inspection.profile, profile.fault == nil,
      profile.profile.header.colorSpace == "RGB ", !has(.profileKind)
    {
      find(.profileKind) { finding in
        finding.message = "The image is grey and its profile is for RGB; it should be a grey one."
        (finding.offset, finding.chunk) = (chunks.iCCP?.offset, "iCCP")
      }
    }
  }

  private func judgeDisagreement() {
    // cHRM alone and eXIf declare nothing; 'inspect' tells of them.
    let disagreements = inspection.comparisons.filter {
      !$0.agrees && $0.lower != .chromaticities && $0.lower != .eXIf
    }
    guard let worst = disagreements.max(by: { $0.difference.codes8 < $1.difference.codes8 }) else { return }
    find(.declarationsDisagree) { finding in
      let names = disagreements.map(\.lower.chunkNames).joined(separator: " and the ")
      finding.message =
        "The \(names) \(disagreements.count == 1 && worst.lower != .gammaAndChromaticities ? "does" : "do") not say what "
        + "the \(worst.higher.chunkNames) \(worst.higher == .gammaAndChromaticities ? "say" : "says"): codes are "
        + "\(worst.difference.words), at \(worst.difference.color.codeWords)."
      finding.numbers = [.init("codes8", worst.difference.codes8), .init("disagreements", disagreements.count)]
      finding.weight = AuditFinding.weight(codes8: worst.difference.codes8)
      let origin = SourceOrigin(rawValue: worst.lower.rawValue)
      (finding.offset, finding.chunk) = (origin?.offset(in: chunks), origin?.chunk)
      switch space {
      case .displayP3: finding.remedy = Remedy("embed", "--profile", "display-p3", "--in-place")
      case .sRGB: finding.remedy = Remedy("embed", "--profile", "srgb", "--in-place")
      default: break
      }
    }
  }

  func judgeExpectation() {
    guard let (expected, verifier) = expectation else { return }
    var reasons: [String] = []
    var remedy: Remedy?
    switch expected.profile {
    case AuditPolicy.ExpectedProfile.none?:
      if let declaration = inspection.inForce {
        reasons.append("The policy wants no declaration here, and the file has one (\(declaration.origin.rawValue)).")
        remedy = Remedy("embed", "--profile", "none", "--in-place")
      }
    case .any?, .space?:
      // What is damaged or of no use has a rule of its own.
      if let verification = try? verifier?.verify(inspection.survey), !verification.isVerified {
        reasons.append(
          "The policy wants \(expected.profile?.name ?? "") here. "
            + verification.reasons.map(\.message).joined(separator: " "))
        remedy = remedyForProfile(expected)
      }
    case nil: break
    }
    if let depth = expected.depth, header.bitDepth < depth {
      reasons.append("The policy wants \(depth) bits per channel here, and the image has \(header.bitDepth).")
    }
    guard !reasons.isEmpty else { return }
    find(.unexpectedProfile) { finding in
      finding.message = reasons.joined(separator: " ")
      finding.numbers = expected.depth.map { [.init("bitDepth", header.bitDepth), .init("expectedDepth", $0)] } ?? []
      (finding.offset, finding.chunk) = (inspection.inForce?.offset, inspection.inForce?.origin.chunk)
      finding.remedy = remedy
    }
  }

  private func remedyForProfile(_ expected: AuditPolicy.Expectation) -> Remedy {
    guard case .space(_, let name) = expected.profile else {
      return Remedy("embed", "--profile", "srgb", "--in-place")
    }
    return inspection.declarations.isEmpty
      ? Remedy("embed", "--profile", name, "--in-place") : Remedy("convert", "--to", name, "--in-place")
  }
}

extension DeclarationFault {
  /// The rule that tells of a declaration with this fault; nil for damage that `chunk-fault` tells of.
  fileprivate var rule: AuditRule? {
    switch self {
    case .chunk: return nil
    case .contents: return .profileUnreadable
    case .profile(let error):
      switch error.code {
      case .tooShort, .notAProfile, .truncated, .tagTable: return .profileUnreadable
      case .greyProfileOnRGBImage, .unsupportedColorSpace: return .profileKind
      default: return .profileUnusable
      }
    default: return .profileUnusable
    }
  }
}
