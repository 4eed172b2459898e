import Gamut
import LittleCMS
import SyntheticPNG
import TestSupport

extension Property {
  /// Profiles are read or refused; those that are called usable have curves and tables that can be used.
  static let profiles = Property(
    "profiles", atMost: 4096, seeds: { ProfileFiles.seeds }, words: { ProfileFiles.words }
  ) { (bytes) throws(Violation) in
    try checkProfile(bytes)
    // Most changes of the length break the size in the header.
    guard bytes.count >= 4 else { return }
    var sized = bytes
    sized.replaceSubrange(0..<4, with: UInt32(truncatingIfNeeded: bytes.count).bigEndianBytes)
    if sized != bytes { try checkProfile(sized) }
  }

  private static func checkProfile(_ bytes: [UInt8]) throws(Violation) {
    let profile: Profile
    do throws(ProfileError) {
      profile = try Profile(bytes: bytes)
    } catch {
      return try require(error.message.hasSuffix("."), "a message that is no sentence: \(error.message)")
    }
    for fault in profile.faults { try require(fault.message.hasSuffix("."), "no sentence: \(fault.message)") }
    // What follows the declared size does not matter.
    let cut = Array(bytes.prefix(profile.header.size))
    let again = try succeed("refused without what follows") { () throws(ProfileError) in try Profile(bytes: cut) }
    try require(
      again.header == profile.header && again.tags == profile.tags && again.description == profile.description
        && again.faults == profile.faults && again.colorants == profile.colorants
        && again.computedID == profile.computedID, "the same bytes are read differently")
    for tag in profile.tags { try require(profile.hasTag(tag.signature), "a tag that is not there") }
    for isGrey in [false, true] { try checkUse(profile, isGrey: isGrey) }
  }

  private static func checkUse(_ profile: Profile, isGrey: Bool) throws(Violation) {
    let usable: UsableProfile
    do throws(ProfileError) {
      usable = try UsableProfile(profile, isGrey: isGrey)
    } catch {
      return try require(error.message.hasSuffix("."), "a message that is no sentence: \(error.message)")
    }
    switch usable.meaning {
    case .rgb(let space):
      try require(profile.colorants?.hasPlausibleSum == true, "colorants that cannot be used")
      for curve in [space.red, space.green, space.blue] { try checkCurve(curve) }
    case .grey(let curve): try checkCurve(curve)
    case .table: try require(profile.hasLUT || profile.header.pcs == "Lab ", "tables that are not there")
    }
    for step in 0...8 {
      let value = Double(step) / 8
      let color = usable.transform(SIMD3(value, 1 - value, value * value))
      try require(color.x.isFinite && color.y.isFinite && color.z.isFinite, "the colour \(color) of \(value)")
    }
  }

  /// A usable curve is finite, within its range, and does not fall by more than the rounding that is allowed.
  private static func checkCurve(_ curve: TransferFunction) throws(Violation) {
    var last = 0.0
    for step in 0...256 {
      let value = curve(Double(step) / 256)
      try require((0...1).contains(value) && value >= last - 0.000151, "the curve is \(value) after \(last) at \(step)")
      last = value
    }
  }
}

private enum ProfileFiles {
  static let seeds: [[UInt8]] = {
    let curve = ICCData.curve([0, 9000, 32768, 65535])
    let grid = (0..<27).map { UInt16($0 * 2400) }.flatMap { [$0, $0, $0] }
    let table = ICCBuilder.sRGBPrimaries(curve: curve).adding("A2B0", ICCData.lut16(grid: 3, samples: grid))
    var lab = table
    lab.pcs = "Lab "
    var old = ICCBuilder.sRGBPrimaries(curve: ICCData.curve([563]))
    old.version = 0x0210_0000
    let mixed = ICCBuilder.matrix(
      ICCBuilder.sRGBColorants, red: ICCData.curve([]), green: ICCData.curve([563]),
      blue: ICCData.parametric(4, values: [2.4, 1, 0, 0.1, 0.05, 0, 0]))
    let tagged = ICCBuilder.sRGBPrimaries(curve: ICCData.sRGBCurve)
      .adding("wtpt", ICCData.xyz([0xF6D6, 0x10000, 0xD32D]))
      .adding("chad", ICCData.numbers([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x10000]))
      .adding("cicp", ICCData.type("cicp") + [12, 13, 0, 1])
    let curves = (0...4).map { kind in
      ICCBuilder.grey(
        curve: ICCData.parametric(kind, values: Array([2.2, 1, 0, 0.5, 0.04, 0, 0].prefix([1, 3, 4, 5, 7][kind]))))
    }
    return [Profile.sRGB.bytes, Profile.displayP3.bytes, Profile.sGray.bytes]
      + ([table, lab, old.replacing("desc", with: ICCData.textDescription(ascii: Array("v2".utf8))), mixed, tagged]
      + curves).map { $0.bytes() }
  }()

  static let words: [[UInt8]] =
    [
      "acsp", "mntr", "scnr", "prtr", "spac", "link", "abst", "nmcl", "RGB ", "GRAY", "CMYK", "XYZ ", "Lab ", "desc",
      "mluc", "curv", "para", "sf32", "cicp", "mft1", "mft2", "mAB ", "rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC",
      "kTRC", "wtpt", "chad", "A2B0", "A2B1", "A2B2", "enUS",
    ].bytes + [[0, 0, 0, 0], [0, 1, 0, 0], [0xff, 0xff, 0xff, 0xff], [0x7f, 0xff, 0xff, 0xff], [0x80, 0, 0, 0]]
}
