package import Gamut
package import GamutCatalogs
import GamutPalettes

/// A colour of a slot, and its appearance in sRGB. It is a class, because a catalog and its rules pass on each colour
/// many times.
package final class SetColor: Sendable {
  package let slot: AssetSlot
  package let components: ColorComponents
  package let color: ColorInSRGB

  /// Creates the colour of a slot; nil if the slot has no components, or their space is not known.
  package init?(_ slot: AssetSlot) {
    guard case .components(let components) = slot.color, let linear = components.unboundedSRGB else { return nil }
    (self.slot, self.components) = (slot, components)
    color = ColorInSRGB(linearSRGB: linear)
  }

  /// The numbers in the space of the file, such as "display-p3 1.000, 0.271, 0.227", with the alpha if it is below 1.
  package var words: String {
    var words = components.space.rawValue
    for (index, channel) in components.channels.enumerated() {
      words += index == 0 ? " " : ", "
      if channel < 0 { words += "-" }
      words += Words.decimal(channel.magnitude, 3)
    }
    if components.alpha < 1 { words += " at alpha \(Words.decimal(components.alpha, 2))" }
    return words
  }
}

extension ColorComponents {
  /// The linear values in sRGB, not clamped; nil if the space is not known.
  package var unboundedSRGB: SIMD3<Double>? {
    let numbers = channels.count == 3 ? SIMD3(channels[0], channels[1], channels[2]) : SIMD3(repeating: channels[0])
    switch space {
    case .sRGB, .extendedSRGB: return ExtendedSRGB.linear(numbers)
    case .displayP3: return CSSColor(.displayP3, channels).linearSRGB
    case .extendedLinearSRGB: return numbers
    case .gray, .extendedGray:
      let curve = TransferFunction.gamma(2.2)
      let value = curve(min(numbers.x.magnitude, 1))
      return SIMD3(repeating: numbers.x < 0 ? -value : value)
    default: return nil
    }
  }
}

extension SetColor {
  /// The system colour whose numbers, which are published for sRGB, this colour has in Display P3; nil if there is none.
  package var systemColorOfItsNumbers: SystemColor? {
    guard components.space == .displayP3, let codes = components.codes, Set(codes).count > 1 else { return nil }
    return SystemColor.all(codes, for: slot.conditions.use).first
  }
}

extension SlotConditions {
  /// The circumstances under which the colour of a slot is used.
  package var use: SystemColor.Use {
    let values = appearances.map(\.value)
    return SystemColor.Use(
      isDark: values.contains("dark"), hasHighContrast: values.contains("high"), isOnWatch: idiom == "watch")
  }
}
