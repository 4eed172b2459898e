import Gamut
import GamutPalettes
import Testing

@testable import GamutKit

@Suite struct PaletteStudyTests {
  private static func study(_ css: String) throws -> PaletteStudy {
    PaletteStudy(try Palette(css: Array(css.utf8)))
  }

  /// Returns the names and the colours of a context, as "a #ff0000".
  private static func words(_ study: PaletteStudy, _ theme: String) throws -> [String] {
    let context = try #require(study.contexts.first { $0.conditions.words == theme })
    return study.shown(in: context).filter { $0.entry >= 0 }.map(study.color).map {
      "\($0.entry.name.text) \($0.color.hex)\($0.isOwn ? " own" : "")"
    }
  }

  @Test func themesShareWhatTheyDoNotChange() throws {
    let study = try Self.study(
      """
      :root { --a: #ff0000; --b: #00ff00; --c: var(--b); --d: var(--c) }
      .one { --b: #0000ff }
      .two { --e: #ffffff }
      """)
    #expect(study.contexts.map(\.conditions.words) == ["light", ".one", ".two"])
    let base = try Self.words(study, "light")
    #expect(base == ["--a #ff0000 own", "--b #00ff00 own", "--c #00ff00 own", "--d #00ff00 own"])
    let one = try Self.words(study, ".one")
    #expect(one == ["--a #ff0000", "--b #0000ff own", "--c #0000ff own", "--d #0000ff own"])
    let two = try Self.words(study, ".two")
    #expect(two == ["--a #ff0000", "--b #00ff00", "--c #00ff00", "--d #00ff00", "--e #ffffff own"])
    #expect(study.contexts.map(\.own.count) == [2, 1, 1])
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

  @Test func aLongChainIsFollowedToItsEnd() throws {
    var palette = Palette(.css)
    palette.entries = (0..<150).map { index in
      Palette.Entry(
        "n\(index)", line: 1, PaletteContext(), CSSColor(.sRGB, [Double(index) / 149, 0, 0]), text: "",
        target: index < 149 ? "n\(index + 1)" : nil)
    }
    let study = PaletteStudy(palette)
    let shown = study.shown(in: try #require(study.contexts.first))
    #expect(shown.allSatisfy { study.names[Int($0.source)] == "n149" })
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

  @Test func contextsBeyondTheLimitAreNotCompared() throws {
    let study = try Self.study(":root { --a: #ff0000; --b: #00ff00 } .one { --a: #0000ff } .two { --c: var(--a) }")
    // Two colours without a theme take two pairs, and the search for their equals.
    var comparer = PaletteComparer(study, VisionLimits(), limit: 62)
    let found = study.contexts.map { comparer.comparison(of: $0, study.shown(in: $0)).isOmitted }
    // Of the last one, nothing is compared in any case.
    #expect(found == [false, true, false])
  }
}
