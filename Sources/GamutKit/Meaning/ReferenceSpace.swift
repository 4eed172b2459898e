import Gamut

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

  /// The spaces that images are mostly made for. Reports identify only these, and describe all others in words.
  package static let usual: [ReferenceSpace] = [.displayP3, .sRGB]

  /// Creates the usual space that another is equivalent to, at 8 bits or better, by its parameters.
  init?(usual space: RGBSpace) {
    let match =
      Self.usual.first { $0.space == space } ?? Self.usual.first { space.isEquivalent(to: $0.space) }
    guard let match else { return nil }
    self = match
  }
}
