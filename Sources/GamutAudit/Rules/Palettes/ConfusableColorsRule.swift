import Gamut
import GamutKit
import GamutPalettes

extension AuditRule {
  /// Two colours of a palette that people with a colour vision deficiency confuse.
  public static let confusableColors = AuditRule(
    ofPalettes: "confusable-colors", severity: .warning,
    title: "Two colours of a palette that some people confuse",
    explanation: """
      Two colours are distinct for full colour vision, by at least 0.08 in OKLab, and people with protanopia, \
      deuteranopia or tritanopia see a difference below 0.04: they confuse them. Below 0.06 they are hard to tell \
      apart, which is a note, as is a pair with a gradient, a shadow or another effect by its name, and a pair of \
      steps of scales, such as green-600, that no other name refers to. The worst pairs come first. About 8 % of men \
      and 0.5 % of women have a colour vision deficiency; these are simulations of vision without one kind of cones \
      (Brettel 1997), and most deficiencies are milder. Where such a pair carries a meaning, change the lightness of \
      one of the two, or add a sign, a text or a shape. The policy's key 'vision' has the model, its severity and these \
      limits.
      """
  ) { palette in
    palette.pairs(\.confused) { pair in
      let words = [(ColorPair.Verdict.confusable, "are confused"), (.doubtful, "are hard to tell apart")].compactMap {
        verdict, start -> String? in
        let eyes = pair.seen.filter { $0.verdict == verdict }
          .map { "\($0.deficiency.rawValue) (\(Words.decimal($0.difference, 3)))" }
        return eyes.isEmpty ? nil : "\(start) with \(Words.list(eyes))"
      }
      let isMinor = pair.isMinor || !pair.seen.contains { $0.verdict == .confusable }
      let least = pair.seen.map(\.difference).min() ?? 0
      return PaletteFinding(
        place: pair.place,
        message:
          "\(pair.words) differ by \(Words.decimal(pair.difference, 3)) (OKLab), and \(words.joined(separator: ", and ")).",
        numbers: [.init("difference", pair.difference), .init("seen", least)],
        weight: (isMinor ? 0 : 10_000_000)
          + min(AuditFinding.weight(difference: max(pair.difference - least, 0)), 9_999_999), isMinor: isMinor)
    }
  }
}
