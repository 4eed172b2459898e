import GamutBasics
import GamutPalettes
import Testing

@Suite struct DesignTokensTests {
  @Test(arguments: TokenCase.all)
  func aFileIsReadAsTheFormatSays(item: TokenCase) throws {
    let palette = try Palette(designTokens: Array(item.text.utf8))
    #expect(palette.format == .designTokens)
    #expect(palette.entries.map(\.name.text) == item.entries.map(\.name))
    for (entry, expected) in zip(palette.entries, item.entries) {
      let color = try CSSColor(css: expected.color)
      let difference = entry.color.linearSRGB - color.linearSRGB
      #expect(max(abs(difference.x), abs(difference.y), abs(difference.z)) <= 1e-12, "\(entry)")
      #expect(abs(entry.color.alpha - color.alpha) <= 1e-12, "\(entry)")
      #expect(entry.line == expected.line, "\(entry)")
      #expect(entry.target?.text == expected.target, "\(entry)")
      #expect(entry.context.isDark == expected.isDark, "\(entry)")
      #expect(entry.context.hasHighContrast == expected.hasHighContrast, "\(entry)")
      #expect(entry.context.gamut?.rawValue == expected.gamut, "\(entry)")
      if let text = expected.text { #expect(entry.text == text) }
    }
    let notes = palette.notes.map { "\($0.kind) \($0.place.line ?? 0): \($0.message)" }.joined(separator: "\n")
    #expect(palette.notes.count == item.notes.count, "\(notes)")
    for (note, expected) in zip(palette.notes, item.notes) {
      #expect(note.kind == expected.kind, "\(notes)")
      #expect(note.place.line == expected.line, "\(notes)")
      #expect(note.message.contains(expected.fragment), "\(notes)")
    }
  }

  @Test(arguments: BrokenTokenCase.all)
  func aFileWithoutTokensIsRefused(item: BrokenTokenCase) {
    let fault = PaletteFault.ofTokens(item.text)
    #expect(fault?.line == item.line, "\(fault?.message ?? "none")")
    #expect(fault?.message.contains(item.fragment) == true, "\(fault?.message ?? "none")")
  }

  /// Messages are whole sentences, and control no terminal.
  @Test func messagesAreSentences() throws {
    for item in TokenCase.all {
      for note in try Palette(designTokens: Array(item.text.utf8)).notes {
        #expect(note.message.hasSuffix(".") || note.message.hasSuffix("?"), "\(note.message)")
        #expect(!note.message.contains(".."), "\(note.message)")
      }
    }
    let text = #"""
      {"a\u001b[31m": {"$type": "color", "$value": "\u001b[2J\n"},
      "\u202eb": {"$type": "color", "$value": "{\u0007}"}}
      """#
    let palette = try Palette(designTokens: Array(text.utf8))
    #expect(palette.notes.count == 2)
    for note in palette.notes {
      #expect(note.message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202e })
    }
  }

  @Test func theLastNoteCountsThoseThatAreLeftOut() throws {
    func palette(_ count: Int) throws -> Palette {
      let tokens = (0..<count).map { "\n\"t\($0)\": {\"$value\": 1}" }.joined(separator: ",")
      return try Palette(designTokens: Array("{\"$type\": \"color\",\(tokens)}".utf8))
    }
    let full = try palette(Palette.maximumNotes)
    #expect(full.notes.count == Palette.maximumNotes)
    #expect(full.notes.last?.place.line == Palette.maximumNotes + 1)
    let over = try palette(Palette.maximumNotes + 5)
    #expect(over.notes.count == Palette.maximumNotes + 1)
    #expect(over.notes.last?.place.line == nil)
    #expect(over.notes.last?.message.hasPrefix("5 more notes") == true)
    #expect(over.notes.last?.kind == .unknown)
  }
}

extension PaletteFault {
  /// Returns the fault of a file of design tokens; nil if it is one.
  static func ofTokens(_ text: String) -> PaletteFault? {
    do throws(PaletteFault) {
      _ = try Palette(designTokens: Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }
}
