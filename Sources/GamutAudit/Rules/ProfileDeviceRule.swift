import Gamut
import GamutKit
import LittleCMS
import PNGCodec

extension AuditRule {
  /// The profile of one monitor, scanner or printer.
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
}
