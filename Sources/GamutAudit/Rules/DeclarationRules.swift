import Gamut
import GamutKit
import PNGCodec

extension AuditRule {
  public static let declarationsDisagree = AuditRule(
    "declarations-disagree", severity: .error, traits: .variesByFile,
    title: "The colour chunks of a file contradict each other",
    explanation: """
      The chunks that declare the colour space (cICP, iCCP, sRGB, gAMA with cHRM) differ by more than half an 8-bit \
      code for some colour, so the image looks different in different programs. 'gamut embed --profile' keeps the \
      correct one and removes the others. A gAMA that approximates the curve (45455 for sRGB) and a rounded cHRM do not \
      count. It is a note if only gAMA and cHRM contradict, which programs that know the others ignore, and if only \
      metadata do (eXIf, XMP), which most programs ignore; 'gamut embed' makes them agree.
      """,
    remedy: .inspect
  ) { file, finding in
    // cHRM alone does not declare a space; `inspect` reports it.
    var disagreements = file.inspection.comparisons.filter { !$0.agrees && $0.lower != .chromaticities }
    if disagreements.allSatisfy(\.isWithMetadata) {
      file.policy.set(.note, of: &finding)
    } else {
      disagreements.removeAll(where: \.isWithMetadata)
      if disagreements.allSatisfy({ [.gamma, .gammaAndChromaticities].contains($0.lower) }) {
        file.policy.set(.note, of: &finding)
      }
    }
    guard let worst = disagreements.max(by: { $0.difference.codes8 < $1.difference.codes8 }) else { return false }
    let names = disagreements.map(\.lower.chunkNames).joined(separator: " and the ")
    finding.message =
      "The \(names) contradict\(disagreements.count == 1 && worst.lower != .gammaAndChromaticities ? "s" : "") "
      + "the \(worst.higher.chunkNames): colours are \(worst.difference.words), at \(worst.difference.color.codeWords)."
    finding.numbers = [.init("codes8", worst.difference.codes8), .init("disagreements", disagreements.count)]
    finding.weight = AuditFinding.weight(codes8: worst.difference.codes8)
    (finding.offset, finding.chunk) = (worst.offset(in: file.inspection.survey), worst.lower.chunk)
    switch file.space {
    case .displayP3: finding.remedy = .embed(.displayP3)
    case .sRGB: finding.remedy = .embed(.sRGB)
    default: break
    }
    return true
  }

  public static let unexpectedProfile: AuditRule = AuditRule(
    "unexpected-profile", severity: .warning, traits: [.ignoresColors, .guessesSpace],
    title: "Not the colour space or depth that the policy requires",
    explanation: """
      The policy (expect) sets another colour space or more bits for files in this place; the numbers of the \
      declaration decide, to half an 8-bit code. The rule replaces 'untagged', with the worse severity of the two, and \
      leaves out sRGB variants. 'gamut audit --fix --assume SPACE' declares files without a profile, if you know their \
      space; 'gamut convert --to' converts others.
      """
  ) { file, finding throws(UnansweredQuestion) in
    guard let (expected, verifier) = file.expectation, try !file.isSRGBVariant else { return false }
    var reasons: [String] = []
    var remedy: Remedy?
    var destination: SpaceChoice?
    switch expected.profile {
    case AuditPolicy.ExpectedProfile.none?:
      if let declaration = file.inspection.inForce {
        reasons.append(
          "The policy requires no declaration here, and the file has one (\(declaration.origin.rawValue)).")
        if declaration.fault != nil {
          remedy = .inspect
        } else if file.space == .sRGB || file.space == .sGray {
          remedy = .embed(named: nil)
        } else {
          // Without its declaration, an image in another space would be shown in other colours.
          destination = .sRGB
        }
      }
    case .any?, .space?:
      // Other rules report unusable declarations, and those that programs ignore.
      if let verification = try? verifier?.verify(file.inspection.survey),
        verification.reasons.contains(where: { $0.code != .ignored })
      {
        reasons.append(
          "The policy requires \(expected.profile?.name ?? "") here. "
            + verification.reasons.map(\.message).joined(separator: " "))
        let isUntagged = file.inspection.declarations.isEmpty
        if case .space(let space, let name) = expected.profile {
          // Only its author knows whether a file without a declaration is in another space than the one it is shown in.
          if isUntagged, space.isSame(as: .sRGB) { remedy = .embed(named: file.policy.nameInRoot(name)) }
          if !isUntagged { destination = space }
        } else if isUntagged {
          remedy = .embed(.sRGB)
        }
      }
    case nil: break
    }
    // The entries of a palette have 8 bits per channel, whatever the depth of their indices.
    let bits = file.header.colorType == .palette ? 8 : file.header.bitDepth
    if let depth = expected.depth, bits < depth {
      reasons.append("The policy requires \(depth) bits per channel here, and the image has \(bits).")
    }
    guard !reasons.isEmpty else { return false }
    if file.inspection.declarations.isEmpty, let severity = file.policy.severities[.untagged] ?? nil {
      finding.severity = max(finding.severity, severity)
    }
    finding.message = reasons.joined(separator: " ")
    finding.numbers =
      expected.depth.map { [.init("bitDepth", bits), .init("expectedDepth", $0)] } ?? []
    (finding.offset, finding.chunk) = (file.inspection.inForce?.offset, file.inspection.inForce?.origin.chunk)
    finding.remedy = remedy
    if let destination {
      file.convert(to: [destination], called: expected.profile.map { file.policy.nameInRoot($0.name) }, in: &finding)
    }
    return true
  }

  public static let untagged: AuditRule = AuditRule(
    "untagged", severity: .note, traits: [.variesByFile, .guessesSpace],
    title: "No colour space declared",
    explanation: """
      The file has no cICP, iCCP, sRGB or gAMA chunk. Browsers and Xcode use sRGB, other programs the colour space of \
      the display. Most such images are made for sRGB; 'gamut embed --profile srgb --srgb-chunk' says so in 13 bytes. \
      It is a warning for images that have probably lost the profile of a wider space: those of 16 bits outside of \
      catalogs and documentation (not if sBIT says 8, and not in a folder with four others, if the image has at most \
      65,536 pixels or most of the others less depth), and those that stand out, because another image of their set \
      declares a space other than sRGB, or most of at least five images in their folder a wide one. Embed the profile \
      of that space. 'unexpected-profile' reports it where a policy expects one, and drawables of Android have none.
      """,
    remedy: .embed(.sRGB)
  ) { file, finding in
    guard file.inspection.declarations.isEmpty,
      file.expectation?.0.profile == nil || file.policy.severity(of: .unexpectedProfile) == nil
    else { return false }
    let readers = file.catalog == nil ? "Programs use sRGB, or the colour space of the display" : "Xcode uses sRGB"
    finding.message = "The file declares no colour space. \(readers)."
    if file.hasWideSamples {
      finding.message =
        "The file has 16 bits per channel and declares no colour space. \(readers); such images often come from a wider one."
      // Only its author knows the space.
      finding.remedy = nil
      finding.advice =
        "Embed the profile of the space in which it was made: 'gamut embed --profile display-p3', or srgb."
      if file.catalog == nil, !file.place.path.isOfDocumentation { file.policy.set(.warning, of: &finding) }
    }
    // Another declaration would contradict the profile in a text chunk.
    if let words = file.inspection.survey.textProfileWords {
      finding.message += " " + words
      finding.remedy = .inspect
      finding.advice = "Export the image again with its profile, or embed the one that the chunk has."
    }
    return true
  }

  public static let gammaOnly = AuditRule(
    "gamma-only", severity: .warning, traits: .variesByFile,
    title: "Only gAMA declares the colours, alone or with cHRM",
    explanation: """
      Many programs ignore these chunks, and an exponent is not the curve of sRGB or Display P3, so that dark colours \
      differ. It is a note if the primaries are those of sRGB, or missing, and the exponent is not the reciprocal of a \
      usual one; and if at most a fifth of the pixels differ by 3.5 or more (twice the JND) in programs that ignore \
      them. For 45455 an sRGB chunk would say so. For other numbers, look at the image in a browser, which uses them, \
      and in a program that does not: convert the file if the first is right, and else embed that of the second.
      """,
    remedy: .inspect
  ) { file, finding in
    guard let inForce = file.inspection.inForce, inForce.fault == nil,
      inForce.origin == .gamma || inForce.origin == .gammaAndChromaticities, let gamma = file.chunks.gAMA?.value
    else { return false }
    finding.message =
      "Only the \(inForce.origin.chunkNames) \(inForce.origin == .gamma ? "declares" : "declare") the colours "
      + "(\(inForce.color.description ?? "gamma")), which many programs ignore."
    finding.numbers = [.init("gamma", Double(gamma) / 100_000)]
    (finding.offset, finding.chunk) = (inForce.offset, "gAMA")
    if (90_000...110_000).contains(gamma), file.header.bitDepth < 16 {
      finding.message += " Linear numbers in 8 bits are rare: it is probably a mistake of the program that wrote it."
      finding.advice = "If so, 'gamut embed --profile srgb --assume srgb' says what its numbers are."
      finding.remedy = nil
    } else if isReciprocal(gamma) {
      finding.message +=
        " The exponent is the reciprocal of the usual one, perhaps by mistake: programs that use it show the image "
        + "lighter than others."
    } else if gamma != 45_000, !ReferenceSpace.sRGB.accepts(gamma: gamma) {
      file.convert(to: file.hasPrimariesOfSRGB ? [.sRGB] : [.sRGB, .displayP3], in: &finding)
    }
    if file.hasPrimariesOfSRGB && !isReciprocal(gamma) || file.undeclaredShift()?.isSmall == true {
      file.policy.set(.note, of: &finding)
    }
    return true
  }

  private static func isReciprocal(_ gamma: UInt32) -> Bool {
    gamma > 0 && ReferenceSpace.usual.contains { $0.accepts(gamma: UInt32((1e10 / Double(gamma)).rounded())) }
  }
}

extension AuditSubject {
  /// Whether the file declares sRGB and is, by its name, the variant of an image that the requirement is for instead.
  fileprivate var isSRGBVariant: Bool {
    get throws(UnansweredQuestion) {
      guard space == .sRGB || space == .sGray, let image = try place.input.path.wideImage else { return false }
      return try FileStatus(of: image)?.kind == .file
    }
  }
}
