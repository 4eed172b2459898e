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

  /// Adds the pairs of all texts on all backgrounds, as the rule defines them.
  private static func addAll(
    to low: inout WorstItems<String>, _ shown: [PaletteStudy.Shown], _ study: PaletteStudy, _ ratio: Double
  ) {
    low.beginContext()
    let colors = shown.filter { $0.entry >= 0 }.map(study.color)
    for background in colors where background.entry.color.alpha >= 1 {
      for text in colors where text.entry.color.alpha > 0 && text.part | background.part == 3 {
        let least = text.contrast(on: background).least
        guard text.entry.name != background.entry.name, least < ratio else { continue }
        low.add(ratio / least + ratio * 100) { "\(text.entry.name.text) on \(background.entry.name.text)" }
      }
    }
  }

  @Test(.enabled(if: Thoroughness.hasTime), arguments: [1, 1.5, 3, 4.5, 21]) func theWorstPairsAreThoseOfAllPairs(
    ratio: Double
  ) throws {
    var random = RandomSource(seed: 0x636f_6e74_7261_7374)
    let star = try Glob("*")
    for count in [5, 30, 60] {
      let study = PaletteStudy(try Palette(css: Array(Self.css(&random, count).utf8)))
      var pairs = ContrastPairs(study, [AuditPolicy.ContrastRequirement(text: star, background: star, ratio: ratio)])
      var expected = WorstItems<String>()
      for context in study.contexts {
        let shown = study.shown(in: context)
        pairs.find(in: shown)
        Self.addAll(to: &expected, shown, study, ratio)
      }
      func name(_ shown: PaletteStudy.Shown) -> String { study.color(shown).entry.name.text }
      let found = pairs.low.worst.map { "\($0.context) \(name($0.item.text)) on \(name($0.item.background))" }
      #expect(pairs.low.count == expected.count && found == expected.worst.map { "\($0.context) \($0.item)" })
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
    unmatched.find(in: shown)
    #expect(unmatched.low.count == 0 && unmatched.unmeasuredCount == 3)
    var unmeasured = ContrastPairs(study, requirements, limit: 0)
    unmeasured.find(in: shown)
    #expect(unmeasured.low.count == 0 && unmeasured.unmeasuredCount == 3)
  }
}
