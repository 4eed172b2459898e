import GamutPalettes
import TestSupport
import Testing

@testable import GamutAudit
@testable import GamutKit

/// The pairs that are found by luminance are those that measuring all pairs finds.
@Suite struct ContrastPairsTests {
  /// Colours of some kinds, many of them equal, in one context and in themes.
  private static func css(_ random: inout RandomSource, _ count: Int) -> String {
    func color() -> String {
      let level = random.below(6) * 51
      switch random.below(8) {
      case 0: return "rgb(\(level) 0 0 / 0.5)"
      case 1: return "color(display-p3 0 \(Double(level) / 255) 0)"
      case 2: return "rgb(\(level) \(random.below(256)) \(level))"
      case 3: return "var(--c\(random.below(count)))"
      default: return "rgb(\(level) \(level) \(level))"
      }
    }
    func rule(_ selector: String, _ count: Int) -> String {
      "\(selector) { " + (0..<count).map { "--c\($0): \(color());" }.joined(separator: " ") + " }"
    }
    return rule(":root", count) + "\n" + rule(".one", 5) + "\n" + rule(".two", count) + "\n@media (color-gamut: p3) { "
      + rule(":root", 4) + " }"
  }

  /// Returns the pairs of all texts on all backgrounds, as the rule defines them.
  private static func all(
    _ shown: [PaletteStudy.Shown], _ study: PaletteStudy, _ ratio: Double
  ) -> WorstItems<ContrastPair> {
    var low = WorstItems<ContrastPair>()
    let colors = shown.filter { $0.entry >= 0 }.map(study.color)
    for background in colors where background.entry.color.alpha >= 1 {
      for text in colors where text.entry.color.alpha > 0 && (text.isOwn || background.isOwn) {
        let pair = ContrastPair(text: text, background: background, ratio: ratio)
        let least = pair.contrast.least
        guard text.entry.name != background.entry.name, least < ratio else { continue }
        low.add(ratio / least + ratio * 100) { pair }
      }
    }
    return low
  }

  private static func words(_ low: WorstItems<ContrastPair>) -> [String] {
    low.items.map { "\($0.text.entry.name.text) on \($0.background.entry.name.text)" }
  }

  @Test(.enabled(if: Thoroughness.hasTime), arguments: [1, 1.5, 3, 4.5, 21]) func theWorstPairsAreThoseOfAllPairs(
    ratio: Double
  ) throws {
    var random = RandomSource(seed: 0x636f_6e74_7261_7374)
    let star = try Glob("*")
    for count in [5, 30, 60] {
      let study = PaletteStudy(try Palette(css: Array(Self.css(&random, count).utf8)))
      var pairs = ContrastPairs(study, [AuditPolicy.ContrastRequirement(text: star, background: star, ratio: ratio)])
      for context in study.contexts {
        let shown = study.shown(in: context)
        let (found, expected) = (pairs.low(in: shown), Self.all(shown, study, ratio))
        #expect(found.count == expected.count && Self.words(found) == Self.words(expected))
      }
      #expect(pairs.unmeasuredCount == 0)
    }
  }

  @Test func whatIsNotMeasuredIsCounted() throws {
    let study = PaletteStudy(try Palette(css: Array(":root { --a: #777; --b: #888; --c: #fff }".utf8)))
    let requirements = try ["a", "b", "c"].map {
      AuditPolicy.ContrastRequirement(text: try Glob($0), background: try Glob("*"), ratio: 3)
    }
    let shown = study.shown(in: try #require(study.contexts.first))
    var unmatched = ContrastPairs(study, requirements, matchingLimit: 0)
    let first = unmatched.low(in: shown)
    #expect(first.count == 0 && unmatched.unmeasuredCount == 3)
    var unmeasured = ContrastPairs(study, requirements, limit: 0)
    let second = unmeasured.low(in: shown)
    #expect(second.count == 0 && unmeasured.unmeasuredCount == 3)
  }
}
