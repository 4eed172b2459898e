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

  /// The space of the components.
  package var space: Space
  /// The three components, in the units of the space. A hue is at least 0, and less than 360.
  package var components: [Double]
  /// The alpha, from 0 (transparent) to 1 (opaque).
  package var alpha: Double
  /// A bit for each component that is missing (`none`), and the fourth one for alpha.
  var missing = 0

  /// Creates a colour.
  package init(_ space: Space, _ components: [Double], alpha: Double = 1) {
    (self.space, self.components, self.alpha) = (space, components, alpha)
  }
}

/// The reason that a text is not a colour.
package struct CSSColorFault: Error, Sendable, Hashable {
  /// The place in the text, in bytes of UTF-8; at most the number of bytes.
  package var offset: Int
  /// A clause that states the fault and the expected text.
  package var message: String

  package init(_ offset: Int, _ message: String) { (self.offset, self.message) = (offset, message) }
}
