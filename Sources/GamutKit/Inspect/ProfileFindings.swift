import Gamut
import LittleCMS
import PNGCodec

extension FileFinding {
  /// Returns all findings about a profile, independent of the file that contains it.
  static func all(about inspected: InspectedProfile) -> [FileFinding] {
    let profile = inspected.profile
    var findings: [FileFinding] = []
    if let fault = inspected.fault {
      findings.append(FileFinding(code: fault.code, severity: .error, message: fault.message.asSentence))
    }
    findings += profile.faults.prefix(ChunkSurvey.listLimit).filter { inspected.fault != .profile($0) }.map {
      FileFinding(code: $0.code.rawValue, severity: .warning, message: $0.message)
    }
    if let words = profile.version5Words, inspected.fault == nil {
      findings.append(FileFinding(.version5, .warning, words))
    }
    if let stored = profile.header.profileID, stored != profile.computedID {
      findings.append(
        FileFinding(
          .profileID, .warning,
          "The profile's ID is not that of its bytes: it was changed later, or the ID was always wrong."))
    }
    if profile.bytes.count > profile.header.size {
      findings.append(
        FileFinding(
          .profileSurplus, .warning,
          "\(profile.bytes.count - profile.header.size) bytes follow the \(profile.header.size) bytes that the "
            + "profile declares."))
    }
    if profile.hasLUT, profile.colorants != nil {
      findings.append(
        FileFinding(
          .tablesBesideMatrix, .note,
          "The profile has lookup tables and a matrix. The tables take precedence, and were measured."))
    }
    if let name = misleadingName(inspected) { findings.append(name) }
    return findings
  }

  private static func misleadingName(_ inspected: InspectedProfile) -> FileFinding? {
    guard let identification = inspected.identification, let name = inspected.profile.description else { return nil }
    if let claimed = identification.claimed, !identification.isNamed(claimed.reference) {
      return FileFinding(
        .misleadingName, .warning,
        "The profile is called \"\(name)\", but it is not \(claimed.reference.name): codes are "
          + "\(claimed.difference.words), at \(claimed.difference.color.codeWords). It is \(identification.words).")
    }
    guard identification.level == .nameOnly, let nearest = identification.nearest else { return nil }
    return FileFinding(
      .misleadingName, .warning,
      "The profile is called \"\(name)\", but it is not \(nearest.reference.name): codes are "
        + "\(nearest.difference.words), at \(nearest.difference.color.codeWords).")
  }
}
