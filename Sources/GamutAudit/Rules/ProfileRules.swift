import Gamut
import GamutKit
import LittleCMS
import PNGCodec

extension AuditRule {
  public static let profileUnusable = AuditRule(
    "profile-unusable", severity: .error,
    title: "The declaration does not define the colours",
    explanation: """
      The iCCP chunk has no readable profile, or one that is incomplete or has impossible curves or colorants; or a \
      cICP chunk has samples in narrow range, or a transfer function that gamut does not know. Programs then silently \
      use other spaces, mostly sRGB. Export the image again, or embed the profile that it was made with; for sRGB, \
      that is 'gamut embed --profile srgb --assume srgb'.
      """,
    remedy: .inspect
  ) { file, finding in
    guard file.describeDeclaration(in: &finding, { !$0.isHighDynamicRange && !$0.isOfAnotherKind }) else {
      return false
    }
    // What the code points mean is known in part, and other programs may know more.
    if finding.chunk == "cICP" { finding.remedy = .inspect }
    return true
  }

  public static let profileIgnored = AuditRule(
    "profile-ignored", severity: .warning, traits: .variesByFile,
    title: "Some programs do not use the profile",
    explanation: """
      libpng, from which most programs get the profile, drops one with a rendering intent of 0xFFFF or more, one of \
      version 4 whose length is no multiple of 4, an RGB profile in a grey image, a grey one in an RGB image, and those \
      for CMYK and other kinds of images. Firefox (qcms) drops an intent above 3 and profiles of 4 MiB and more, Chrome \
      (skcms) an illuminant that is not D50. It is a note if at most a fifth of the pixels look otherwise without it. \
      Of two tables that differ (A2B0, A2B1), programs use either. 'gamut embed --profile same' writes the profile \
      without the fault, and for a grey image a grey one with the same curve.
      """,
    remedy: .embedSame
  ) { file, finding in
    if file.describeDeclaration(in: &finding, \.isOfAnotherKind) {
      finding.message += " Programs ignore it, and mostly use sRGB."
      finding.remedy = .embed(.sRGB, overriding: true)
      return true
    }
    guard let inForce = file.inspection.inForce, inForce.origin == .iCCP, inForce.fault == nil,
      let profile = file.inspection.profile?.profile
    else { return false }
    let codes = [FileFinding.Kind.profileIgnored, .tablesDiffer].map(\.rawValue)
    let found = file.inspection.findings.filter { codes.contains($0.code) }
    guard !found.isEmpty else { return false }
    finding.message = found.map(\.message).joined(separator: " ")
    let isRGBOnGrey = file.header.colorType.isGrey && profile.header.colorSpace == "RGB "
    if file.space == .sRGB || file.undeclaredShift()?.isSmall == true { file.policy.set(.note, of: &finding) }
    if file.space == .sRGB {
      finding.message += " Both show sRGB."
    } else if found.contains(where: { $0.code == codes[0] }) {
      finding.message += " Without it, the image is mostly shown as sRGB; with it, as \(inForce.color.words)."
    }
    (finding.offset, finding.chunk) = (inForce.offset, "iCCP")
    if isRGBOnGrey {
      if profile.greySibling == nil { finding.remedy = .convert(to: .sRGB) }
    } else if profile.repaired == profile {
      finding.remedy = .inspect
    }
    return true
  }

  public static let profileMisnamed = AuditRule(
    "profile-misnamed", severity: .warning,
    title: "The profile does not match its name",
    explanation: """
      The profile has the name of a standard colour space, but the numbers of another: some colour differs by at least \
      two 8-bit codes. People and programs that rely on the name get wrong colours. Find out which of the two is \
      right, and declare it with 'gamut embed --profile --assume'. Or a cICP chunk has the primaries of DCI-P3 (11) \
      and the curve of sRGB: Display P3 has the primaries 12.
      """,
    remedy: .inspect
  ) { file, finding in
    if let cICP = file.chunks.cICP, let doubt = CodePoints.doubt(about: cICP.value) {
      finding.message = doubt
      (finding.offset, finding.chunk) = (cICP.offset, "cICP")
      return true
    }
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
    "profile-device", severity: .note, traits: .variesByFile,
    title: "The profile of one monitor, scanner or printer",
    explanation: """
      The profile is that of a scanner, a camera or a printer, or of one display: it has the calibration, the make and \
      model or the curve of a monitor, as in screenshots. Such profiles differ from machine to machine, reveal where \
      the file was made, and are mostly large; browsers and catalogs show what its author saw, programs that ignore the \
      profile do not. Convert to sRGB or to Display P3, if every colour fits it. It is a warning if an area has the \
      numbers of one of the app's own colours in sRGB: then the profile is wrong. In documentation, and outside of \
      catalogs where at most a fifth of the pixels differ by 3.5 or more (twice the JND), that is not asked.
      """,
    remedy: .convert(to: .sRGB)
  ) { file, finding in
    // Of one that cannot be used, another rule says so.
    guard let inspected = file.inspection.profile, inspected.fault == nil, let kind = device(of: inspected) else {
      return false
    }
    let profile = inspected.profile
    let name = profile.description.map { " \"\($0)\"" } ?? ""
    finding.message =
      "The profile\(name) (\(Words.count(profile.bytes.count, "byte"))) is that \(kind). It matches no standard colour space."
    finding.numbers = [.init("profileBytes", profile.bytes.count)]
    (finding.offset, finding.chunk) = (file.chunks.iCCP?.offset, "iCCP")
    let shift = file.undeclaredShift()
    finding.weight = shift.map { AuditFinding.weight(of: $0) } ?? 0
    let isUnseen = shift?.isSmall == true
    if let shift { finding.message += " In programs that ignore it, colours \(shift.words)." }
    file.convert(to: isUnseen ? [.sRGB] : [.sRGB, .displayP3], in: &finding)
    // A conversion keeps what the profile shows, which may be wrong.
    if !isUnseen, let space = finding.remedy?.space {
      finding.advice =
        "If it looks right with the profile, 'gamut convert --to \(space)' keeps that. If its numbers are those of your "
        + "colours in sRGB, the profile is wrong, and 'gamut embed --profile srgb --assume srgb' says so."
      finding.remedy = nil
    }
    if file.catalog != nil
      || !isUnseen && !file.place.path.isOfDocumentation && !file.place.input.path.isInDocumentationSite,
      let (words, _) = file.colorOfRun()
    {
      finding.message = "The profile\(name) is that of a device, and seems to be wrong: \(words)"
      file.policy.set(.warning, of: &finding)
      finding.remedy = nil
      finding.advice = "If so, 'gamut embed --profile srgb --assume srgb' says what its numbers are."
    }
    return true
  }

  /// Tags in the profiles of monitors: calibration curves (`vcgt`, `vcgp`), the make and model
  /// (`mmod`, `ndin`), the native primaries of Apple's displays, Windows' hardware calibration (`MHC2`), and the
  /// measurements themselves (`DevD`, `CIED`, `targ`).
  private static let deviceTags: Set<Signature> = [
    "vcgt", "vcgp", "mmod", "ndin", "aarg", "aagg", "aabg", "MHC2", "DevD", "CIED", "targ",
  ]

  private static let appleSpaces: Set = [
    "Generic RGB Profile", "HD 709-A", "HDTV", "SD 170M-A", "Wide Color Sharing Profile",
  ]

  /// The device of the profile in words; nil for a published space, also by another publication than ours: that of
  /// ProPhoto RGB by Kodak names a make and model.
  static func device(of inspected: InspectedProfile) -> String? {
    guard let identification = inspected.identification, identification.space == nil else { return nil }
    if let codes = identification.codesFromItsName, codes < SpaceIdentification.misleadingCodes { return nil }
    let profile = inspected.profile
    // Apple's spaces are of no device, although they have calibrations, or the class of scanners.
    if appleSpaces.contains(profile.description ?? "") { return nil }
    switch profile.header.deviceClass {
    case "scnr": return "of a scanner or camera, whose import did not convert the image"
    // Those of the class of printers for grey are spaces to work in, such as Dot Gain 20%.
    case "prtr" where profile.header.colorSpace != "GRAY": return "of a printer, for which the image was prepared"
    case "mntr" where profile.tags.contains { deviceTags.contains($0.signature) }: return "of one monitor"
    case "mntr"
    where identification.level == nil && !identification.hasClaim
      && (profile.isNamedAfterModel || profile.hasCurveOfMonitor):
      return "of one monitor, made by the system or by the vendor"
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
    // Length and CRC-32, as in libpng's list (png.c, png_sRGB_checks: the two marked as broken).
    guard let profile = file.inspection.profile?.profile, profile.bytes.count == 3144,
      [0x182e_a552, 0xf29e_526d].contains(ContentChecksum.crc32(profile.bytes))
    else { return false }
    finding.message =
      "The profile is the sRGB of 1998 with the wrong white point, \(Words.count(profile.bytes.count)) bytes, that "
      + "libpng warns about. An sRGB chunk declares the same."
    finding.numbers = [.init("profileBytes", profile.bytes.count)]
    (finding.offset, finding.chunk) = (file.chunks.iCCP?.offset, "iCCP")
    return true
  }

  public static let hdr = AuditRule(
    "hdr", severity: .warning,
    title: "The image is for high dynamic range",
    explanation: """
      A cICP chunk declares the transfer function PQ or HLG (PNG, third edition, clause 11.3.2.6). Programs that do not \
      know it show dull colours, others fit the brightness to the display, each in its own way. Ship a version for \
      standard dynamic range beside it. If the image is only for programs that know HDR, turn the rule off for it.
      """,
    remedy: .inspect
  ) { file, finding in
    guard file.describeDeclaration(in: &finding, \.isHighDynamicRange) else { return false }
    // Another label would change the picture; only its author knows the right one.
    finding.message += " Export a version for standard dynamic range."
    return true
  }
}

extension AuditSubject {
  /// Unusable declarations below the one in force. They affect programs that do not support that one.
  var unusableBelow: [InspectedDeclaration] {
    guard let inForce = inspection.inForce, inForce.fault == nil else { return [] }
    return inspection.declarations.filter { $0.fault != nil }
  }

  /// Completes a finding with the first declaration that has such a fault, unless a usable one precedes it.
  ///
  /// - Returns: whether there is one.
  func describeDeclaration(in finding: inout AuditFinding, _ isMeant: (DeclarationFault) -> Bool) -> Bool {
    guard unusableBelow.isEmpty,
      let declaration = inspection.declarations.first(where: { $0.fault.map(isMeant) == true }),
      let fault = declaration.fault
    else { return false }
    finding.message = "The \(declaration.origin.chunkNames) cannot be used: \(fault.message.asClause)"
    (finding.offset, finding.chunk) = (declaration.offset, declaration.origin.chunk)
    return true
  }
}

extension DeclarationFault {
  fileprivate var isOfAnotherKind: Bool {
    switch self {
    case .profile(.greyProfileOnRGBImage), .profile(.unsupportedColorSpace): true
    default: false
    }
  }
}

extension Profile {
  /// Whether the profile has the name of the model that it is for, as those of vendors and of colord.
  fileprivate var isNamedAfterModel: Bool {
    // A program has no model: its profiles are of its own spaces.
    guard hasTag("dmnd"), text(of: "dmnd") != "Darktable", let model = text(of: "dmdd")?.lowercased(),
      let name = description?.lowercased()
    else { return false }
    return name.contains(model) || model.contains(name)
  }

  /// Whether the curves are what macOS writes for a monitor that it knows only by EDID: a power of its own type, or the
  /// exponent 1.96 of such profiles that other programs have converted.
  fileprivate var hasCurveOfMonitor: Bool {
    guard let redTRC, redTRC == greenTRC, redTRC == blueTRC, case .parametric(let form)? = redTRC.transferFunction,
      form.a == 1, form.b == 0, form.d == 0
    else { return false }
    if case .parametric(0, _) = redTRC, header.creator == "appl" { return true }
    return (1.95...1.97).contains(form.g)
  }
}

extension SpaceIdentification {
  /// The difference from the space of its name, in codes of 255, from which on a name misleads.
  static let misleadingCodes = 2.0

  /// The largest difference from the published space that the name claims, in codes of 255; nil if it claims none.
  var codesFromItsName: Double? {
    (claimed ?? (level == nil && hasClaim ? nearest : nil))?.difference.codes8
  }
}
