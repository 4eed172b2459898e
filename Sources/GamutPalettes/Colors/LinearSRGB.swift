import ColorScience
import LibC

extension CSSColor {
  /// The colour as linear sRGB, relative to D65 and without bounds; alpha is not applied.
  ///
  /// In double precision, by the definitions of CSS Color 4. A colour of `hsl()` or `hwb()` outside sRGB is clamped
  /// before, as CSS does for these notations; the components of `rgb()` are in bounds already.
  package var linearSRGB: SIMD3<Double> { linear(isBounded: true) }

  func linear(isBounded: Bool) -> SIMD3<Double> {
    let values = vector
    switch space {
    case .sRGB: return ExtendedSRGB.linear(values)
    case .linearSRGB: return values
    case .displayP3: return Self.product(ExtendedSRGB.fromDisplayP3, ExtendedSRGB.linear(values))
    case .linearDisplayP3: return Self.product(ExtendedSRGB.fromDisplayP3, values)
    case .a98RGB: return Self.product(Self.fromA98RGB, values.map { Self.power($0, 563 / 256) })
    case .proPhotoRGB:
      return Self.fromProPhotoRGB * values.map { $0.magnitude <= 16.0 / 512 ? $0 / 16 : Self.power($0, 1.8) }
    case .rec2020: return Self.product(Self.fromRec2020, values.map { Self.power($0, 2.4) })
    case .xyzD50: return Self.fromXYZD50 * values
    case .xyzD65: return ExtendedSRGB.fromXYZ * values
    case .lab: return Self.linearSRGB(lab: values)
    case .lch: return Self.linearSRGB(lab: Self.opponents(values))
    case .okLab: return Self.linearSRGB(okLab: values)
    case .okLCh: return Self.linearSRGB(okLab: Self.opponents(values))
    case .hsl, .hwb:
      let encoded = space == .hsl ? Self.sRGB(hsl: values) : Self.sRGB(hwb: values)
      return ExtendedSRGB.linear(isBounded ? encoded.clamped(lowerBound: .zero, upperBound: .one) : encoded)
    }
  }

  /// The encoded values of a colour whose notation is one of sRGB; nil for other spaces.
  package var sRGBLevels: [Double]? {
    switch space {
    case .sRGB: return components
    case .hsl, .hwb:
      let levels = ExtendedSRGB.encoded(linearSRGB)
      return [levels.x, levels.y, levels.z]
    default: return nil
    }
  }

  /// The matrices follow from the chromaticities that CSS Color 4 gives (sections 10 and 18).
  fileprivate static let fromA98RGB = ExtendedSRGB.fromXYZ * (Primaries.adobeRGB.toXYZ ?? .identity)
  fileprivate static let fromRec2020 = ExtendedSRGB.fromXYZ * (Primaries.rec2020.toXYZ ?? .identity)
  fileprivate static let fromProPhotoRGB: Matrix3 = {
    let primaries = Primaries(
      red: (0.734699, 0.265301), green: (0.159597, 0.840403), blue: (0.036598, 0.000105), white: (0.3457, 0.3585))
    return fromXYZD50 * (primaries.toXYZ ?? .identity)
  }()
  fileprivate static let d50 = SIMD3(0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585)
  fileprivate static let fromXYZD50 =
    ExtendedSRGB.fromXYZ * .bradford(from: d50, to: SIMD3(0.3127 / 0.3290, 1, (1 - 0.3127 - 0.3290) / 0.3290))

  /// Returns the linear sRGB values of linear values in a space with the same white. Each row of the matrix has the sum
  /// 1, so that the channels of a grey stay exactly equal: with rounding errors, they could get different codes.
  private static func product(_ matrix: Matrix3, _ linear: SIMD3<Double>) -> SIMD3<Double> {
    linear.x == linear.y && linear.y == linear.z ? linear : matrix * linear
  }

  private var vector: SIMD3<Double> {
    func component(_ index: Int) -> Double { components.indices.contains(index) ? components[index] : 0 }
    return SIMD3(component(0), component(1), component(2))
  }

  /// The power function, reflected for negative values.
  fileprivate static func power(_ value: Double, _ exponent: Double) -> Double {
    value < 0 ? -pow(-value, exponent) : pow(value, exponent)
  }

  private static func opponents(_ polar: SIMD3<Double>) -> SIMD3<Double> {
    let angle = polar.z * .pi / 180
    return SIMD3(polar.x, polar.y * cos(angle), polar.y * sin(angle))
  }

  private static func linearSRGB(lab: SIMD3<Double>) -> SIMD3<Double> {
    fromXYZD50 * CIELab(l: lab.x, a: lab.y, b: lab.z).xyz(white: d50)
  }

  private static func linearSRGB(okLab: SIMD3<Double>) -> SIMD3<Double> {
    OKLab(l: okLab.x, a: okLab.y, b: okLab.z).linearSRGB
  }

  private static func sRGB(hsl: SIMD3<Double>) -> SIMD3<Double> {
    let (saturation, lightness) = (hsl.y / 100, hsl.z / 100)
    let amplitude = saturation * min(lightness, 1 - lightness)
    return SIMD3(0, 8, 4).map { phase in
      let turns = phase / 12 + hsl.x / 360
      let sector = 12 * (turns - turns.rounded(.down))
      return lightness - amplitude * max(-1, min(sector - 3, 9 - sector, 1))
    }
  }

  private static func sRGB(hwb: SIMD3<Double>) -> SIMD3<Double> {
    let (white, black) = (hwb.y / 100, hwb.z / 100)
    if white + black >= 1 { return SIMD3(repeating: white / (white + black)) }
    return sRGB(hsl: SIMD3(hwb.x, 100, 50)) * (1 - white - black) + white
  }
}

extension CSSColor.Space {
  private static let toXYZD50 = CSSColor.fromXYZD50.inverse ?? .identity
  private static let toA98RGB = CSSColor.fromA98RGB.inverse ?? .identity
  private static let toProPhotoRGB = CSSColor.fromProPhotoRGB.inverse ?? .identity
  private static let toRec2020 = CSSColor.fromRec2020.inverse ?? .identity

  func components(ofLinearSRGB linear: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .sRGB: return ExtendedSRGB.encoded(linear)
    case .linearSRGB: return linear
    case .displayP3: return ExtendedSRGB.encoded(ExtendedSRGB.linearDisplayP3(linear))
    case .linearDisplayP3: return ExtendedSRGB.linearDisplayP3(linear)
    case .a98RGB: return (Self.toA98RGB * linear).map { CSSColor.power($0, 256 / 563) }
    case .proPhotoRGB:
      return (Self.toProPhotoRGB * linear).map { $0.magnitude <= 1.0 / 512 ? 16 * $0 : CSSColor.power($0, 1 / 1.8) }
    case .rec2020: return (Self.toRec2020 * linear).map { CSSColor.power($0, 1 / 2.4) }
    case .xyzD50: return Self.toXYZD50 * linear
    case .xyzD65: return ExtendedSRGB.toXYZ * linear
    case .lab:
      let lab = CIELab(xyz: Self.toXYZD50 * linear, white: CSSColor.d50)
      return SIMD3(lab.l, lab.a, lab.b)
    case .okLab:
      let lab = OKLab(linearSRGB: linear)
      return SIMD3(lab.l, lab.a, lab.b)
    case .lch: return Self.polar(Self.lab.components(ofLinearSRGB: linear))
    case .okLCh: return Self.polar(Self.okLab.components(ofLinearSRGB: linear))
    case .hsl: return Self.hsl(ExtendedSRGB.encoded(linear))
    case .hwb:
      let sRGB = ExtendedSRGB.encoded(linear)
      return SIMD3(Self.hue(sRGB), 100 * sRGB.min(), 100 * (1 - sRGB.max()))
    }
  }

  private static func polar(_ lab: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(lab.x, hypot(lab.y, lab.z), CSSColor.circle(atan2(lab.z, lab.y) * 180 / .pi))
  }

  private static func hue(_ sRGB: SIMD3<Double>) -> Double {
    let (high, range) = (sRGB.max(), sRGB.max() - sRGB.min())
    guard range > 0 else { return 0 }
    let sector =
      high == sRGB.x
      ? (sRGB.y - sRGB.z) / range : high == sRGB.y ? (sRGB.z - sRGB.x) / range + 2 : (sRGB.x - sRGB.y) / range + 4
    return CSSColor.circle(60 * sector)
  }

  /// Returns hue, saturation and lightness of encoded values (CSS Color 4, section 7.1), which may be outside sRGB.
  private static func hsl(_ sRGB: SIMD3<Double>) -> SIMD3<Double> {
    let lightness = (sRGB.min() + sRGB.max()) / 2
    let room = min(lightness, 1 - lightness)
    var (hue, saturation) = (hue(sRGB), room == 0 ? 0 : (sRGB.max() - lightness) / room)
    // Far outside sRGB, the saturation is that of the opposite hue.
    if saturation < 0 { (hue, saturation) = (hue + 180, -saturation) }
    return SIMD3(CSSColor.circle(hue), 100 * saturation, 100 * lightness)
  }
}

extension SIMD3<Double> {
  fileprivate func map(_ transform: (Double) -> Double) -> SIMD3 { SIMD3(transform(x), transform(y), transform(z)) }
}
