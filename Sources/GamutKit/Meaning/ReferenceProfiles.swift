import Gamut
public import LittleCMS

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
    guard !hasGreysOfSRGB, let curve = TransferFunction(toneCurve) else { return space }
    return RGBSpace(colorants: space.toPCS, red: curve, green: curve, blue: curve) ?? space
  }

  private static let profiles: [ReferenceSpace: (color: Profile, grey: Profile)] = rgb.reduce(into: [:]) {
    $0[$1] = $1.madeProfiles
  }

  private var madeProfiles: (color: Profile, grey: Profile) {
    let toPCS = space.toPCS
    func color(_ column: Int) -> XYZNumber {
      let xyz = toPCS.column(column)
      return XYZNumber(x: Self.s15Fixed16(xyz.x), y: Self.s15Fixed16(xyz.y), z: Self.s15Fixed16(xyz.z))
    }
    let matrix = primaries?.adaptation ?? .identity
    let adaptation = [matrix.row0, matrix.row1, matrix.row2].flatMap { [$0.x, $0.y, $0.z].map(Self.s15Fixed16) }
    return (
      Profile.made(
        name, Colorants(red: color(0), green: color(1), blue: color(2)), curve: toneCurve, adaptation: adaptation),
      Profile.made("\(name) grey", nil, curve: toneCurve, adaptation: adaptation)
    )
  }

  /// The curve as it is stored: an exponent of u8Fixed8 as such, all others as parametric curves.
  private var toneCurve: ToneCurve {
    guard case .parametric(let p) = curve else { return .identity }
    guard p == ParametricCurve(g: p.g) else {
      return .parametric(kind: 3, parameters: [p.g, p.a, p.b, p.c, p.d].map(Self.s15Fixed16))
    }
    if p.g == 1 { return .identity }
    if let exponent = UInt16(exactly: p.g * 256) { return .gamma(exponent) }
    return .parametric(kind: 0, parameters: [Self.s15Fixed16(p.g)])
  }

  /// Returns the nearest s15Fixed16. The numbers of the spaces are far below 32,768.
  private static func s15Fixed16(_ value: Double) -> Int32 { Int32((value * 65536).rounded()) }
}
