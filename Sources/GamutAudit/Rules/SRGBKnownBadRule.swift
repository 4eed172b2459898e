import GamutKit
import LittleCMS
import PNGCodec

extension AuditRule {
  /// The sRGB profile of 1998 that libpng warns about.
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
}
