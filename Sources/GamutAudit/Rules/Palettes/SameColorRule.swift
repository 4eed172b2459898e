import Gamut
import GamutKit
import GamutPalettes

extension AuditRule {
  /// One colour of a palette has several names.
  public static let sameColor = AuditRule(
    ofPalettes: "same-color", severity: .note,
    title: "One colour of a palette has several names",
    explanation: """
      Two names have equal colours (they differ by less than 0.12 in DIN99o, which is rounding), and neither refers to the \
      other. If they mean the same, one name is enough, or one refers to the other; if not, people see no difference \
      between two meanings.
      """
  ) { palette in
    let places = zip(palette.study.contexts, palette.comparisons).flatMap { context, comparison in
      comparison.equal.map { equal in
        let names = equal.colors.map { $0.entry.name.printable }
        let listed = equal.count > 5 ? names.prefix(4) + ["\(Words.count(equal.count - 4)) more"] : names[...]
        return PaletteFinding(
          place: equal.place,
          message: "\(Words.list(Array(listed))) are one colour, \(equal.colors[0].entry.text.printable).",
          numbers: [.init("names", equal.count)], weight: equal.count
        ).under(palette.study.words(of: context))
      }
    }
    return PaletteFindings(places)
  }
}
