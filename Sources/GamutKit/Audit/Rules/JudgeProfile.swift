import Gamut
import LittleCMS
import PNGCodec

/// The profile that the file carries.
extension AuditJudge {
  /// What the makers of monitor profiles put into them: calibration curves (`vcgt`, `vcgp`), the make and model
  /// (`mmod`, `ndin`), the native primaries of Apple's displays, Windows' hardware calibration (`MHC2`), and the
  /// measurements themselves (`DevD`, `CIED`, `targ`).
  private static let deviceTags: Set<Signature> = [
    "vcgt", "vcgp", "mmod", "ndin", "aarg", "aagg", "aabg", "MHC2", "DevD", "CIED", "targ",
  ]

  func judgeProfile() {
    guard let inspected = inspection.profile else { return }
    let profile = inspected.profile
    let place = (chunks.iCCP?.offset, "iCCP")
    if let misnamed = inspected.findings.first(where: { $0.code == InspectFinding.Kind.misleadingName.rawValue }) {
      find(.profileMisnamed) { finding in
        finding.message = misnamed.message
        let difference = (inspected.identification?.claimed ?? inspected.identification?.nearest)?.difference
        finding.numbers = difference.map { [.init("codes8", $0.codes8)] } ?? []
        finding.weight = difference.map { AuditFinding.weight(codes8: $0.codes8) } ?? 0
        (finding.offset, finding.chunk) = place
      }
    }
    if let device = Self.device(inspected) {
      find(.profileDevice) { finding in
        finding.message =
          "The profile\(profile.description.map { " \"\($0)\"" } ?? "") is that of a \(device), in "
          + "\(Words.count(profile.bytes.count, "byte")): codes mean something else on every other."
        finding.numbers = [.init("profileBytes", profile.bytes.count)]
        finding.weight = profile.bytes.count
        (finding.offset, finding.chunk) = place
      }
    }
    if Self.isKnownBad(profile) {
      find(.sRGBKnownBad) { finding in
        finding.message =
          "The profile is the sRGB of 1998 with the wrong white point, \(Words.count(profile.bytes.count)) bytes, that "
          + "libpng warns of. An sRGB chunk says the same."
        finding.numbers = [.init("profileBytes", profile.bytes.count)]
        (finding.offset, finding.chunk) = place
      }
    }
  }

  /// What the profile was measured on, unless it is a published space.
  private static func device(_ inspected: InspectedProfile) -> String? {
    guard inspected.identification?.space == nil else { return nil }
    switch inspected.profile.header.deviceClass {
    case "scnr": return "scanner or camera"
    case "prtr": return "printer"
    case "mntr": return inspected.profile.tags.contains { deviceTags.contains($0.signature) } ? "monitor" : nil
    default: return nil
    }
  }

  /// By length and CRC-32, as libpng's own list has them (png.c, png_sRGB_checks: the two marked as broken).
  private static func isKnownBad(_ profile: Profile) -> Bool {
    profile.bytes.count == 3144
      && [0x182e_a552, 0xf29e_526d].contains(ContentChecksum.crc32(profile.bytes))
  }
}
