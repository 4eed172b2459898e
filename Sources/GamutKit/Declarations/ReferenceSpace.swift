public import Gamut
public import LittleCMS
package import PNGCodec

/// A published colour space: each can be given by its name, and profiles and declarations are compared with all of
/// them, by parameters and never by name.
public enum ReferenceSpace: String, Sendable, Hashable, CaseIterable {
  /// The project's own Display P3.
  case displayP3 = "display-p3"
  /// The project's own sRGB.
  case sRGB = "srgb"
  /// The curve of both, for grey images.
  case sGray = "s-gray"
  /// Display P3 without negative colorants, of the Compact ICC Profiles.
  case displayP3Compat = "display-p3-compat"
  /// The primaries of sRGB in linear light.
  case linearSRGB = "linear-srgb"
  /// Adobe RGB (1998).
  case adobeRGB = "adobe-rgb"
  /// ROMM RGB, ISO 22028-2.
  case proPhotoRGB = "prophoto-rgb"
  /// ITU-R BT.2020 with its camera curve.
  case rec2020 = "rec-2020"
  /// ITU-R BT.2020 as displayed by BT.1886.
  case rec2020Display = "rec-2020-gamma-2.4"
  /// The reference projector of SMPTE RP 431-2.
  case dciP3 = "dci-p3"
  /// ITU-R BT.709 with its camera curve.
  case rec709 = "rec-709"
  /// ITU-R BT.709 as displayed by BT.1886.
  case rec709Display = "rec-709-gamma-2.4"
  /// ITU-R BT.601 for 525 lines.
  case rec601NTSC = "rec-601-525"
  /// ITU-R BT.601 for 625 lines.
  case rec601PAL = "rec-601-625"
  /// A working space of Photoshop, gamma 1.8.
  case appleRGB = "apple-rgb"
  /// A working space of Photoshop, gamma 1.8, white D50.
  case colorMatchRGB = "colormatch-rgb"
  /// A working space of Photoshop, gamma 2.2, white D50.
  case wideGamutRGB = "wide-gamut-rgb"
  /// The RGB of older versions of macOS, gamma 1.8.
  case genericRGB = "generic-rgb"

  /// The name for people.
  public var name: String { facts.name }

  /// Names in use beside `rawValue` and `name`. They are accepted in any case, and with or without spaces, hyphens,
  /// underscores, dots, commas and parentheses, like all names.
  public var otherNames: [String] { facts.otherNames }

  /// The spaces for red, green and blue; `sGray` has one channel.
  public static let rgb = allCases.filter { $0 != .sGray }

  /// The spaces that images are mostly made for. Reports identify only these, and describe all others in words.
  package static let usual: [ReferenceSpace] = [.displayP3, .sRGB]

  package var isWide: Bool {
    [
      .displayP3, .displayP3Compat, .adobeRGB, .proPhotoRGB, .rec2020, .rec2020Display, .dciP3, .wideGamutRGB,
    ].contains(self)
  }

  /// Creates the usual space that another is equivalent to, at 8 bits or better, by its parameters.
  init?(usual space: RGBSpace) {
    let match = Self.matches.value(for: space) {
      Self.usual.first { $0.space == space } ?? Self.usual.first { space.isEquivalent(to: $0.space) }
    }
    guard let match else { return nil }
    self = match
  }

  /// Profiles of one device differ in their dates and identifiers, and mostly not in their numbers.
  private static let matches = Memo<RGBSpace, ReferenceSpace?>(limit: 64)
}

/// The names and numbers of the spaces, each from the publication named in its comment.
extension ReferenceSpace {
  private struct Facts {
    let name: String
    var otherNames: [String] = []
    /// nil where nobody publishes the chromaticities.
    let primaries: Primaries?
    let curve: TransferFunction
    var codePoints: CICP?

    init(
      _ name: String, also otherNames: [String] = [], _ primaries: Primaries?, _ curve: TransferFunction,
      _ codePoints: CICP? = nil
    ) {
      (self.name, self.otherNames) = (name, otherNames)
      (self.primaries, self.curve, self.codePoints) = (primaries, curve, codePoints)
    }
  }

  private var facts: Facts {
    let d65 = (0.3127, 0.3290)
    let d50 = (0.3457, 0.3585)
    let sRGBCurve = RGBSpace.sRGBCurve
    // Photoshop and Apple have these exponents as u8Fixed8, and so has Adobe RGB (1998), 4.3.1: exactly 2 51/256.
    let (gamma18, gamma22) = (TransferFunction.gamma(461.0 / 256), TransferFunction.gamma(563.0 / 256))
    // The camera curve of ITU-R BT.709-6, item 1.2, which BT.601-7 and BT.2020-2, table 4, share; and as displayed.
    let (camera, display) = (CodePoints.bt709, CodePoints.bt1886)
    return switch self {
    case .displayP3:
      Facts(
        "Display P3", also: ["P3", "P3-D65"], .displayP3, sRGBCurve, CICP(primaries: 12, transfer: 13))
    case .sRGB:
      Facts(
        "sRGB", also: ["sRGB IEC61966-2.1", "IEC 61966-2-1"], .sRGB, sRGBCurve, CICP(primaries: 1, transfer: 13))
    // It has only a white, and is given the primaries of sRGB.
    case .sGray: Facts("sGray", also: ["sGrey"], .sRGB, sRGBCurve, CICP(primaries: 1, transfer: 13))
    case .displayP3Compat: Facts("Display P3 Compat", also: ["P3 Compat"], nil, sRGBCurve)
    case .linearSRGB:
      Facts("linear sRGB", also: ["sRGB linear"], .sRGB, .linear, CICP(primaries: 1, transfer: 8))
    case .adobeRGB: Facts("Adobe RGB (1998)", also: ["A98 RGB", "Adobe 1998"], .adobeRGB, gamma22)
    // ISO 22028-2:2013: gamma 1.8, with slope 16 below 16^(1.8/(1 - 1.8)) = 1/512.
    case .proPhotoRGB:
      Facts(
        "ProPhoto RGB", also: ["ProPhoto", "ROMM RGB", "ROMM"],
        Primaries(red: (0.7347, 0.2653), green: (0.1596, 0.8404), blue: (0.0366, 0.0001), white: d50),
        .parametric(ParametricCurve(g: 1.8, a: 1, b: 0, c: 1.0 / 16, d: 1.0 / 32)))
    case .rec2020: Facts("Rec. 2020", also: ["BT.2020", "ITU-R BT.2020"], .rec2020, camera)
    case .rec2020Display:
      Facts(
        "Rec. 2020, gamma 2.4", also: ["BT.2020 gamma 2.4", "Rec. 2020 BT.1886"], .rec2020, display,
        CICP(primaries: 9, transfer: 14))
    case .dciP3: Facts("DCI-P3", also: ["P3-DCI", "SMPTE RP 431-2"], .dciP3, .gamma(2.6))
    // ITU-R BT.709-6, items 1.3 and 1.4: the primaries that sRGB has.
    case .rec709: Facts("Rec. 709", also: ["BT.709", "ITU-R BT.709"], .sRGB, camera)
    case .rec709Display:
      Facts(
        "Rec. 709, gamma 2.4", also: ["BT.709 gamma 2.4", "Rec. 709 BT.1886"], .sRGB, display,
        CICP(primaries: 1, transfer: 1))
    case .rec601NTSC:
      Facts("Rec. 601 (525 lines)", also: ["BT.601 525", "Rec. 601 NTSC", "BT.601 NTSC"], .rec601NTSC, camera)
    case .rec601PAL:
      Facts("Rec. 601 (625 lines)", also: ["BT.601 625", "Rec. 601 PAL", "BT.601 PAL"], .rec601PAL, camera)
    // Working spaces of Photoshop, as in its profiles.
    case .appleRGB:
      Facts(
        "Apple RGB", Primaries(red: (0.625, 0.340), green: (0.280, 0.595), blue: (0.155, 0.070), white: d65), gamma18)
    case .colorMatchRGB:
      Facts(
        "ColorMatch RGB", also: ["ColorMatch"],
        Primaries(red: (0.630, 0.340), green: (0.295, 0.605), blue: (0.150, 0.075), white: d50), gamma18)
    case .wideGamutRGB:
      Facts(
        "Wide Gamut RGB", also: ["Wide Gamut"],
        Primaries(red: (0.7347, 0.2653), green: (0.1152, 0.8264), blue: (0.1566, 0.0177), white: d50), gamma22)
    // As in the profile that images of macOS have: the phosphors of EBU Tech 3213.
    case .genericRGB:
      Facts(
        "Generic RGB", also: ["Generic RGB Profile"],
        Primaries(red: (0.630, 0.340), green: (0.295, 0.605), blue: (0.155, 0.077), white: d65), gamma18)
    }
  }

  /// The space as colorants in the D50 connection space and curves. `sGray` has the space sRGB, which is equal for greys.
  public var space: RGBSpace {
    switch self {
    case .sRGB, .sGray: .sRGB
    case .displayP3: .displayP3
    default: Self.spaces[self] ?? .sRGB
    }
  }

  private static let spaces: [ReferenceSpace: RGBSpace] = allCases.reduce(into: [:]) { spaces, reference in
    spaces[reference] = reference.toPCS.flatMap { RGBSpace(colorants: $0, curve: reference.curve) }
  }

  /// The space, and the same space with its colorants rounded as makers of profiles do, if these differ: near black, a
  /// pure power amplifies the last bit of a colorant to five codes of 255.
  var variants: [RGBSpace] {
    let rounded: Matrix3? =
      switch self {
      case .genericRGB: Self.appleGenericRGB
      case .rec2020, .rec2020Display: primaries?.toPCSRoundedLeast
      default: nil
      }
    return [space] + [rounded.flatMap { RGBSpace(colorants: $0, curve: curve) }].compactMap(\.self)
  }

  /// The colorants of Apple's "Generic RGB Profile", whose sum is D50 only to 0.0002.
  private static let appleGenericRGB = Matrix3(
    columns: SIMD3(0x744d, 0x3dee, 0x03d0) / 65536, SIMD3(0x5a75, 0xac73, 0x1734) / 65536,
    SIMD3(0x281a, 0x159f, 0xb836) / 65536)

  /// The colorants. Where cICP has a code for the primaries and for the curve, they are those of the cICP chunk.
  private var toPCS: Matrix3? {
    switch self {
    case .sRGB, .sGray, .linearSRGB, .rec709, .rec709Display: RGBSpace.sRGB.toPCS
    case .displayP3: RGBSpace.displayP3.toPCS
    // Display P3 for software that rejects negative colorants: red without its negative Z. The parameters are those of
    // DisplayP3Compat in Compact-ICC-Profiles (CC0), the only publication.
    case .displayP3Compat:
      Matrix3(
        columns: SIMD3(0x83df, 0x3dbf, 0) / 65536, SIMD3(0x4abf, 0xb137, 0x0ab5) / 65536,
        SIMD3(0x2838, 0x110a, 0xc878) / 65536)
    case .rec2020, .rec2020Display: primaries?.toPCS
    default: primaries?.toPCSRoundedLeast
    }
  }

  /// The chromaticities of the primaries and of white. Those of Display P3 Compat follow from its colorants.
  var primaries: Primaries? {
    facts.primaries ?? toPCS.flatMap { Primaries(colorants: $0, white: (0.3127, 0.3290)) }
  }

  var hasGreysOfSRGB: Bool { curve == RGBSpace.sRGBCurve }

  var curve: TransferFunction { facts.curve }

  var exponent: Double? {
    if case .parametric(let form) = curve, form == ParametricCurve(g: form.g) { form.g } else { nil }
  }

  /// The code points of ITU-T H.273 with the same meaning, as displays decode them; nil if there are none.
  ///
  /// The transfer functions of BT.709, BT.601 and BT.2020 are those of cameras, which displays show with BT.1886: the
  /// code points therefore mean the spaces with gamma 2.4. SMPTE ST 428-1 scales white down, which DCI-P3 here does
  /// not.
  package var codePoints: CICP? { facts.codePoints }

  /// Returns whether gAMA has the value that belongs beside this space for simple decoders, to a thousandth: 45455 for
  /// the curve of sRGB (PNG Third Edition, 11.3.2.5), and the exponent of a power. Other curves have none.
  package func accepts(gamma: UInt32) -> Bool {
    guard let exponent = hasGreysOfSRGB ? 2.2 : exponent else { return false }
    let expected = (100_000 / exponent).rounded()
    return abs(Double(gamma) - expected) <= expected / 1000
  }

  /// Returns whether cHRM has the primaries of the space (PNG Third Edition, 11.3.2.5, for sRGB), within 0.0005.
  package func accepts(_ chromaticities: Chromaticities) -> Bool {
    guard let primaries else { return false }
    let found = [chromaticities.white, chromaticities.red, chromaticities.green, chromaticities.blue]
    let expected = [primaries.white, primaries.red, primaries.green, primaries.blue]
    // Units of 1/100,000; half a unit more than 50 for the rounding of the published numbers' binary form.
    func isNear(_ value: UInt32, _ wanted: Double) -> Bool { abs(Double(value) - wanted * 100_000) < 50.5 }
    return zip(found, expected).allSatisfy { isNear($0.x, $1.x) && isNear($0.y, $1.y) }
  }

  /// Returns whether cHRM means the colours of the space, to 0.0005 of white, also with the primaries as they are adapted to
  /// another white.
  package func hasColors(of chromaticities: Chromaticities) -> Bool {
    guard let own = toPCS, let other = Primaries(chromaticities).toPCS else { return false }
    return (0..<3).allSatisfy { column in
      let difference = own.column(column) - other.column(column)
      return max(difference.max(), -difference.min()) < 0.0005
    }
  }
}

/// The profiles that are written for the spaces.
extension ReferenceSpace {
  /// The project's own profile of the space, of version 4; for `sGray` a grey one.
  ///
  /// The colorants are those of `space`, which are s15Fixed16 and add up to D50 exactly. The parameters of a curve are
  /// rounded to s15Fixed16, which moves no code by more than 0.23 of 65,535 (the camera curve of BT.709), 0.07 (gamma
  /// 2.4 and 2.6) or 0.05 (ProPhoto RGB); the other curves are exact.
  public var profile: Profile {
    switch self {
    case .sRGB: .sRGB
    case .displayP3: .displayP3
    default: Self.profiles[self]?.color ?? .sGray
    }
  }

  /// The project's own profile for grey images of this space: its curve alone. The spaces with the curve of sRGB share
  /// `Profile.sGray`.
  public var greyProfile: Profile { hasGreysOfSRGB ? .sGray : Self.profiles[self]?.grey ?? .sGray }

  /// The space of `profile`, with its rounded curve: what the codes of an image with this profile mean.
  var profileSpace: RGBSpace {
    guard !hasGreysOfSRGB, let curve = toneCurve.transferFunction else { return space }
    return RGBSpace(colorants: space.toPCS, curve: curve) ?? space
  }

  private static let profiles: [ReferenceSpace: (color: Profile, grey: Profile)] = rgb.reduce(into: [:]) {
    $0[$1] = $1.synthesizedProfiles
  }

  private var synthesizedProfiles: (color: Profile, grey: Profile) {
    let matrix = primaries?.adaptation ?? .identity
    let adaptation = [matrix.row0, matrix.row1, matrix.row2].flatMap {
      [$0.x, $0.y, $0.z].map(Int32.init(s15Fixed16:))
    }
    return (
      Profile.made(name, Colorants(space.toPCS), curve: toneCurve, adaptation: adaptation),
      Profile.made("\(name) grey", nil, curve: toneCurve, adaptation: adaptation)
    )
  }

  /// The curve as it is stored: an exponent of u8Fixed8 as such, all others as parametric curves.
  private var toneCurve: ToneCurve {
    guard case .parametric(let p) = curve, p.g != 1 else { return .identity }
    guard let exponent else {
      return .parametric(kind: 3, parameters: [p.g, p.a, p.b, p.c, p.d].map(Int32.init(s15Fixed16:)))
    }
    if let fixed = UInt16(exactly: exponent * 256) { return .gamma(fixed) }
    return .parametric(kind: 0, parameters: [Int32(s15Fixed16: exponent)])
  }
}

extension RGBSpace {
  init?(colorants: Matrix3, curve: TransferFunction) {
    self.init(colorants: colorants, red: curve, green: curve, blue: curve)
  }
}

extension Int32 {
  init(s15Fixed16 value: Double) { self.init((Swift.min(Swift.max(value, -32768), 32767) * 65536).rounded()) }
}

extension Colorants {
  /// Creates the colorants of a matrix to the connection space, rounded to s15Fixed16.
  init(_ toPCS: Matrix3) {
    func color(_ column: Int) -> XYZNumber {
      let xyz = toPCS.column(column)
      return XYZNumber(x: Int32(s15Fixed16: xyz.x), y: Int32(s15Fixed16: xyz.y), z: Int32(s15Fixed16: xyz.z))
    }
    self.init(red: color(0), green: color(1), blue: color(2))
  }
}
