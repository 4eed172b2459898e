import GamutBasics
import GamutPalettes
import TestSupport
import Testing

@Suite struct TokenMutationTests {
  /// Damaged files are palettes or faults with a line.
  @Test func damagedFilesAreReadOrRefused() {
    var random = RandomSource(seed: 0x746f_6b65_6e73)
    let texts = TokenCase.all.map { Array($0.text.utf8) }
    var problems: [String] = []
    var readable = 0
    for round in 0..<5000 {
      let bytes = random.mutated(texts[round % texts.count], marks: Self.marks, edits: 1, reach: 6)
      if let problem = Self.problem(of: bytes, &readable) {
        problems.append("\(round), '\(String(decoding: bytes, as: UTF8.self))': \(problem)")
      }
    }
    #expect(problems.prefix(10).joined(separator: "\n") == "")
    // Enough of the files are still JSON, so that more than the reader of JSON is tested.
    #expect(readable > 1000)
  }

  /// Files whose texts are exchanged with each other are JSON, and mean something else.
  @Test func filesWithExchangedTextsAreReadOrRefused() {
    var random = RandomSource(seed: 0x6578_6368)
    let texts = TokenCase.all.map { $0.text.split(separator: "\"", omittingEmptySubsequences: false).map(String.init) }
    var problems: [String] = []
    var readable = 0
    for round in 0..<5000 {
      var parts = texts[round % texts.count]
      for _ in 0...random.below(3) where parts.count > 3 {
        let (first, second) = (1 + 2 * random.below(parts.count / 2), 1 + 2 * random.below(parts.count / 2))
        if random.below(2) == 0 { parts.swapAt(first, second) } else { parts[first] = parts[second] }
      }
      let text = parts.joined(separator: "\"")
      if let problem = Self.problem(of: Array(text.utf8), &readable) {
        problems.append("\(round), '\(text)': \(problem)")
      }
    }
    #expect(problems.prefix(10).joined(separator: "\n") == "")
    #expect(readable > 2000)
  }

  private static func problem(of bytes: [UInt8], _ readable: inout Int) -> String? {
    let lines = 1...(1 + bytes.count { $0 == 0x0a })
    do throws(PaletteFault) {
      let palette = try Palette(designTokens: bytes)
      readable += 1
      for entry in palette.entries {
        let linear = entry.color.linearSRGB
        guard linear.x.isFinite, linear.y.isFinite, linear.z.isFinite, (0...1).contains(entry.color.alpha) else {
          return "\(entry.name.text) is \(linear)"
        }
        guard entry.color.components.count == 3, lines.contains(entry.line ?? 0), !entry.text.isEmpty else {
          return "\(entry)"
        }
      }
      for note in palette.notes where !lines.contains(note.line ?? 0) || note.message.isEmpty { return "\(note)" }
      return palette.notes.count > Palette.maximumNotes + 1 ? "\(palette.notes.count) notes" : nil
    } catch {
      return !lines.contains(error.line ?? 0) || error.message.isEmpty ? "\(error)" : nil
    }
  }

  /// The bytes that matter to the format.
  private static let marks = Array("{}[]:,\"$#/~.%0123456789-+eE \n\t\\\0\u{7f}éabcxy".utf8)
}
