import GamutBasics
import GamutPalettes
import TestSupport
import Testing

/// Small files that ask for much, and large ones.
@Suite struct HostileTokenTests {
  private static let red = #"{"$type": "color", "$value": {"colorSpace": "srgb", "components": [1, 0, 0]}}"#

  private static func read(_ text: String) -> (palette: Palette?, fault: PaletteFault?) {
    do throws(PaletteFault) {
      return (try Palette(designTokens: Array(text.utf8)), nil)
    } catch {
      return (nil, error)
    }
  }

  private static func members(_ count: Int, _ member: (Int) -> String) -> String {
    (0..<count).map(member).joined(separator: ",\n")
  }

  /// Files of 20,000 tokens. A quarter of them take far more than a sixteenth of the time, which they would if each was
  /// compared with all others.
  struct Many: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var entries = 20_000
    var notes: Int? = 0
    var text: @Sendable (_ count: Int) -> String
  }

  static let many: [Many] = [
    Many(testDescription: "colours and their aliases", notes: nil) { count in
      "{\"group\": {\"$type\": \"color\",\n"
        + members(count) { index in
          let value =
            index % 2 == 0
            ? "{\"colorSpace\": \"srgb\", \"components\": [0.\(index), 0, 0], \"hex\": \"#000000\"}"
            : "\"{group.token-\(index - 1)}\""
          return "\"token-\(index)\": {\"$value\": \(value)}"
        } + "}}"
    },
    // Aliases of whole tokens have no limit.
    Many(testDescription: "a chain of aliases") { count in
      "{" + members(count) { $0 == 0 ? "\"t0\": \(red)" : "\"t\($0)\": {\"$value\": \"{t\($0 - 1)}\"}" } + "}"
    },
    Many(testDescription: "a chain from its end") { count in
      "{" + members(count - 1) { "\"t\($0)\": {\"$value\": \"{t\($0 + 1)}\"}" } + ", \"t\(count - 1)\": \(red)}"
    },
    Many(testDescription: "a circle", entries: 0, notes: Palette.maximumNotes + 1) { count in
      "{\"$type\": \"color\", " + members(count) { "\"t\($0)\": {\"$value\": \"{t\(($0 + 1) % count)}\"}" } + "}"
    },
    Many(testDescription: "members of a large object") { count in
      "{\"data\": {\"$extensions\": {" + members(count) { "\"m\($0)\": \($0 % 2)" } + "}}, \"$type\": \"color\", "
        + members(count) { index in
          let part = "{\"$ref\": \"#/data/$extensions/m\(index)\"}"
          return "\"t\(index)\": {\"$value\": {\"colorSpace\": \"srgb\", \"components\": [\(part), 0, 0]}}"
        } + "}"
    },
    Many(testDescription: "unknown names", notes: Palette.maximumNotes + 1) { count in
      "{" + members(count) { "\"token-\($0)\": \(red), \"alias-\($0)\": {\"$value\": \"{tokem-\($0)}\"}" } + "}"
    },
  ]

  @Test(.enabled(if: Thoroughness.hasTime), arguments: many) func manyTokensAreReadAtOnce(many: Many) {
    let palette = Self.read(many.text(20_000)).palette
    #expect(palette?.entries.count == many.entries)
    if let notes = many.notes { #expect(palette?.notes.count == notes) }
    let growth = ProcessorTime.growth(from: many.text(5000), to: many.text(20_000)) { _ = Self.read($0) }
    #expect(growth < 10, "\(growth)")
  }

  /// Each group has the one before it twice, with more tokens than can be held.
  @Test(.enabled(if: Thoroughness.hasTime)) func groupsThatExtendEachOtherDoNotMultiply() {
    let groups = (1..<60).map { index in
      let base = "{\"$extends\": \"{g\(index - 1)}\"}"
      return "\"g\(index)\": {\"a\": \(base), \"b\": \(base)}"
    }
    for first in ["{\"t\": \(Self.red)}", "{\"t\": \(Self.red), \"e\": {}}", "{\"e\": {}}"] {
      let fault = Self.read("{\"x\": \(Self.red), \"g0\": \(first), \(groups.joined(separator: ", "))}").fault
      #expect(fault?.message.contains("100,000 groups and tokens") == true && fault?.line == 1)
    }
  }

  /// References to groups that each have a large one again, with another member.
  @Test(.enabled(if: Thoroughness.hasTime)) func largeGroupsAreNotMergedAgainAndAgain() {
    let tokens = Self.members(5000) { "\"t\($0)\": {\"$ref\": \"#/g\($0)/x\"}" }
    let groups = Self.members(5000) { "\"g\($0)\": {\"$extends\": \"{base}\", \"inner\": {\"o\": {}}}" }
    let base = Self.members(20_000) { "\"m\($0)\": {}" }
    let fault = Self.read("{\"first\": {\(tokens)}, \"base\": {\"inner\": {\(base)}}, \(groups)}").fault
    #expect(fault?.message.contains("1,000,000") == true)
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func longChainsOfGroupsEnd() {
    for isReversed in [false, true] {
      var groups = (1..<1000).map { "\"g\($0)\": {\"$extends\": \"{g\($0 - 1)}\", \"t\($0 % 7)\": \(Self.red)}" }
      if isReversed { groups.reverse() }
      let palette = Self.read("{\"g0\": {\"t\": \(Self.red)}, \(groups.joined(separator: ", "))}").palette
      #expect(palette?.notes.contains { $0.message.contains("more than 100 groups") } == true)
    }
  }

  /// Each component refers to one of the token before it, which is followed again each time.
  @Test(.enabled(if: Thoroughness.hasTime)) func longChainsOfPointersEnd() {
    let tokens = (1..<3000).map { index in
      let parts = (0..<3).map { "{\"$ref\": \"#/t\(index - 1)/$value/components/\($0)\"}" }.joined(separator: ", ")
      return "\"t\(index)\": {\"$type\": \"color\", \"$value\": {\"colorSpace\": \"srgb\", \"components\": [\(parts)]}}"
    }
    let palette = Self.read("{\"t0\": \(Self.red), \(tokens.joined(separator: ", "))}").palette
    #expect(palette?.entries.count == 101)
    #expect(palette?.notes.last?.message.contains("more") == true)
    let wide = (0..<50_000).map { "\"w\($0)\": {\"$ref\": \"#/t99/$value/components\", \"$type\": \"color\"}" }
    let many = Self.read("{\"t0\": \(Self.red), \((tokens.prefix(99) + wide).joined(separator: ", "))}")
    #expect(many.palette != nil || many.fault?.message.contains("1,000,000") == true)
  }

  @Test func deepNestingIsRefused() {
    for count in [20, 40, 100_000] {
      let text = String(repeating: "{\"a\": ", count: count) + Self.red + String(repeating: "}", count: count)
      let result = Self.read(text)
      #expect((result.palette?.entries.count == 1) == (count == 20))
      #expect((result.fault?.message.contains("levels deep") == true) == (count > 20))
    }
    // Groups that extend each other are deeper than the text.
    let groups = (1..<90).map { "\"g\($0)\": {\"a\": {\"$extends\": \"{g\($0 - 1)}\"}}" }.reversed()
    let palette = Self.read("{\"g0\": {\"t\": \(Self.red)}, \(groups.joined(separator: ", "))}").palette
    #expect(palette?.entries.isEmpty == false)
    #expect(palette?.notes.contains { $0.message.contains("more than 64 groups") } == true)
  }

  @Test func longNamesAreLeftOut() {
    let name = String(repeating: "n", count: 990)
    let text = "{\"\(name)\": {\"short\": \(Self.red), \"\(name)\": \(Self.red)}, \"b\": {\"$extends\": \"{\(name)}\"}}"
    let palette = Self.read(text).palette
    #expect(palette?.entries.map(\.name.text) == [name + ".short", "b.short", "b." + name])
    #expect(palette?.notes.count == 1)
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func aFileIsLimited() {
    let fault = PaletteFault.ofTokens(String(repeating: " ", count: Palette.maximumSize + 1))
    #expect(fault?.message.contains("16,777,216 bytes") == true)
    let groups = Self.members(Palette.maximumEntries / 2 + 1) { "\"\($0)\": {\"a\": {}}" }
    #expect(Self.read("{\(groups)}").fault?.message.contains("100,000 groups") == true)
    let members = Self.members(Palette.maximumEntries + 1) { "\"\($0)\": 1" }
    #expect(Self.read("{\(members)}").fault?.message.contains("100000 members") == true)
  }
}
