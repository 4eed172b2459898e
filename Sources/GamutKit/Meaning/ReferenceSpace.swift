public import Gamut
import PNGCodec

/// A published colour space that profiles and declarations are compared with, by parameters and never by name.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
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

  /// The name for people.
  public var name: String {
    switch self {
    case .displayP3: "Display P3"
    case .sRGB: "sRGB"
    case .sGray: "sGray"
    case .displayP3Compat: "Display P3 Compat"
    case .linearSRGB: "linear sRGB"
    case .adobeRGB: "Adobe RGB (1998)"
    case .proPhotoRGB: "ProPhoto RGB"
    case .rec2020: "Rec. 2020"
    case .rec2020Display: "Rec. 2020, gamma 2.4"
    case .dciP3: "DCI-P3"
    case .rec709: "Rec. 709"
    case .rec709Display: "Rec. 709, gamma 2.4"
    case .rec601NTSC: "Rec. 601 (525 lines)"
    case .rec601PAL: "Rec. 601 (625 lines)"
    case .appleRGB: "Apple RGB"
    case .colorMatchRGB: "ColorMatch RGB"
    case .wideGamutRGB: "Wide Gamut RGB"
    }
  }

  /// The spaces for red, green and blue; `sGray` has one channel.
  public static let rgb = allCases.filter { $0 != .sGray }

  /// The space as colorants in the D50 connection space and curves. `sGray` has the space sRGB: for greys they are
  /// equal.
  public var space: RGBSpace { Self.spaces[self] ?? .sRGB }

  /// The space, and the same space with the colorants of its cICP chunk here if these differ significantly: near black,
  /// a pure power amplifies the last bit of a colorant to five codes of 255.
  var variants: [RGBSpace] {
    guard self == .rec2020Display, let declared = try? CodePoints.space(CICP(primaries: 9, transfer: 14)) else {
      return [space]
    }
    return [space, declared]
  }

  private static let spaces: [ReferenceSpace: RGBSpace] = {
    var spaces: [ReferenceSpace: RGBSpace] = [:]
    for reference in allCases {
      let (toPCS, curve) = reference.numbers
      if let toPCS { spaces[reference] = RGBSpace(colorants: toPCS, red: curve, green: curve, blue: curve) }
    }
    return spaces
  }()

  /// The colorants, and the curve of all channels, from the publication named in the comment of each.
  private var numbers: (Matrix3?, TransferFunction) {
    let d65 = (0.3127, 0.3290)
    let d50 = (0.3457, 0.3585)
    switch self {
    // The project's own profiles.
    case .displayP3: return (RGBSpace.displayP3.toPCS, RGBSpace.sRGBCurve)
    case .sRGB, .sGray: return (RGBSpace.sRGB.toPCS, RGBSpace.sRGBCurve)
    // Display P3 for software that rejects negative colorants: red without its negative Z. The parameters are those of
    // DisplayP3Compat in Compact-ICC-Profiles (CC0), the only publication.
    case .displayP3Compat:
      let toPCS = Matrix3(
        columns: SIMD3(0x83df, 0x3dbf, 0) / 65536, SIMD3(0x4abf, 0xb137, 0x0ab5) / 65536,
        SIMD3(0x2838, 0x110a, 0xc878) / 65536)
      return (toPCS, RGBSpace.sRGBCurve)
    case .linearSRGB: return (RGBSpace.sRGB.toPCS, .linear)
    // Adobe RGB (1998) Color Image Encoding, 2005-05, 4.2.1 and 4.3.1; its gamma is exactly 2 51/256.
    case .adobeRGB: return (Self.pcs((0.64, 0.33), (0.21, 0.71), (0.15, 0.06), d65), .gamma(563.0 / 256))
    // ROMM RGB, ISO 22028-2:2013: gamma 1.8, with slope 16 below 16^(1.8/(1 - 1.8)) = 1/512.
    case .proPhotoRGB:
      return (
        Self.pcs((0.7347, 0.2653), (0.1596, 0.8404), (0.0366, 0.0001), d50),
        .parametric(ParametricCurve(g: 1.8, a: 1, b: 0, c: 1.0 / 16, d: 1.0 / 32))
      )
    // ITU-R BT.2020-2, table 3 and the transfer function of table 4.
    case .rec2020: return (Self.rec2020Primaries, CodePoints.bt709)
    // The same as displayed by BT.1886, with black at 0.
    case .rec2020Display: return (Self.rec2020Primaries, CodePoints.bt1886)
    // SMPTE RP 431-2:2011, the reference projector: its own white, gamma 2.6.
    case .dciP3: return (Self.pcs((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), (0.314, 0.351)), .gamma(2.6))
    // ITU-R BT.709-6, items 1.2 to 1.4.
    case .rec709: return (RGBSpace.sRGB.toPCS, CodePoints.bt709)
    // The same as displayed by BT.1886, with black at 0.
    case .rec709Display: return (RGBSpace.sRGB.toPCS, CodePoints.bt1886)
    // ITU-R BT.601-7, 2.3 to 2.6, for 525 and for 625 lines.
    case .rec601NTSC: return (Self.pcs((0.630, 0.340), (0.310, 0.595), (0.155, 0.070), d65), CodePoints.bt709)
    case .rec601PAL: return (Self.pcs((0.640, 0.330), (0.290, 0.600), (0.150, 0.060), d65), CodePoints.bt709)
    // Working spaces of Photoshop, as in its profiles: u8Fixed8 gammas of 1.8 and 2.2.
    case .appleRGB: return (Self.pcs((0.625, 0.340), (0.280, 0.595), (0.155, 0.070), d65), .gamma(461.0 / 256))
    case .colorMatchRGB: return (Self.pcs((0.630, 0.340), (0.295, 0.605), (0.150, 0.075), d50), .gamma(461.0 / 256))
    case .wideGamutRGB:
      return (Self.pcs((0.7347, 0.2653), (0.1152, 0.8264), (0.1566, 0.0177), d50), .gamma(563.0 / 256))
    }
  }

  private static let rec2020Primaries = pcs((0.708, 0.292), (0.170, 0.797), (0.131, 0.046), (0.3127, 0.3290))

  private static func pcs(
    _ red: (Double, Double), _ green: (Double, Double), _ blue: (Double, Double), _ white: (Double, Double)
  ) -> Matrix3? {
    Primaries(red: red, green: green, blue: blue, white: white).toPCSRoundedLeast
  }
}

extension ReferenceSpace {
  /// Creates the space that a name claims. Names do not determine a space, but a wrong name is reported.
  init?(claimedBy name: String) {
    // Any spelling is accepted, but only from the start of a word: "PS RGB" and "esRGB" do not claim to be sRGB.
    var letters: [UInt8] = []
    var starts: [Int] = []
    var previous = UInt8(ascii: " ")
    for byte in name.utf8 {
      if Self.isLetterOrDigit(byte) {
        let isCapital = (0x41...0x5a).contains(byte)
        if !Self.isLetterOrDigit(previous) || isCapital && previous & 0x20 != 0 { starts.append(letters.count) }
        letters.append(isCapital ? byte | 0x20 : byte)
      }
      previous = byte
    }
    func has(_ words: String...) -> Bool {
      words.contains { word in starts.contains { letters[$0...].starts(with: word.utf8) } }
    }
    if has("displayp3", "p3d65") {
      self = has("compat") ? .displayP3Compat : .displayP3
    } else if has("dcip3") {
      self = .dciP3
    } else if has("srgb") {
      self = has("linear") ? .linearSRGB : .sRGB
    } else if has("sgray", "sgrey") {
      self = .sGray
    } else if has("adobergb") {
      self = .adobeRGB
    } else if has("prophoto", "rommrgb") {
      self = .proPhotoRGB
    } else if has("rec2020", "bt2020") {
      self = .rec2020
    } else if has("rec709", "bt709") {
      self = .rec709
    } else if has("applergb") {
      self = .appleRGB
    } else if has("colormatch") {
      self = .colorMatchRGB
    } else if has("widegamutrgb") {
      self = .wideGamutRGB
    } else {
      return nil
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte & 0xdf)
  }
}

extension KnownSpace {
  /// The equivalent reference space.
  public var reference: ReferenceSpace { self == .displayP3 ? .displayP3 : .sRGB }

  /// Creates the space that is equivalent to a reference space.
  init?(_ reference: ReferenceSpace) { self.init(rawValue: reference.rawValue) }
}
