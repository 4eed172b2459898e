import Gamut
import GamutCatalogs
import GamutKit
import GamutPalettes

extension AuditRule {
  /// The numbers of a system colour.
  public static let systemColor = AuditRule(
    ofSets: "system-color", severity: .note,
    title: "The numbers of a system colour, instead of the system colour",
    explanation: """
      A colour has exactly the numbers, in 8 bits, of a colour of Apple's systems, as the Human Interface Guidelines of \
      2023 list them for iOS 13 to 18, macOS and watchOS. The system's own colour follows the appearance, the contrast \
      and later releases; its numbers do not. Refer to the system colour, or ignore this if the colour is your own. Black \
      and white are not reported.
      """,
    palettes: { palette in
      palette.colors(withReplacements: true) { color in
        guard color.entry.color.space != .displayP3 || !color.color.isClipped, color.color.isCode,
          let known = SystemColor.all(color.color.codes, for: color.use).first
        else { return nil }
        let isOfContext = known.appearance == "any" || known.appearance == color.use.appearance
        return PaletteFinding(
          place: color.entry.place,
          message:
            "\(color.words) is \(known.name), \(known.appearance), in the guidelines of 2023: "
            + (isOfContext
              ? "in an app, use the system colour, not its numbers."
              : "the system colour itself is another one here.")
        )
      }
    }
  ) { set, finding in
    let matches = set.colors.compactMap { color -> (String, Int?)? in
      guard let codes = color.codesInSRGB,
        let known = SystemColor.all(codes, for: color.slot.conditions.use).first
      else { return nil }
      let alpha = color.components.alpha < 1 ? " It has alpha \(Words.decimal(color.components.alpha, 2))." : ""
      return (
        "The colour \(codes.map(String.init).joined(separator: ",")) (\(color.slot.conditions.words)) is \(known.name), "
          + "\(known.appearance), in the guidelines of 2023: use the system colour, not its numbers.\(alpha)",
        color.slot.line
      )
    }
    return finding.describe(matches)
  }
}

extension PaletteStudy.Color {
  /// The circumstances under which it is used.
  var use: SystemColor.Use {
    SystemColor.Use(isDark: entry.context.isDark, hasHighContrast: entry.context.hasHighContrast)
  }
}

extension SetColor {
  /// The exact codes in sRGB with 8 bits per channel; nil for greys, and for colours that have none.
  fileprivate var codesInSRGB: [Int]? {
    switch components.space {
    case .sRGB, .extendedSRGB: return components.codes
    case .displayP3, .extendedLinearSRGB: return color.isCode ? color.codes : nil
    default: return nil
    }
  }
}
