package import Gamut
package import GamutCatalogs

/// A colour of a slot, as sRGB shows it.
package struct SetColor: Sendable, Hashable {
  package var slot: AssetSlot
  package var components: ColorComponents
  package var color: ColorInSRGB

  /// nil if the slot has no components, or their space is not known.
  package init?(_ slot: AssetSlot) {
    guard case .components(let components) = slot.color, let linear = components.unboundedSRGB else { return nil }
    (self.slot, self.components) = (slot, components)
    color = ColorInSRGB(linearSRGB: linear)
  }

  /// The numbers in the file's space, as "display-p3 1.000, 0.271, 0.227", with an alpha below 1.
  package var words: String {
    components.space.rawValue + " "
      + components.channels.map { ($0 < 0 ? "-" : "") + Words.decimal($0.magnitude, 3) }.joined(separator: ", ")
      + (components.alpha < 1 ? " at alpha \(Words.decimal(components.alpha, 2))" : "")
  }
}

extension ColorComponents {
  /// From linear Display P3 to linear sRGB, by the primaries and the white of both (SMPTE EG 432-1, IEC 61966-2-1); the
  /// numbers of a profile are rounded.
  private static let p3ToSRGB = Matrix3(
    rows: [1.2249401762805598, -0.2249401762805598, 0], [-0.04205695470968816, 1.0420569547096881, 0],
    [-0.019637554590334432, -0.07863604555063188, 1.0982736001409663])

  /// The linear values in sRGB, not clamped; nil if the space is not known.
  package var unboundedSRGB: SIMD3<Double>? {
    let numbers = channels.count == 3 ? SIMD3(channels[0], channels[1], channels[2]) : SIMD3(repeating: channels[0])
    func curved(_ numbers: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(ColorInSRGB.linear(numbers.x), ColorInSRGB.linear(numbers.y), ColorInSRGB.linear(numbers.z))
    }
    switch space {
    case .sRGB, .extendedSRGB: return curved(numbers)
    case .displayP3: return Self.p3ToSRGB * curved(numbers)
    case .extendedLinearSRGB: return numbers
    case .gray, .extendedGray:
      let curve = TransferFunction.gamma(2.2)
      let value = curve(min(numbers.x.magnitude, 1))
      return SIMD3(repeating: numbers.x < 0 ? -value : value)
    default: return nil
    }
  }
}
