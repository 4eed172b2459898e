/// A colour in the form that CSS gives it (CSS Color Module Level 4 and 5): a space, three components and alpha.
package struct CSSColor: Sendable, Hashable {
  /// A colour space, or a polar model of one, with its CSS name as raw value.
  package enum Space: String, Sendable, Hashable, CaseIterable {
    /// sRGB: `rgb()`, hexadecimal digits, names, and `color(srgb)`. Red, green and blue; 1 is full.
    case sRGB = "srgb"
    case linearSRGB = "srgb-linear"
    case displayP3 = "display-p3"
    case linearDisplayP3 = "display-p3-linear"
    case a98RGB = "a98-rgb"
    /// ProPhoto RGB (ROMM RGB), relative to D50.
    case proPhotoRGB = "prophoto-rgb"
    /// ITU-R BT.2020, for displays: with the exponent 2.4 of ITU-R BT.1886.
    case rec2020 = "rec2020"
    /// CIE XYZ relative to D50; 1 is the luminance of white.
    case xyzD50 = "xyz-d50"
    /// CIE XYZ relative to D65; 1 is the luminance of white. `xyz` is another name of it.
    case xyzD65 = "xyz-d65"
    /// CIE Lab relative to D50: lightness from 0 to 100, a, and b.
    case lab = "lab"
    /// CIE Lab in polar form: lightness from 0 to 100, chroma, and hue in degrees.
    case lch = "lch"
    /// OKLab: lightness from 0 to 1, a, and b.
    case okLab = "oklab"
    /// OKLab in polar form: lightness from 0 to 1, chroma, and hue in degrees.
    case okLCh = "oklch"
    /// sRGB by hue in degrees, saturation, and lightness; 100 is full.
    case hsl = "hsl"
    /// sRGB by hue in degrees, whiteness, and blackness; 100 is full.
    case hwb = "hwb"
  }

  package var space: Space
  /// The three components, in the units of the space. A hue is at least 0, and less than 360.
  package var components: [Double]
  /// The alpha, from 0 (transparent) to 1 (opaque).
  package var alpha: Double
  /// A bit for each component that is missing (`none`), and the fourth one for alpha.
  var missing = 0

  package init(_ space: Space, _ components: [Double], alpha: Double = 1) {
    (self.space, self.components, self.alpha) = (space, components, alpha)
  }
}

package struct CSSColorFault: Error, Sendable, Hashable {
  /// The place in the text, in bytes of UTF-8; at most the number of bytes.
  package var offset: Int
  package var message: String

  package init(_ offset: Int, _ message: String) { (self.offset, self.message) = (offset, message) }
}

extension CSSColor {
  /// The names of colours (CSS Color 4 section 6.1), without `transparent`.
  package static let names: [String] = namedCodes.keys.sorted()

  /// Their codes: 8 bits each of red, green and blue.
  static let namedCodes: [String: UInt32] = [
    "aliceblue": 0xf0_f8_ff, "antiquewhite": 0xfa_eb_d7, "aqua": 0x00_ff_ff, "aquamarine": 0x7f_ff_d4,
    "azure": 0xf0_ff_ff, "beige": 0xf5_f5_dc, "bisque": 0xff_e4_c4, "black": 0x00_00_00, "blanchedalmond": 0xff_eb_cd,
    "blue": 0x00_00_ff, "blueviolet": 0x8a_2b_e2, "brown": 0xa5_2a_2a, "burlywood": 0xde_b8_87,
    "cadetblue": 0x5f_9e_a0, "chartreuse": 0x7f_ff_00, "chocolate": 0xd2_69_1e, "coral": 0xff_7f_50,
    "cornflowerblue": 0x64_95_ed, "cornsilk": 0xff_f8_dc, "crimson": 0xdc_14_3c, "cyan": 0x00_ff_ff,
    "darkblue": 0x00_00_8b, "darkcyan": 0x00_8b_8b, "darkgoldenrod": 0xb8_86_0b, "darkgray": 0xa9_a9_a9,
    "darkgreen": 0x00_64_00, "darkgrey": 0xa9_a9_a9, "darkkhaki": 0xbd_b7_6b, "darkmagenta": 0x8b_00_8b,
    "darkolivegreen": 0x55_6b_2f, "darkorange": 0xff_8c_00, "darkorchid": 0x99_32_cc, "darkred": 0x8b_00_00,
    "darksalmon": 0xe9_96_7a, "darkseagreen": 0x8f_bc_8f, "darkslateblue": 0x48_3d_8b, "darkslategray": 0x2f_4f_4f,
    "darkslategrey": 0x2f_4f_4f, "darkturquoise": 0x00_ce_d1, "darkviolet": 0x94_00_d3, "deeppink": 0xff_14_93,
    "deepskyblue": 0x00_bf_ff, "dimgray": 0x69_69_69, "dimgrey": 0x69_69_69, "dodgerblue": 0x1e_90_ff,
    "firebrick": 0xb2_22_22, "floralwhite": 0xff_fa_f0, "forestgreen": 0x22_8b_22, "fuchsia": 0xff_00_ff,
    "gainsboro": 0xdc_dc_dc, "ghostwhite": 0xf8_f8_ff, "gold": 0xff_d7_00, "goldenrod": 0xda_a5_20,
    "gray": 0x80_80_80, "green": 0x00_80_00, "greenyellow": 0xad_ff_2f, "grey": 0x80_80_80, "honeydew": 0xf0_ff_f0,
    "hotpink": 0xff_69_b4, "indianred": 0xcd_5c_5c, "indigo": 0x4b_00_82, "ivory": 0xff_ff_f0, "khaki": 0xf0_e6_8c,
    "lavender": 0xe6_e6_fa, "lavenderblush": 0xff_f0_f5, "lawngreen": 0x7c_fc_00, "lemonchiffon": 0xff_fa_cd,
    "lightblue": 0xad_d8_e6, "lightcoral": 0xf0_80_80, "lightcyan": 0xe0_ff_ff, "lightgoldenrodyellow": 0xfa_fa_d2,
    "lightgray": 0xd3_d3_d3, "lightgreen": 0x90_ee_90, "lightgrey": 0xd3_d3_d3, "lightpink": 0xff_b6_c1,
    "lightsalmon": 0xff_a0_7a, "lightseagreen": 0x20_b2_aa, "lightskyblue": 0x87_ce_fa, "lightslategray": 0x77_88_99,
    "lightslategrey": 0x77_88_99, "lightsteelblue": 0xb0_c4_de, "lightyellow": 0xff_ff_e0, "lime": 0x00_ff_00,
    "limegreen": 0x32_cd_32, "linen": 0xfa_f0_e6, "magenta": 0xff_00_ff, "maroon": 0x80_00_00,
    "mediumaquamarine": 0x66_cd_aa, "mediumblue": 0x00_00_cd, "mediumorchid": 0xba_55_d3, "mediumpurple": 0x93_70_db,
    "mediumseagreen": 0x3c_b3_71, "mediumslateblue": 0x7b_68_ee, "mediumspringgreen": 0x00_fa_9a,
    "mediumturquoise": 0x48_d1_cc, "mediumvioletred": 0xc7_15_85, "midnightblue": 0x19_19_70, "mintcream": 0xf5_ff_fa,
    "mistyrose": 0xff_e4_e1, "moccasin": 0xff_e4_b5, "navajowhite": 0xff_de_ad, "navy": 0x00_00_80,
    "oldlace": 0xfd_f5_e6, "olive": 0x80_80_00, "olivedrab": 0x6b_8e_23, "orange": 0xff_a5_00,
    "orangered": 0xff_45_00, "orchid": 0xda_70_d6, "palegoldenrod": 0xee_e8_aa, "palegreen": 0x98_fb_98,
    "paleturquoise": 0xaf_ee_ee, "palevioletred": 0xdb_70_93, "papayawhip": 0xff_ef_d5, "peachpuff": 0xff_da_b9,
    "peru": 0xcd_85_3f, "pink": 0xff_c0_cb, "plum": 0xdd_a0_dd, "powderblue": 0xb0_e0_e6, "purple": 0x80_00_80,
    "rebeccapurple": 0x66_33_99, "red": 0xff_00_00, "rosybrown": 0xbc_8f_8f, "royalblue": 0x41_69_e1,
    "saddlebrown": 0x8b_45_13, "salmon": 0xfa_80_72, "sandybrown": 0xf4_a4_60, "seagreen": 0x2e_8b_57,
    "seashell": 0xff_f5_ee, "sienna": 0xa0_52_2d, "silver": 0xc0_c0_c0, "skyblue": 0x87_ce_eb,
    "slateblue": 0x6a_5a_cd, "slategray": 0x70_80_90, "slategrey": 0x70_80_90, "snow": 0xff_fa_fa,
    "springgreen": 0x00_ff_7f, "steelblue": 0x46_82_b4, "tan": 0xd2_b4_8c, "teal": 0x00_80_80, "thistle": 0xd8_bf_d8,
    "tomato": 0xff_63_47, "turquoise": 0x40_e0_d0, "violet": 0xee_82_ee, "wheat": 0xf5_de_b3, "white": 0xff_ff_ff,
    "whitesmoke": 0xf5_f5_f5, "yellow": 0xff_ff_00, "yellowgreen": 0x9a_cd_32,
  ]
}
