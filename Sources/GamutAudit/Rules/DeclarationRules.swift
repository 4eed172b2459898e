import Gamut
import GamutKit
import PNGCodec

extension AuditRule {
  public static let declarationsDisagree = AuditRule(
    "declarations-disagree", severity: .error,
    title: "The colour chunks of a file contradict each other",
    explanation: """
      A PNG can declare its colour space in several chunks (cICP, iCCP, sRGB, gAMA with cHRM). In this file they \
      differ by more than half an 8-bit code for some colour. Which chunk is used depends on the program, so the \
      image looks different in different programs. Keep the correct declaration: 'gamut embed --profile' removes \
      those that contradict it. A gAMA that approximates the curve as usual (45455 for sRGB) and a cHRM rounded to \
      five digits do not count as contradictions. A cHRM without gAMA declares nothing; 'gamut inspect' reports it.
      """,
    remedy: .inspect
  ) { file, finding in
    // cHRM alone and eXIf do not declare a space; `inspect` reports them.
    let disagreements = file.inspection.comparisons.filter {
      !$0.agrees && $0.lower != .chromaticities && $0.lower != .eXIf
    }
    guard let worst = disagreements.max(by: { $0.difference.codes8 < $1.difference.codes8 }) else { return false }
    let names = disagreements.map(\.lower.chunkNames).joined(separator: " and the ")
    finding.message =
      "The \(names) contradict\(disagreements.count == 1 && worst.lower != .gammaAndChromaticities ? "s" : "") "
      + "the \(worst.higher.chunkNames): colours are \(worst.difference.words), at \(worst.difference.color.codeWords)."
    finding.numbers = [.init("codes8", worst.difference.codes8), .init("disagreements", disagreements.count)]
    finding.weight = AuditFinding.weight(codes8: worst.difference.codes8)
    let origin = SourceOrigin(rawValue: worst.lower.rawValue)
    (finding.offset, finding.chunk) = (origin?.offset(in: file.chunks), origin?.chunk)
    switch file.space {
    case .displayP3: finding.remedy = .embed(.displayP3)
    case .sRGB: finding.remedy = .embed(.sRGB)
    default: break
    }
    return true
  }

  public static let unexpectedProfile = AuditRule(
    "unexpected-profile", severity: .warning, traits: [.ignoresColors, .guessesSpace],
    title: "Not the colour space or depth that the policy requires",
    explanation: """
      The policy (.gamut.yml, expect) sets the colour space and the number of bits for files in this place, and this \
      file has others. The numbers of the declaration decide, to half an 8-bit code, not its name. Files without a \
      profile are reported by this rule instead of 'untagged', and sRGB variants (X-srgb.png beside X.png) not at all. 'gamut embed --profile' fixes files without a \
      profile, and 'gamut convert --to' fixes files in another colour space.
      """
  ) { file, finding throws(UnansweredQuestion) in
    guard let (expected, verifier) = file.expectation, try !file.isSRGBVariant else { return false }
    var reasons: [String] = []
    var remedy: Remedy?
    switch expected.profile {
    case AuditPolicy.ExpectedProfile.none?:
      if let declaration = file.inspection.inForce {
        reasons.append(
          "The policy requires no declaration here, and the file has one (\(declaration.origin.rawValue)).")
        remedy = AuditRule.remedy(against: declaration)
      }
    case .any?, .space?:
      // Other rules report unusable declarations, and those that programs ignore.
      if let verification = try? verifier?.verify(file.inspection.survey),
        verification.reasons.contains(where: { $0.code != .ignored })
      {
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

  public static let wideUntagged = AuditRule(
    "wide-untagged-16bit", severity: .warning, traits: [.isNoteInCatalogs, .guessesSpace],
    title: "16 bits per channel, and no colour space declared",
    explanation: """
      The image has 16 bits per channel and declares no colour space. sRGB images are rarely exported with 16 bits: \
      usually such a file is a wide-gamut image that lost its profile, and every program shows it in duller colours \
      than intended. Embed the profile of the colour space that the image was made in. Reported instead of \
      'untagged'. In an asset catalog, where Xcode uses sRGB, it is a note unless the policy sets a severity.
      """,
    remedy: .embed(.displayP3)
  ) { file, finding in
    guard file.losesWideSpace else { return false }
    finding.message =
      "The image has 16 bits per channel and declares no colour space. "
      + (file.catalog == nil ? "Programs show it as sRGB" : "Xcode reads it as sRGB")
      + "; such images usually come from a wider colour space."
    // The app shows sRGB now, and would show other colours.
    if file.catalog != nil { finding.remedy = nil }
    file.nameTextProfile(in: &finding)
    return true
  }

  public static let untagged = AuditRule(
    "untagged", severity: .warning, traits: [.isNoteInCatalogs, .guessesSpace],
    title: "No colour space declared",
    explanation: """
      The file does not declare its colour space: it has no cICP, iCCP, sRGB or gAMA chunk. Browsers use sRGB, other \
      programs use the colour space of the display, so the image looks different in each. Embed the profile of the \
      colour space that the image was made in, which adds some 350 bytes; for many small files in sRGB, 'gamut embed \
      --profile srgb --srgb-chunk' adds 13 bytes instead. In an asset catalog, where Xcode uses sRGB, it is a note \
      unless the policy sets a severity.
      """,
    remedy: .embed(.sRGB)
  ) { file, finding in
    // If the policy requires a profile, `unexpected-profile` reports this.
    let isExpected = file.expectation?.0.profile != nil
    guard file.inspection.declarations.isEmpty, !file.hasWideSamples, !isExpected else { return false }
    finding.message =
      file.catalog == nil
      ? "The file declares no colour space. Programs use sRGB, or the colour space of the display."
      : "The file declares no colour space. Xcode uses sRGB."
    file.nameTextProfile(in: &finding)
    return true
  }

  public static let gammaOnly = AuditRule(
    "gamma-only", severity: .warning,
    title: "Only gAMA declares the colours, alone or with cHRM",
    explanation: """
      Only gAMA, or gAMA with cHRM, declares the colours. Many programs ignore these chunks, others use gAMA for a \
      correction, and an exponent is not the curve of sRGB or Display P3, so dark colours differ. If the numbers are \
      those that belong beside sRGB or Display P3, embed that profile; the pixels stay. If they are not, convert the \
      file. If the exponent is the reciprocal of the usual one, look at the image first: a program may have written it \
      by mistake.
      """,
    remedy: .embed(.sRGB, overriding: true)
  ) { file, finding in
    guard let inForce = file.inspection.inForce, inForce.fault == nil,
      inForce.origin == .gamma || inForce.origin == .gammaAndChromaticities
    else { return false }
    finding.message =
      "Only the \(inForce.origin.chunkNames) \(inForce.origin == .gamma ? "declares" : "declare") the colours "
      + "(\(inForce.color.description ?? "gamma")), which many programs ignore."
    finding.numbers = file.chunks.gAMA.map { [.init("gamma", Double($0.value) / 100_000)] } ?? []
    (finding.offset, finding.chunk) = (inForce.offset, "gAMA")
    finding.remedy = remedy(for: file.chunks)
    if let gamma = file.chunks.gAMA?.value, isReciprocal(gamma) {
      finding.message +=
        " The exponent is the reciprocal of the usual one, perhaps by mistake: programs that use it show the image "
        + "lighter than others."
      finding.remedy = .inspect
    }
    return true
  }

  /// Whether a program has probably written the reciprocal of a usual value.
  private static func isReciprocal(_ gamma: UInt32) -> Bool {
    gamma > 0 && ReferenceSpace.usual.contains { $0.accepts(gamma: UInt32((1e10 / Double(gamma)).rounded())) }
  }

  /// The remedy if gAMA, with cHRM if there is one, means sRGB or Display P3; otherwise a label would change the
  /// colours. Without cHRM the primaries are those of sRGB.
  private static func remedy(for chunks: ColorChunks) -> Remedy {
    let meant = ReferenceSpace.usual.first { space in
      guard let gamma = chunks.gAMA?.value, space.accepts(gamma: gamma) else { return false }
      return chunks.cHRM.map { space.accepts($0.value) } ?? (space == .sRGB)
    }
    if let meant { return .embed(meant, overriding: true) }
    let hasPrimariesOfSRGB = chunks.cHRM.map { ReferenceSpace.sRGB.accepts($0.value) } ?? true
    return .convert(to: hasPrimariesOfSRGB ? .sRGB : .displayP3)
  }
}

extension AuditSubject {
  /// Whether the file declares sRGB and is, by its name, the variant of an existing image, to which the requirement of
  /// the policy applies instead.
  fileprivate var isSRGBVariant: Bool {
    get throws(UnansweredQuestion) {
      guard space == .sRGB || space == .sGray, let image = try place.input.path.wideImage else { return false }
      return try FileStatus(of: image)?.kind == .file
    }
  }

  fileprivate func remedy(for expected: AuditPolicy.Expectation) -> Remedy {
    guard case .space(_, let name) = expected.profile else {
      return .embed(.sRGB)
    }
    let space = policy.nameInRoot(name)
    return inspection.declarations.isEmpty ? .embed(named: space) : .convert(toNamed: space)
  }

  /// Names a profile in a text chunk, which another declaration would contradict.
  fileprivate func nameTextProfile(in finding: inout AuditFinding) {
    guard let words = inspection.survey.textProfileWords else { return }
    finding.message += " " + words
    finding.remedy = .inspect
    finding.advice = "Export the image again with its profile, or embed the one that the chunk has."
  }

  /// Whether the image has the samples of a wide space, and lacks the declaration of one.
  var losesWideSpace: Bool {
    inspection.declarations.isEmpty && hasWideSamples && expectation?.0.profile != AuditPolicy.ExpectedProfile.none
  }
}
