import Gamut
import GamutBasics
import GamutCatalogs
import TestSupport
import Testing

@testable import GamutKit

/// Colours for displays of sRGB, compared with those of a search that tries every code and compares all pairs.
@Suite struct SRGBColorsTests {
  private struct Color {
    var set: Pathname
    var color: SetColor
    var shown: ColorInSRGB
  }

  /// Differences of colours that are seen to differ, and below which they merge: up to 1.25, in steps of 1/256.
  private static let seen = 2.5, merging = 1.25 + 1.0 / 512

  private static func isNear(_ a: Color, _ b: Color, _ distance: Double) -> Bool {
    a.set != b.set && a.shown.shown.difference(to: b.shown.shown) < distance
      && CatalogColors.Compared(a.color, 0).lookingDifferent(from: CatalogColors.Compared(b.color, 1)) != nil
  }

  private static func near(_ colors: [Color], _ distance: Double) -> [Int] {
    colors.indices.filter { index in colors.contains { isNear(colors[index], $0, distance) } }
  }

  /// Moves each colour that is near another one to the code with the largest difference to the others, and of those that
  /// differ by 2.5, to the nearest one.
  private static func separated(_ old: [Color]) -> [Color] {
    var colors = old
    let order = near(colors, seen).sorted { colors[$0].color.color.shift < colors[$1].color.color.shift }
    for index in order where colors.contains(where: { isNear(colors[index], $0, seen) }) {
      let color = colors[index]
      let others = colors.filter { isNear(color, $0, .infinity) }.map(\.shown.shown)
      let center = SIMD3<Int>(truncatingIfNeeded: color.shown.code)
      var best = (code: center, difference: -1.0, shift: Double.infinity)
      for red in max(center.x - 16, 0)...min(center.x + 16, 255) {
        for green in max(center.y - 16, 0)...min(center.y + 16, 255) {
          for blue in max(center.z - 16, 0)...min(center.z + 16, 255) {
            let code = SIMD3(red, green, blue)
            let tried = JudgedColor(code: code)
            let shift = tried.difference(to: color.color.color.judged)
            if best.difference >= seen, shift >= best.shift { continue }
            let difference = others.reduce(seen) { min($0, $1.difference(to: tried)) }
            if (difference, -shift) > (best.difference, -best.shift) { best = (code, difference, shift) }
          }
        }
      }
      colors[index].shown = ColorInSRGB(code: best.code)
    }
    return colors
  }

  private static func set(_ number: Int, _ channels: [Double]) -> AssetSet {
    let components = zip(["red", "green", "blue"], channels).map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",")
    let text =
      "{\"colors\":[{\"idiom\":\"universal\",\"color\":{\"color-space\":\"display-p3\",\"components\":{"
      + components + ",\"alpha\":\"1\"}}}]}"
    let path = Pathname("A.xcassets/C\(number).colorset")
    return AssetSet(.colorSet, at: path, named: "C\(number)", contents: Array(text.utf8), files: nil)
  }

  /// Colours in a corner of Display P3, of which many merge, and a darker cluster.
  private static func sets(_ count: Int) -> [AssetSet] {
    var random = RandomSource(seed: UInt64(count))
    return (0..<count).map { number in
      let reds = random.below(4) > 0
      return set(
        number,
        (0..<3).map { channel in
          let offset = Double(random.below(1_000)) / 10_000
          return reds ? (channel == 0 ? 1 - offset : offset) : (channel == 1 ? 0.5 + offset : offset / 4)
        })
    }
  }

  @Test(.enabled(if: Thoroughness.hasTime), arguments: [5, 20, 60]) func allColorsAreThoseOfAPlainSearch(count: Int)
    throws
  {
    let sets = Self.sets(count)
    var options = CatalogConvertOptions()
    options.selection = .all
    let colors = try sets.map { set in
      let slot = try #require(set.slots.first)
      let color = try #require(SetColor(slot))
      return Color(set: set.path, color: color, shown: color.color)
    }
    let expected = Self.separated(colors)
    let variants = SRGBColors(sets, options).variants
    #expect(variants.count == count)
    for (color, set) in zip(expected, sets) {
      let variant = try #require(variants[set.path]?[0])
      #expect(variant.own.code == color.shown.code)
      let other = zip(expected, sets).first { Self.isNear(color, $0.0, Self.merging) }
      #expect(variant.merging == other?.1.name)
    }
  }

  /// Of the 46,656 codes in reach of a colour, those of cubes that are farther away than a code that is known are not
  /// compared. Without comparisons that are left, colours keep the codes that they have.
  @Test func comparisonsAreCountedAndFew() throws {
    let sets = Self.sets(60)
    var options = CatalogConvertOptions()
    options.selection = .all
    let cubes = CodeCubes()
    let before = cubes.comparisons
    let moved = SRGBColors(sets, options, cubes).variants
    #expect((1..<60 * 20_000).contains(before - cubes.comparisons), "\(before - cubes.comparisons)")
    cubes.comparisons = 0
    let kept = SRGBColors(sets, options, cubes).variants
    #expect(kept.count == 60 && moved.values.contains { $0[0]?.own.code != $0[0]?.color.color.code })
    #expect(kept.values.allSatisfy { $0[0]?.own.code == $0[0]?.color.color.code && $0[0]?.merging == nil })
  }

  /// Copies do not look different from each other, however many there are.
  @Test func copiesOfAColorAreLeftAlone() throws {
    let sets = (0..<2_000).map { Self.set($0, [1, 0, 0]) }
    var options = CatalogConvertOptions()
    #expect(SRGBColors(sets, options).variants.isEmpty)
    options.selection = .all
    let variants = SRGBColors(sets, options).variants
    #expect(variants.count == 2_000)
    #expect(variants.values.allSatisfy { $0[0]?.own.hex == "#ff0000" && $0[0]?.merging == nil })
  }
}
