import Gamut
import LittleCMS
package import PNGCodec

extension FileFinding {
  static func all(about png: PNGInspection) -> [FileFinding] {
    let survey = png.survey
    var findings = survey.faults.map { FileFinding($0) } + survey.findings.map { FileFinding($0) }
    findings += png.declarations.compactMap { declaration in
      declaration.fault.map { fault in
        FileFinding(
          code: fault.code, severity: .error,
          message: "The \(declaration.origin.chunkNames) cannot be used: \(fault.message.asClause)",
          offset: declaration.offset, chunk: declaration.origin.chunk)
      }
    }
    findings += aboutChunks(png)
    findings += png.comparisons.filter { !$0.agrees }.map { disagreement($0, in: survey) }
    findings += aboutProfile(png)
    if survey.unlistedCount > 0 {
      findings.append(
        FileFinding(
          code: Finding.Kind.unlisted.rawValue, severity: .warning,
          message: Finding.message(unlisted: survey.unlistedCount).asSentence))
    }
    return Severity.allCases.flatMap { severity in findings.filter { $0.severity == severity } }
  }

  private static func aboutChunks(_ png: PNGInspection) -> [FileFinding] {
    let survey = png.survey
    let chunks = survey.colorChunks
    var findings: [FileFinding] = []
    func add<Value: Sendable & Hashable>(
      _ kind: Kind, _ severity: Severity, in name: String, _ chunk: Located<Value>, _ message: String
    ) {
      findings.append(FileFinding(kind, severity, message, offset: chunk.offset, chunk: name))
    }
    if png.declarations.isEmpty {
      let exif = survey.exif?.value == nil ? "" : " Decoders ignore the colour space in eXIf."
      let message = "The file declares no colour space. Programs use sRGB, or that of the display."
      findings.append(FileFinding(.declaresNothing, .note, message + exif))
    }
    if let words = survey.textProfileWords {
      findings.append(FileFinding(.textProfile, .warning, words, offset: survey.textProfile?.offset))
    }
    if let cICP = chunks.cICP, let words = CodePoints.doubt(about: cICP.value) {
      add(.doubtfulCodePoints, .warning, in: "cICP", cICP, words)
    }
    if let cHRM = chunks.cHRM, chunks.gAMA == nil {
      add(
        .chromaticitiesAlone, .note, in: "cHRM", cHRM,
        "cHRM without gAMA is no declaration: it gives the primaries, but no curve.")
      do { _ = try cHRM.value.toPCS } catch {
        let message = error.message.asSentence
        findings.append(
          FileFinding(code: error.code, severity: .warning, message: message, offset: cHRM.offset, chunk: "cHRM"))
      }
    }
    if let sRGB = chunks.sRGB, chunks.iCCP != nil {
      add(
        .sRGBBesideProfile, .note, in: "sRGB", sRGB,
        "The file has both iCCP and sRGB; the standard recommends only one of them.")
    }
    if let sRGB = chunks.sRGB, sRGB.value > 3 {
      add(
        .renderingIntent, .warning, in: "sRGB", sRGB, "The rendering intent is \(sRGB.value), and must be 0 to 3.")
    }
    let depth = survey.header.colorType == .palette ? 8 : survey.header.bitDepth
    if let sBIT = chunks.sBIT, let wrong = sBIT.value.first(where: { $0 == 0 || $0 > depth }) {
      add(
        .significantBits, .warning, in: "sBIT", sBIT,
        "sBIT declares \(wrong) significant bits, and must declare 1 to \(depth).")
    }
    if let mDCV = chunks.mDCV, chunks.cICP == nil {
      add(.masteringWithoutCICP, .warning, in: "mDCV", mDCV, "The cICP chunk that mDCV requires is missing.")
    }
    return findings
  }

  private static func aboutProfile(_ png: PNGInspection) -> [FileFinding] {
    guard let profile = png.profile, let offset = png.survey.colorChunks.iCCP?.offset else { return [] }
    // Errors of the profile are reported for the declaration.
    let findings = profile.findings.filter { $0.severity != .error }.map {
      FileFinding(code: $0.code, severity: $0.severity, message: $0.message, offset: offset, chunk: "iCCP")
    }
    return findings + (profile.fault == nil ? aboutGreyImage(png.survey.header, profile.profile, at: offset) : [])
  }

  static func aboutGreyImage(_ image: ImageHeader, _ profile: Profile, at offset: Int?) -> [FileFinding] {
    guard image.colorType.isGrey, !profile.isGrey else { return [] }
    return [
      FileFinding(.profileIgnored, .warning, ProfileRefusal.rgbInGreyImage.message, offset: offset, chunk: "iCCP")
    ]
  }

  private static func disagreement(_ comparison: ChunkComparison, in survey: ChunkSurvey) -> FileFinding {
    let lower = comparison.lower
    return FileFinding(
      .disagreement, comparison.isWithMetadata ? .note : .warning,
      "The \(lower.chunkNames) \(lower == .gammaAndChromaticities ? "contradict" : "contradicts") "
        + "the \(comparison.higher.chunkNames): codes are "
        + "\(comparison.difference.words), at \(comparison.difference.color.codeWords).",
      offset: comparison.offset(in: survey), chunk: lower.chunk)
  }

  static func all(about inspected: InspectedProfile) -> [FileFinding] {
    let profile = inspected.profile
    var findings: [FileFinding] = []
    if let fault = inspected.fault {
      findings.append(FileFinding(code: fault.code, severity: .error, message: fault.message.asSentence))
    }
    findings += profile.faults.prefix(ChunkSurvey.listLimit).filter { inspected.fault != .profile($0) }.map {
      FileFinding(code: $0.code, severity: .warning, message: $0.message)
    }
    if inspected.fault == nil { findings += aboutReaders(of: profile, profile.wordsOnTables) }
    if let stored = profile.header.profileID, stored != profile.computedID {
      let message = "The profile's ID is not that of its bytes: it was changed later, or the ID was always wrong."
      findings.append(FileFinding(.profileID, .warning, message))
    }
    let surplus = profile.bytes.count - profile.header.size
    if surplus > 0 {
      let message = "\(surplus) bytes follow the \(profile.header.size) bytes that the profile declares."
      findings.append(FileFinding(.profileSurplus, .warning, message))
    }
    if let name = misleadingName(inspected) { findings.append(name) }
    return findings
  }

  /// Returns the findings about what other programs do with a usable profile.
  static func aboutReaders(of profile: Profile, _ wordsOnTables: String?, at offset: Int? = nil) -> [FileFinding] {
    let chunk = offset.map { _ in "iCCP" }
    let refusals = profile.refusals.map {
      $0.readers.isEmpty
        ? FileFinding(.profileWarned, .note, $0.message, offset: offset, chunk: chunk)
        : FileFinding(.profileIgnored, .warning, $0.message, offset: offset, chunk: chunk)
    }
    return refusals
      + (wordsOnTables.map { [FileFinding(.tablesDiffer, .warning, $0, offset: offset, chunk: chunk)] } ?? [])
  }

  private static func misleadingName(_ inspected: InspectedProfile) -> FileFinding? {
    guard let identification = inspected.identification, let name = inspected.profile.description else { return nil }
    let claimed = identification.claimed.flatMap { identification.isNamed($0.reference) ? nil : $0 }
    let isOther = identification.level == nil && identification.hasClaim
    // Apple has changed the numbers of its own space since 2002, and not the name.
    guard let meant = claimed ?? (isOther ? identification.nearest : nil),
      meant.reference != .genericRGB || inspected.profile.header.creator != "appl"
    else { return nil }
    return FileFinding(
      .misleadingName, .warning,
      "The profile is called \"\(name)\", but it is not \(meant.reference.name): codes are "
        + "\(meant.difference.words), at \(meant.difference.color.codeWords)."
        + (claimed == nil ? "" : " It is \(identification.words)."))
  }
}

extension ChunkSurvey {
  /// A profile in a text chunk, as a whole sentence; nil if there is none.
  package var textProfileWords: String? {
    textProfile.map {
      "The \($0.value) chunk at byte \($0.offset) has a profile (\"Raw profile type icc\"), as old versions of "
        + "ImageMagick write it: other programs do not read it."
    }
  }
}

extension ChunkComparison {
  package func offset(in survey: ChunkSurvey) -> Int? {
    switch lower {
    case .eXIf: survey.exif?.offset
    case .xmp: survey.xmp?.offset
    default: lower.offset(in: survey.colorChunks)
    }
  }
}

extension SpaceIdentification {
  /// Returns whether a name is correct or at least not wrong: that of the closest space, of its grey equivalent, or of
  /// the standard whose display curve it has.
  func isNamed(_ claimed: ReferenceSpace) -> Bool {
    switch nearest?.reference {
    case claimed: true
    case .sGray: claimed == .sRGB || claimed == .displayP3
    case .rec709Display: claimed == .rec709
    case .rec2020Display: claimed == .rec2020
    default: false
    }
  }
}
