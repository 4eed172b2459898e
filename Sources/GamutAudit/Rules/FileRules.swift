import Gamut
import GamutKit
import PNGCodec

extension AuditRule {
  public static let notPNG = AuditRule(
    "not-png", severity: .warning, traits: [.ignoresColors, .isBroken],
    title: "A file of another format with the name of a PNG",
    explanation: """
      The file is named like a PNG and has another format, such as WebP, JPEG or the crushed PNG of Xcode. Some \
      programs go by the contents and show it, others refuse it, and tools for PNG skip it. Rename the file, or convert \
      it to PNG. It is a note in folders of documentation and of generated sites, which browsers show.
      """)

  public static let lfsPointer = AuditRule(
    "lfs-pointer", severity: .warning, traits: [.ignoresColors, .isBroken],
    title: "A pointer of Git LFS instead of the image",
    explanation: """
      The repository keeps the image with Git LFS, and here is only its pointer, so nothing was checked. 'git lfs pull' \
      fetches the images; a build needs it before the audit (for GitHub, 'lfs: true' of actions/checkout).
      """)

  public static let damaged = AuditRule(
    "damaged", severity: .error, traits: [.ignoresColors, .isBroken, .variesByFile],
    title: "The image cannot be decoded in full",
    explanation: """
      The file is cut short, its checksums or compressed data are wrong, or the chunks that the image needs are missing \
      or contradict each other. Programs show a part of it, or nothing. Get a fresh copy, or export the image again. It \
      is a warning if only the end of the last chunk (IEND) is missing, and if a link leads to no file.
      """
  ) { file, finding in
    guard let error = file.damage else { return false }
    finding.describe(error)
    if error.code == "truncated", error.chunk == "IEND" {
      finding.message += " The pixels are before that, and most programs show them."
      file.policy.set(.warning, of: &finding)
    }
    return true
  }

  /// The findings about a file that is no PNG with a usable header; nil if the file could not be read. In a built bundle, the
  /// crushed PNG of Xcode is what it should be.
  static func findings(
    about error: PNGError, in file: Pathname, at path: Pathname, _ policy: AuditPolicy, isLinkToNothing: Bool = false
  ) -> [AuditFinding]? {
    let rule: AuditRule
    switch error {
    case _ where isLinkToNothing: rule = .damaged
    case .cgbi where path.isInBundle || path.isInResourceBundle: return []
    case .notPNG where !path.hasPNGSuffix && path != .standardInput: return nil
    case .notPNG(looksLike: _?), .cgbi: rule = .notPNG
    case .lfsPointer: rule = .lfsPointer
    case _ where error.isDamage: rule = .damaged
    default: return nil
    }
    guard let severity = policy.severity(of: rule) else { return [] }
    var findings = [AuditFinding(rule: rule, severity: severity, message: "")]
    findings[0].describe(error)
    if isLinkToNothing {
      findings[0].message = "The link leads to no file."
      findings[0].advice = "Restore the file, or remove the link."
    }
    let isShown = rule == .notPNG && (path.isOfDocumentation || file.isInDocumentationSite)
    let lower: Severity? = isLinkToNothing ? .warning : isShown ? .note : nil
    if let lower { policy.set(lower, of: &findings[0]) }
    AuditFinding.lower(&findings, at: path, policy)
    return findings
  }

  public static let chunkFault = AuditRule(
    "chunk-fault", severity: .warning, traits: [.ignoresColors, .variesByFile],
    title: "The file breaks the rules of PNG",
    explanation: """
      The pixels are there, and a chunk has a wrong checksum, place or length, or appears twice; there is more image \
      data than the image needs; or bytes follow the end of the image (IEND), perhaps the rest of an earlier image that \
      was cropped for a reason: export the file again (less than 10,000 bytes are a note). Programs ignore a colour \
      chunk with such a fault, except a profile with a wrong checksum. An unusable declaration below a usable one is \
      reported, too: programs that do not know the usable one show wrong colours. 'gamut embed --profile same' writes \
      the declaration without the faults. A profile that only lacks the checksum at its end is a note, and so are a \
      wrong checksum of a text, and faults of declarations that change no pixel of this image visibly.
      """,
    remedy: .inspect
  ) { file, finding in
    let (faults, areDeclarations) = file.faults
    guard let first = faults.first, file.damage == nil else { return false }
    let survey = file.inspection.survey
    let count = faults.count + survey.unlistedCount
    finding.message =
      first.message.asSentence + (count > 1 ? " And \(Words.count(count - 1, "more fault"))." : "")
    let rest = survey.findings.first { $0.kind == .dataAfterEnd }.map { survey.size - $0.offset } ?? 0
    // The start of what a shorter image left is not known: little can be decoded of a short rest.
    let isShort = rest < 10_000
    if !isShort {
      finding.message += " It may be the rest of an earlier image, which was cropped: export the file again."
    }
    finding.numbers = [.init("faults", count)]
    finding.weight = max(count, rest)
    (finding.offset, finding.chunk) = (first.offset, first.chunk)
    let isHarmless = survey.findings.allSatisfy {
      $0.kind == .profileChecksum || $0.kind == .dataAfterEnd && isShort
        || $0.kind == .crcMismatch && ["tEXt", "zTXt", "iTXt"].contains($0.chunk)
    }
    let isUnseen = areDeclarations && file.undeclaredShift()?.visible == 0
    if count == survey.findings.count && isHarmless || isUnseen { file.policy.set(.note, of: &finding) }
    if areDeclarations, file.inspection.inForce?.fault == nil { finding.remedy = .embedSame }
    return true
  }

  public static let apng = AuditRule(
    "apng", severity: .note, traits: .ignoresColors,
    title: "An animation: only the first image is checked",
    explanation: """
      Only the default image of an animation (APNG) is checked, which programs without support for APNG show. If it is \
      not part of the animation, nothing that others show was checked.
      """
  ) { file, finding in
    guard let animation = file.inspection.survey.animation else { return false }
    finding.message =
      "The file is an animation of \(Words.count(Int(animation.frames), "frame")); only its "
      + (animation.includesDefaultImage
        ? "first image is checked."
        : "default image is checked, which is not part of the animation: programs that play it do not show that image.")
    finding.numbers = [.init("frames", Int(animation.frames))]
    finding.chunk = "acTL"
    return true
  }
}

private typealias Fault = (message: String, offset: Int?, chunk: String?)

extension AuditSubject {
  /// All faults that the rule reports, and whether each is an unusable declaration below a usable one.
  fileprivate var faults: (all: [Fault], areDeclarations: Bool) {
    let survey = inspection.survey
    var faults: [Fault] = []
    for finding in survey.findings {
      faults.append((finding.message, finding.offset, finding.chunk))
    }
    if case .success(let report) = report {
      for finding in report.findings where finding.code == Finding.Kind.surplusImageData.rawValue {
        faults.append((finding.message, finding.offset, finding.chunk))
      }
    }
    let areDeclarations = faults.allSatisfy { fault in fault.chunk.map { Self.colorChunks.contains($0) } ?? false }
    for declaration in unusableBelow {
      guard let fault = declaration.fault else { continue }
      let names = "\(declaration.origin.chunkNames) below the \(inspection.inForce?.origin.chunkNames ?? "")"
      faults.append(
        ("the \(names) cannot be used: \(fault.message.asClause)", declaration.offset, declaration.origin.chunk))
    }
    return (faults, areDeclarations)
  }

  private static let colorChunks = Set(ColorChunks.Kind.allCases.map(\.rawValue))

  var damage: PNGError? {
    if let fault = inspection.survey.faults.first { return fault }
    if case .failure(.png(let error)) = report, error.isDamage { return error }
    return nil
  }
}

extension PNGError {
  /// Whether the bytes of the file are wrong, and not what gamut or the system can do with them.
  var isDamage: Bool {
    switch self {
    case .io, .folder, .notAFile, .fileShrank, .outOfMemory, .limitExceeded: false
    default: true
    }
  }
}

extension AuditFinding {
  fileprivate mutating func describe(_ error: PNGError) {
    (fault.message, advice) = (error.message.asSentence, error.hint)
    (fault.offset, fault.chunk) = (error.offset, error.chunk)
  }
}
