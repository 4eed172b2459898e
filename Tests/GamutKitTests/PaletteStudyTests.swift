import Gamut
import GamutPalettes
import TestSupport
import Testing

@testable import GamutKit

@Suite struct PaletteStudyTests {
  private static func study(_ css: String) throws -> PaletteStudy {
    PaletteStudy(try Palette(css: Array(css.utf8)))
  }

  /// A name that refers to one that refers to it, by way of two conditions, has an end.
  @Test func referencesInACircleEnd() throws {
    var palette = Palette(.css)
    palette.entries = [("a", "b"), ("b", "c"), ("c", "a")].map { name, target in
      Palette.Entry(
        Pathname(name), line: 1, PaletteContext(), CSSColor(.sRGB, [1, 0, 0]), text: "", target: Pathname(target))
    }
    let study = PaletteStudy(palette)
    let context = try #require(study.contexts.first)
    #expect(study.shown(in: context).map { study.names[Int($0.source)] } == ["a", "a", "a"])
    #expect(context.own.isEmpty)
  }

  @Test func aThemeIsComparedWithWhatItDoesNotChange() throws {
    // The theme makes b equal to a, which is alone without it, and leaves c and d, which are equal, alone.
    let study = try Self.study(
      """
      :root { --a: #804020; --b: #208040; --c: #402080; --d: #402080 }
      .one { --b: #804020 }
      .two { --d: #804020 }
      """)
    var comparer = PaletteComparer(study, VisionLimits())
    let found = study.contexts.map { comparer.comparison(of: $0, study.shown(in: $0)) }
    let names = found.map { $0.equal.map { $0.colors.map(\.entry.name.text) } }
    #expect(names == [[["--c", "--d"]], [["--a", "--b"]], [["--a", "--d"]]])
    #expect(found.allSatisfy { !$0.isOmitted && !$0.isPartial })
  }

  /// Of equal weights, the first ones are kept.
  @Test(arguments: [0, 999, 1_000, 1_001, 10_000]) func theWorstItemsAreThoseOfASort(count: Int) {
    var random = RandomSource(seed: UInt64(count))
    let weights = (0..<count).map { _ in Double(random.below(500)) }
    var worst = WorstItems<Int>(limit: 1_000)
    worst.beginContext()
    for (index, weight) in weights.enumerated() { worst.add(weight) { index } }
    let sorted = weights.indices.sorted { (-weights[$0], $0) < (-weights[$1], $1) }
    #expect(worst.count == count)
    #expect(worst.worst.map(\.item) == Array(sorted.prefix(1_000)))
  }

  @Test func contextsBeyondTheLimitAreNotCompared() throws {
    let study = try Self.study(":root { --a: #ff0000; --b: #00ff00 } .one { --a: #0000ff } .two { --c: var(--a) }")
    // Two colours without a theme take two pairs, and the search for their equals.
    var comparer = PaletteComparer(study, VisionLimits(), limit: 62)
    let found = study.contexts.map { comparer.comparison(of: $0, study.shown(in: $0)).isOmitted }
    // Of the last one, nothing is compared in any case.
    #expect(found == [false, true, false])
  }
}
