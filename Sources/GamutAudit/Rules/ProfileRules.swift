import Gamut
import GamutKit
import LittleCMS
import PNGCodec

extension AuditRule {
  public static let profileUnreadable = AuditRule(
    "profile-unreadable", severity: .error,
    title: "The profile cannot be read",
    explanation: """
      The file has an iCCP chunk without a readable ICC profile: its compressed data is damaged or truncated, or it \
      contains something else. Most programs then silently use sRGB or the colour space of the display. Export the \
      image again, or embed the profile that it was made with; for sRGB, that is 'gamut embed --profile srgb \
      --assume srgb'. If only the checksum at the end of the data is missing, the command names the space of the \
      profile if it is a published one.
      """,
    remedy: .embed(.sRGB, overriding: true)
  ) { file, finding in
    guard file.describeDeclaration(that: .isUnreadable, in: &finding) else { return false }
    if let profile = file.inspection.profileWithoutChecksum {
      finding.remedy = profile.identification?.space.map { .embed($0, overriding: true) } ?? .inspect
    }
    return true
  }

  public static let profileUnusable = AuditRule(
    "profile-unusable", severity: .error,
    title: "The declaration does not define the colours",
    explanation: """
      The declaration can be read, but it does not define the colours: the profile is incomplete, its curves or \
      colorants are impossible, or a cICP chunk has a transfer function that gamut does not know. Programs fall back to \
      different colour spaces. Embed a profile that works, or export the image again. The transfer functions of high \
      dynamic range have a rule of their own, 'hdr'.
      """,
    remedy: .embed(.sRGB, overriding: true)
  ) { file, finding in
    file.describeDeclaration(that: .isUnusable, in: &finding)
  }

  public static let profileKind = AuditRule(
    "profile-kind", severity: .error,
    title: "The profile is for another kind of image",
    explanation: """
      The profile is for another kind of image: a grey profile in an RGB image, an RGB profile in a grey image, or a \
      CMYK profile, which PNG does not support. The PNG standard requires a profile that matches the image, and \
      programs ignore others or fail. Embed the right profile; for a grey image, 'gamut embed --profile srgb' embeds \
      a grey one.
      """,
    remedy: .embed(.sRGB, overriding: true)
  ) { file, finding in
    if file.describeDeclaration(that: .isOfAnotherKind, in: &finding) { return true }
    guard file.header.colorType.isGrey, let profile = file.inspection.profile, profile.fault == nil,
      profile.profile.header.colorSpace == "RGB "
    else { return false }
    finding.message = "The image is grey and its profile is for RGB; it needs a grey profile."
    (finding.offset, finding.chunk) = (file.chunks.iCCP?.offset, "iCCP")
    // What the curves of the profile mean for grey is known.
    if case .success(let report) = file.report, report.source.origin == .iCCP, let space = report.source.space {
      finding.remedy = .embed(space)
    }
    return true
  }

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

  public static let profileDevice = AuditRule(
    "profile-device", severity: .warning,
    title: "The profile of one monitor, scanner or printer",
    explanation: """
      The profile is that of a device: its class is that of scanners and cameras or of printers, or it is a display \
      profile with the calibration or identity of a monitor. It defines the colours, but it is mostly large, differs \
      from machine to machine and reveals where the file was made. Convert to Display P3, or to sRGB if the \
      destination is sRGB and every colour fits it. Profiles of standard colour spaces are not reported.
      """,
    remedy: .convert(to: .displayP3)
  ) { file, finding in
    // Of one that cannot be used, another rule says so.
    guard let inspected = file.inspection.profile, inspected.fault == nil, let kind = kindOfDevice(of: inspected) else {
      return false
    }
    let profile = inspected.profile
    finding.message =
      "The profile\(profile.description.map { " \"\($0)\"" } ?? "") (\(Words.count(profile.bytes.count, "byte"))) is "
      + "\(kind) and matches no standard colour space."
    finding.numbers = [.init("profileBytes", profile.bytes.count)]
    finding.weight = profile.bytes.count
    (finding.offset, finding.chunk) = (file.chunks.iCCP?.offset, "iCCP")
    if case .success(let report) = file.report, report.verdict == .fits, report.destination.space == .sRGB {
      finding.remedy = .convert(to: .sRGB)
    }
    return true
  }

  /// Tags in the profiles of monitors: calibration curves (`vcgt`, `vcgp`), the make and model
  /// (`mmod`, `ndin`), the native primaries of Apple's displays, Windows' hardware calibration (`MHC2`), and the
  /// measurements themselves (`DevD`, `CIED`, `targ`).
  private static let deviceTags: Set<Signature> = [
    "vcgt", "vcgp", "mmod", "ndin", "aarg", "aagg", "aabg", "MHC2", "DevD", "CIED", "targ",
  ]

  /// The kind of the profile in words; nil for a published space, also by another publication than ours: that of
  /// ProPhoto RGB by Kodak names a make and model.
  private static func kindOfDevice(of inspected: InspectedProfile) -> String? {
    guard inspected.identification?.space == nil else { return nil }
    if let codes = inspected.identification?.codesFromItsName, codes < SpaceIdentification.misleadingCodes {
      return nil
    }
    switch inspected.profile.header.deviceClass {
    case "scnr": return "of the class of scanners and cameras"
    case "prtr": return "of the class of printers"
    case "mntr":
      return inspected.profile.tags.contains { deviceTags.contains($0.signature) } ? "that of one monitor" : nil
    default: return nil
    }
  }

  public static let sRGBKnownBad = AuditRule(
    "srgb-known-bad", severity: .note,
    title: "The sRGB profile of 1998 that libpng warns about",
    explanation: """
      The profile is the one that Hewlett-Packard and Microsoft published in 1998 (sRGB IEC61966-2.1, 3,144 bytes). \
      Its colours are those of sRGB, but its white point breaks the rules of ICC, so libpng prints 'iCCP: known \
      incorrect sRGB profile'. It is also large: an sRGB chunk declares the same in 13 bytes.
      """,
    remedy: .embed(.sRGB, asSRGBChunk: true)
  ) { file, finding in
    guard let profile = file.inspection.profile?.profile, isKnownBad(profile) else { return false }
    finding.message =
      "The profile is the sRGB of 1998 with the wrong white point, \(Words.count(profile.bytes.count)) bytes, that "
      + "libpng warns about. An sRGB chunk declares the same."
    finding.numbers = [.init("profileBytes", profile.bytes.count)]
    (finding.offset, finding.chunk) = (file.chunks.iCCP?.offset, "iCCP")
    return true
  }

  /// Length and CRC-32, as in libpng's list (png.c, png_sRGB_checks: the two marked as broken).
  private static func isKnownBad(_ profile: Profile) -> Bool {
    profile.bytes.count == 3144
      && [0x182e_a552, 0xf29e_526d].contains(ContentChecksum.crc32(profile.bytes))
  }

  public static let hdr = AuditRule(
    "hdr", severity: .warning,
    title: "The image is for high dynamic range",
    explanation: """
      A cICP chunk declares the transfer function PQ or HLG (PNG, third edition, clause 11.3.2.6), so the image is for \
      displays with a high dynamic range. Programs that do not know the chunk show dull colours, others fit the \
      brightness to the display, each in its own way, and gamut does not say what is lost. Ship a version for standard \
      dynamic range beside it. If the image is only for programs that know HDR, turn the rule off for it.
      """,
    remedy: .inspect
  ) { file, finding in
    file.describeDeclaration(that: .isForHDR, in: &finding)
  }
}

/// The reason that a declaration does not define the colours.
enum DeclarationDefect {
  /// Its chunk contains no readable profile.
  case isUnreadable
  /// Its contents cannot be used.
  case isUnusable
  /// The declaration is for another kind of image.
  case isOfAnotherKind
  /// It is for displays with a high dynamic range.
  case isForHDR
}

extension AuditSubject {
  /// Unusable declarations below the one in force. They affect programs that do not support that one.
  var unusableBelow: [InspectedDeclaration] {
    guard let inForce = inspection.inForce, inForce.fault == nil else { return [] }
    return inspection.declarations.filter { $0.fault?.defect != nil }
  }

  /// Completes a finding with the first defective declaration, unless a usable one precedes it. Damage to the chunk of
  /// a declaration is reported with the damage to other chunks.
  ///
  /// - Returns: whether there is one.
  func describeDeclaration(that defect: DeclarationDefect, in finding: inout AuditFinding) -> Bool {
    guard unusableBelow.isEmpty,
      let declaration = inspection.declarations.first(where: { $0.fault?.defect == defect }),
      let fault = declaration.fault
    else { return false }
    finding.message = "The \(declaration.origin.chunkNames) cannot be used: \(fault.message.asClause)"
    (finding.offset, finding.chunk) = (declaration.offset, declaration.origin.chunk)
    // Another label would change the picture; only its author knows the right one.
    if defect == .isForHDR { finding.message += " Export a version for standard dynamic range." }
    return true
  }
}

extension DeclarationFault {
  /// The defect of the declaration; nil for damage that the rule `chunk-fault` reports.
  fileprivate var defect: DeclarationDefect? {
    if isHighDynamicRange { return .isForHDR }
    switch self {
    case .chunk: return nil
    case .contents: return .isUnreadable
    case .profile(let error):
      switch error.code {
      case .tooShort, .notAProfile, .truncated, .tagTable: return .isUnreadable
      case .greyProfileOnRGBImage, .unsupportedColorSpace: return .isOfAnotherKind
      default: return .isUnusable
      }
    default: return .isUnusable
    }
  }
}

extension SpaceIdentification {
  /// The difference from the space of its name, in codes of 255, from which on a name misleads.
  static let misleadingCodes = 2.0

  /// The largest difference from the published space that the name claims, in codes of 255; nil if it claims none.
  var codesFromItsName: Double? {
    (claimed ?? (level == .nameOnly ? nearest : nil))?.difference.codes8
  }
}
