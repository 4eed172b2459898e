/// The codes of a colour in a space with the curve of sRGB and Display P3 (IEC 61966-2-1).
package struct ColorCode: Sendable, Hashable {
  /// The encoded values, not clamped: 0 to 1 inside.
  package let levels: SIMD3<Double>

  /// - Parameter linear: the linear values in the space.
  package init(linear: SIMD3<Double>) {
    levels = ExtendedSRGB.encoded(linear)
  }

  /// Whether no channel is outside by so much that the colour clips: by more than half a code of 8 bits and 0.000075, as
  /// for images. This implies 0.00015 in linear values, and a code of 16 bits.
  package var isInside: Bool {
    let half = 0.5 / 255 + 0.000075
    return ![levels.x, levels.y, levels.z].contains { $0 < -half || $0 > 1 + half }
  }

  /// The codes of 8 bits, clamped.
  package var codes8: [Int] { codes(255) }

  /// The codes of 8 bits as `#rrggbb`.
  package var hex: String { text(codes(255), digits: 2) }
  /// The codes of 16 bits as `#rrrrggggbbbb`.
  package var hex16: String { text(codes(65_535), digits: 4) }

  private func codes(_ maximum: Double) -> [Int] {
    [levels.x, levels.y, levels.z].map { Int((min(max($0, 0), 1) * maximum).rounded()) }
  }

  private func text(_ codes: [Int], digits: Int) -> String {
    codes.reduce(into: "#") { text, code in
      let hex = String(code, radix: 16)
      text += String(repeating: "0", count: digits - hex.count) + hex
    }
  }
}

/// A colour as sRGB shows it with 8 bits per channel, by the numbers of IEC 61966-2-1: those of a profile are rounded.
package struct ColorInSRGB: Sendable, Hashable {
  /// The linear values in sRGB, not clamped.
  package let linear: SIMD3<Double>
  /// The colour itself, not clamped, and the colour of its 8-bit code, which displays of sRGB show.
  package let judged, shown: JudgedColor
  /// The nearest code in sRGB.
  package let code: SIMD3<UInt16>
  /// Whether the colour is outside sRGB, by the test for images with 16 bits.
  package let isClipped: Bool
  /// The difference (DIN99o) between the colour and the clamped one.
  package let shift: Double

  package init(linearSRGB linear: SIMD3<Double>) {
    self.linear = linear
    let code = ColorCode(linear: linear)
    let codes = code.codes8
    self.code = SIMD3(UInt16(codes[0]), UInt16(codes[1]), UInt16(codes[2]))
    isClipped = !code.isInside
    if isClipped {
      let levels = ColorCode(linear: ExtendedSRGB.linearDisplayP3(linear)).levels
      judged = JudgedColor(displayP3: levels)
      shown = JudgedColor(code: JudgedColor.shownCode(displayP3: levels))
    } else {
      judged = JudgedColor(sRGB: code.levels)
      shown = JudgedColor(code: SIMD3(codes[0], codes[1], codes[2]))
    }
    let clamped = linear.clamped(lowerBound: .zero, upperBound: .one)
    shift = isClipped ? DIN99o(linearSRGB: linear).difference(to: DIN99o(linearSRGB: clamped)) : 0
  }

  /// Whether the colour is a code of 8 bits, exactly or in numbers of three decimal places, which moves it by this.
  package var isCode: Bool { !isClipped && shown.difference(to: judged) < 0.25 }

  package var codes: [Int] { [code.x, code.y, code.z].map { Int($0) } }

  package var clamped: SIMD3<Double> { linear.clamped(lowerBound: .zero, upperBound: .one) }

  /// The linear values that a display of sRGB shows, as far as it has them.
  package var displayed: SIMD3<Double> { isClipped ? clamped : linear }

  package init(code: SIMD3<Int>) {
    self.init(linearSRGB: SIMD3(Self.decode[code.x], Self.decode[code.y], Self.decode[code.z]))
  }

  /// Returns linear values over others, mixed with the encoded values, as user interfaces do.
  package static func mixed(
    _ linear: SIMD3<Double>, over ground: SIMD3<Double>, alpha: Double
  ) -> SIMD3<Double> {
    guard alpha < 1 else { return linear }
    let below = ExtendedSRGB.encoded(ground)
    return ExtendedSRGB.linear(below + alpha * (ExtendedSRGB.encoded(linear) - below))
  }

  package func drawn(over ground: SIMD3<Double>, alpha: Double) -> ColorInSRGB {
    alpha < 1 ? ColorInSRGB(linearSRGB: Self.mixed(linear, over: ground, alpha: alpha)) : self
  }

  private static let decode = (0...255).map { ExtendedSRGB.linear(Double($0) / 255) }

  package var hex: String { ColorCode(linear: linear).hex }
}

/// The contrast ratio of WCAG 2.2: (L1 + 0.05) / (L2 + 0.05), of the luminances of the lighter and the darker colour.
package enum Contrast {
  /// Returns the relative luminance of a colour as displays of sRGB show it, with the weights of WCAG.
  package static func luminance(linearSRGB linear: SIMD3<Double>) -> Double {
    let shown = linear.clamped(lowerBound: .zero, upperBound: .one)
    return 0.2126 * shown.x + 0.7152 * shown.y + 0.0722 * shown.z
  }

  /// Returns the relative luminance Y of a colour on displays of Display P3: by its primaries and white (SMPTE EG 432-1).
  package static func luminance(linearDisplayP3 linear: SIMD3<Double>) -> Double {
    let shown = linear.clamped(lowerBound: .zero, upperBound: .one)
    return 0.2289745641 * shown.x + 0.6917385218 * shown.y + 0.0792869141 * shown.z
  }

  /// Returns the ratio of two relative luminances, from 1 to 21.
  package static func ratio(_ first: Double, _ second: Double) -> Double {
    (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }
}
