import GamutPalettes
import Testing

@Suite struct CSSColorTests {
  @Test(arguments: CSSColorCase.all)
  func aTextIsReadAsCSSSays(item: CSSColorCase) throws {
    let color = try CSSColor(css: item.text)
    #expect(color.space == item.space)
    #expect(color.components.count == 3)
    for (value, expected) in zip(color.components, item.components) {
      #expect(abs(value - expected) <= 1e-12 * max(1, abs(expected)))
    }
    #expect(abs(color.alpha - item.alpha) <= 1e-15)
  }

  /// What Chromium computes, which it prints with six digits.
  @Test(arguments: ComputedColorCase.all)
  func anExpressionIsComputedAsCSSSays(item: ComputedColorCase) throws {
    let (color, expected) = (try CSSColor(css: item.text), try CSSColor(css: item.result))
    let difference = color.linearSRGB - expected.linearSRGB
    #expect(max(abs(difference.x), abs(difference.y), abs(difference.z)) <= 2e-4, "\(color)")
    #expect(abs(color.alpha - expected.alpha) <= 1e-6)
  }

  @Test(arguments: BrokenColorCase.all)
  func aBrokenTextIsRefused(item: BrokenColorCase) {
    do throws(CSSColorFault) {
      let color = try CSSColor(css: item.text)
      Issue.record("it is read as \(color)")
    } catch {
      #expect(item.fragment.map { error.message.contains($0) } ?? true, "\(error.message)")
      #expect(error.offset == item.offset, "\(error.message)")
    }
  }

  @Test func everyTextStandsOnce() {
    let texts = CSSColorCase.all.map(\.text) + BrokenColorCase.all.map(\.text)
    #expect(texts.count == 460)
    #expect(Set(texts).count == texts.count)
    #expect(Set(CSSColorCase.all.map(\.space)) == Set(CSSColor.Space.allCases))
  }

  /// A colour that is not closed, or has no end, is no colour: no text is read before its last character but these.
  @Test func textsThatAreCutOffAreRefused() {
    for item in CSSColorCase.all where item.text.hasSuffix(")") {
      for count in 0..<item.text.count {
        let text = String(item.text.prefix(count))
        if let color = try? CSSColor(css: text) { Issue.record("'\(text)' is read as \(color)") }
      }
    }
  }

  /// The checksum is that of the names and digits of webcolors 25.10.0 (Python), with `rebeccapurple`, which it does not know.
  @Test func namesHaveTheirCodes() throws {
    var text = ""
    for name in CSSColor.names {
      let color = try CSSColor(css: name)
      #expect(try color == CSSColor(css: name.uppercased()))
      let digits = color.components.map { String(Int(($0 * 255).rounded()) + 256, radix: 16).dropFirst() }
      text += "\(name) \(digits.joined())\n"
    }
    #expect(CSSColor.names.count == 148)
    #expect(text.utf8.reduce(0 as UInt64) { $0 &* 31 &+ UInt64($1) } == 0xe224_caec_8251_1afd)
  }

  @Test func aTextHasAtMostOneThousandBytes() throws {
    let space = String(repeating: " ", count: 997)
    #expect(try CSSColor(css: space + "red") == CSSColor(css: "red"))
    let fault = CSSColorFault.of(space + "red ")
    #expect(fault?.offset == 1000)
    #expect(fault?.message == "the text has more than 1,000 bytes")
    // Three bytes each.
    #expect(CSSColorFault.of(String(repeating: "€", count: 334))?.offset == 1000)
    #expect(CSSColorFault.of(String(repeating: "€", count: 333))?.message.contains("€€…' is not a colour") == true)
    #expect(CSSColorFault.of(String(repeating: "rgb(", count: 250))?.offset == 4)
  }
}

extension CSSColorFault {
  /// Returns the fault of a text; nil if it is a colour.
  static func of(_ text: String) -> CSSColorFault? {
    do throws(CSSColorFault) {
      _ = try CSSColor(css: text)
      return nil
    } catch {
      return error
    }
  }
}
