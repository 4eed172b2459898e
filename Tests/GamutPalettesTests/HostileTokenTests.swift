import GamutBasics
import GamutPalettes
import TestSupport
import Testing

/// Small files that ask for much, and large ones.
@Suite struct HostileTokenTests {
  private static let red = #"{"$type": "color", "$value": {"colorSpace": "srgb", "components": [1, 0, 0]}}"#

  private static func read(_ text: String) -> (palette: Palette?, fault: PaletteFault?, seconds: Double) {
    var result: (Palette?, PaletteFault?) = (nil, nil)
    let seconds = ProcessorTime.of {
      do throws(PaletteFault) {
        result.0 = try Palette(designTokens: Array(text.utf8))
      } catch {
        result.1 = error
      }
    }
    return (result.0, result.1, seconds)
  }

  /// Reads the text for a number of tokens within a limit, and expects that a quarter of them take far more than a
  /// sixteenth of the time, which they would if each was compared with all others.
  private static func read(
    tokens count: Int, within limit: Double = ProcessorTime.limit, _ text: (Int) -> String
  ) -> (palette: Palette?, fault: PaletteFault?) {
    let large = text(count)
    let growth = ProcessorTime.growth(from: text(count / 4), to: large) { _ = read($0) }
    #expect(growth < 10, "\(growth)")
    let result = read(large)
    #expect(result.seconds < limit)
    return (result.palette, result.fault)
  }

  @Test func manyTokensOfOneGroupAreReadAtOnce() {
    let result = Self.read(tokens: 20_000, within: 2) { count in
      let tokens = (0..<count).map { index in
        let value =
          index % 2 == 0
          ? "{\"colorSpace\": \"srgb\", \"components\": [0.\(index), 0, 0], \"hex\": \"#000000\"}"
          : "\"{group.token-\(index - 1)}\""
        return "\n\"token-\(index)\": {\"$value\": \(value)}"
      }
      return "{\"group\": {\"$type\": \"color\",\(tokens.joined(separator: ","))}}"
    }
    #expect(result.palette?.entries.count == 20_000)
    #expect(result.palette?.entries.last?.line == 20_001)
  }

  /// Each group has the one before it twice, with more tokens than can be held.
  @Test func groupsThatExtendEachOtherDoNotMultiply() {
    let groups = (1..<60).map { index in
      let base = "{\"$extends\": \"{g\(index - 1)}\"}"
      return "\"g\(index)\": {\"a\": \(base), \"b\": \(base)}"
    }
    for first in ["{\"t\": \(Self.red)}", "{\"t\": \(Self.red), \"e\": {}}", "{\"e\": {}}"] {
      let result = Self.read("{\"x\": \(Self.red), \"g0\": \(first), \(groups.joined(separator: ", "))}")
      #expect(result.fault?.message.contains("100,000 groups and tokens") == true)
      #expect(result.fault?.line == 1)
      #expect(result.seconds < ProcessorTime.limit)
    }
  }

  /// References to groups that each have a large one again, with another member.
  @Test func largeGroupsAreNotMergedAgainAndAgain() {
    let members = (0..<20_000).map { "\"m\($0)\": {}" }.joined(separator: ", ")
    let tokens = (0..<5000).map { "\"t\($0)\": {\"$ref\": \"#/g\($0)/x\"}" }.joined(separator: ", ")
    let groups = (0..<5000).map { "\"g\($0)\": {\"$extends\": \"{base}\", \"inner\": {\"o\": {}}}" }
    let result = Self.read(
      "{\"first\": {\(tokens)}, \"base\": {\"inner\": {\(members)}}, \(groups.joined(separator: ", "))}")
    #expect(result.fault?.message.contains("1,000,000") == true)
    #expect(result.seconds < ProcessorTime.limit)
  }

  @Test func longChainsOfGroupsEnd() {
    for isReversed in [false, true] {
      var groups = (1..<1000).map { "\"g\($0)\": {\"$extends\": \"{g\($0 - 1)}\", \"t\($0 % 7)\": \(Self.red)}" }
      if isReversed { groups.reverse() }
      let result = Self.read("{\"g0\": {\"t\": \(Self.red)}, \(groups.joined(separator: ", "))}")
      #expect(result.palette?.notes.contains { $0.message.contains("more than 100 groups") } == true)
      #expect(result.seconds < ProcessorTime.limit)
    }
  }

  /// Aliases of whole tokens have no limit.
  @Test func longChainsOfAliasesAreFollowed() {
    for isReversed in [false, true] {
      let result = Self.read(tokens: 20_000) { count in
        var tokens = (1..<count).map { "\"t\($0)\": {\"$value\": \"{t\($0 - 1)}\"}" }
        if isReversed { tokens.reverse() }
        return "{\"t0\": \(Self.red), \(tokens.joined(separator: ", "))}"
      }
      #expect(result.palette?.entries.count == 20_000)
      #expect(result.palette?.notes == [])
    }
  }

  @Test func aLargeCircleIsNoted() {
    let result = Self.read(tokens: 20_000) { count in
      let tokens = (0..<count).map { "\"t\($0)\": {\"$value\": \"{t\(($0 + 1) % count)}\"}" }
      return "{\"$type\": \"color\", \(tokens.joined(separator: ", "))}"
    }
    #expect(result.palette?.entries == [])
    #expect(result.palette?.notes.count == Palette.maximumNotes + 1)
    #expect(result.palette?.notes.first?.message.contains("'t0', 't1', 't2', 't3', 't4', ….") == true)
  }

  /// Each component refers to one of the token before it, which is followed again each time.
  @Test func longChainsOfPointersEnd() {
    let tokens = (1..<3000).map { index in
      let parts = (0..<3).map { "{\"$ref\": \"#/t\(index - 1)/$value/components/\($0)\"}" }.joined(separator: ", ")
      return "\"t\(index)\": {\"$type\": \"color\", \"$value\": {\"colorSpace\": \"srgb\", \"components\": [\(parts)]}}"
    }
    let result = Self.read("{\"t0\": \(Self.red), \(tokens.joined(separator: ", "))}")
    #expect(result.palette?.entries.count == 101)
    #expect(result.palette?.notes.last?.message.contains("more") == true)
    #expect(result.seconds < ProcessorTime.limit)
    let wide = (0..<50_000).map { "\"w\($0)\": {\"$ref\": \"#/t99/$value/components\", \"$type\": \"color\"}" }
    let many = Self.read("{\"t0\": \(Self.red), \((tokens.prefix(99) + wide).joined(separator: ", "))}")
    #expect(many.palette != nil || many.fault?.message.contains("1,000,000") == true)
    #expect(many.seconds < ProcessorTime.limit)
  }

  @Test func aLargeObjectIsNotSearchedAgainAndAgain() {
    let result = Self.read(tokens: 30_000) { count in
      let members = (0..<count).map { "\"m\($0)\": \($0 % 2)" }.joined(separator: ", ")
      let tokens = (0..<count).map { index in
        let part = "{\"$ref\": \"#/data/$extensions/m\(index)\"}"
        return "\"t\(index)\": {\"$value\": {\"colorSpace\": \"srgb\", \"components\": [\(part), 0, 0]}}"
      }
      return "{\"data\": {\"$extensions\": {\(members)}}, \"$type\": \"color\", \(tokens.joined(separator: ", "))}"
    }
    #expect(result.palette?.entries.count == 30_000)
  }

  @Test func unknownNamesAreNotComparedWithAll() {
    let result = Self.read(tokens: 20_000) { count in
      let tokens = (0..<count).map { index in
        "\"group-token-\(index)\": \(Self.red), \"alias-\(index)\": {\"$value\": \"{group-tokem-\(index)}\"}"
      }
      return "{\(tokens.joined(separator: ", "))}"
    }
    #expect(result.palette?.entries.count == 20_000)
    #expect(result.palette?.notes.count == Palette.maximumNotes + 1)
  }

  @Test func deepNestingIsRefused() {
    for count in [20, 40, 100_000] {
      let text = String(repeating: "{\"a\": ", count: count) + Self.red + String(repeating: "}", count: count)
      let result = Self.read(text)
      #expect((result.palette?.entries.count == 1) == (count == 20))
      #expect((result.fault?.message.contains("levels deep") == true) == (count > 20))
      #expect(result.seconds < ProcessorTime.limit)
    }
    // Groups that extend each other are deeper than the text.
    let groups = (1..<90).map { "\"g\($0)\": {\"a\": {\"$extends\": \"{g\($0 - 1)}\"}}" }.reversed()
    let result = Self.read("{\"g0\": {\"t\": \(Self.red)}, \(groups.joined(separator: ", "))}")
    #expect(result.palette?.entries.isEmpty == false)
    #expect(result.palette?.notes.contains { $0.message.contains("more than 64 groups") } == true)
  }

  @Test func longNamesAreLeftOut() {
    let name = String(repeating: "n", count: 990)
    let text = "{\"\(name)\": {\"short\": \(Self.red), \"\(name)\": \(Self.red)}, \"b\": {\"$extends\": \"{\(name)}\"}}"
    let result = Self.read(text)
    #expect(result.palette?.entries.map(\.name.text) == [name + ".short", "b.short", "b." + name])
    #expect(result.palette?.notes.count == 1)
  }

  @Test func aFileIsLimited() {
    let fault = PaletteFault.ofTokens(String(repeating: " ", count: Palette.maximumSize + 1))
    #expect(fault?.message.contains("16,777,216 bytes") == true)
    let groups = (0...Palette.maximumEntries / 2).map { "\"\($0)\": {\"a\": {}}" }
    #expect(Self.read("{\(groups.joined(separator: ", "))}").fault?.message.contains("100,000 groups") == true)
    let members = (0...Palette.maximumEntries).map { "\"\($0)\": 1" }
    #expect(Self.read("{\(members.joined(separator: ", "))}").fault?.message.contains("100000 members") == true)
  }
}
