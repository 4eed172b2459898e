import Gamut
import GamutCatalogs
import GamutKit
import GamutPalettes

extension AuditRule {
  /// Numbers of sRGB in a colour of Display P3.
  public static let numbersInWrongSpace = AuditRule(
    ofSets: "numbers-in-wrong-space", severity: .warning,
    title: "Numbers of sRGB in a colour of Display P3",
    explanation: """
      A colour in Display P3 has numbers that belong to sRGB: those of a system colour, which are published for sRGB, or \
      those of an sRGB colour in the same set. The same numbers are a more saturated colour in Display P3. Set the colour \
      space to sRGB, or convert the numbers. Greys are the same in both spaces and are not reported.
      """,
    palettes: { palette in
      palette.colors { color in
        guard color.entry.color.space == .displayP3,
          let known = SystemColor.all(color.codesInDisplayP3, for: color.use).first
        else { return nil }
        let codes = color.codesInDisplayP3
        let meant = ColorInSRGB(code: SIMD3(codes[0], codes[1], codes[2])).hex
        return PaletteFinding(
          place: color.entry.place,
          message:
            "\(color.words) has the numbers of \(known.name), \(known.appearance), which are published for sRGB; as "
            + "sRGB they are \(meant).", weight: 1
        )
      }
    }
  ) { set, finding in
    let wrong = set.colors.compactMap { color -> (String, Int?)? in
      guard color.components.space == .displayP3, Set(color.components.channels).count > 1 else { return nil }
      let owner: String
      if let known = color.systemColorOfItsNumbers {
        owner = "\(known.name), \(known.appearance), which are published for sRGB"
      } else {
        // The result of clipping may have the same numbers, as those of the red of Display P3.
        let twin = set.colors.first {
          $0.components.space == .sRGB && $0.components.hasNumbers(of: color.components)
            && $0.color.code != color.color.code
        }
        guard let twin else { return nil }
        owner = "the sRGB colour in line \(twin.slot.line)"
      }
      let meant = ColorComponents(.sRGB, color.components.channels).unboundedSRGB.map { ColorInSRGB(linearSRGB: $0) }
      return (
        "The colour \(color.words) (\(color.slot.conditions.words)) has the numbers of \(owner)"
          + (meant.map { "; as sRGB they are \($0.hex)." } ?? "."), color.slot.line
      )
    }
    return finding.describe(wrong)
  }
}

extension PaletteStudy.Color {
  /// The 8-bit codes that the colour's numbers are in Display P3, exactly or rounded to three decimal places; empty if
  /// they are not such codes, or those of a grey.
  fileprivate var codesInDisplayP3: [Int] {
    let components = ColorComponents(.displayP3, entry.color.components)
    guard components.channels.count == 3, let codes = components.codes, Set(codes).count > 1 else { return [] }
    return codes
  }
}
