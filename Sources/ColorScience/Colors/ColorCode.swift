/// The codes of a colour in a space with the curve of sRGB and Display P3 (IEC 61966-2-1).
package struct ColorCode: Sendable, Hashable {
  /// The side on which a channel is outside the space.
  package enum Side: String, Sendable, Hashable {
    case below, above
  }

  /// The encoded values, not clamped: 0 to 1 inside.
  package let levels: SIMD3<Double>
  /// The sides on which red, green and blue are outside by so much that the colour clips: by more than half a code of 8
  /// bits and 0.000075, as for images. This implies 0.00015 in linear values, and a code of 16 bits.
  package let sides: [Side?]

  /// - Parameter linear: the linear values in the space.
  package init(linear: SIMD3<Double>) {
    levels = ExtendedSRGB.encoded(linear)
    let half = 0.5 / 255 + 0.000075
    sides = [levels.x, levels.y, levels.z].map { $0 < -half ? .below : $0 > 1 + half ? .above : nil }
  }

  package var isInside: Bool { sides.allSatisfy { $0 == nil } }

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
