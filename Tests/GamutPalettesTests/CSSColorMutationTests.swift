import GamutPalettes
import TestSupport
import Testing

@Suite struct CSSColorMutationTests {
  /// Damaged texts are colours or faults. A colour has numbers in bounds, and a fault is in the text.
  @Test func damagedTextsAreReadOrRefused() {
    var random = RandomSource(seed: 0x7061_6c65_7474_6573)
    let texts = (CSSColorCase.all.map(\.text) + BrokenColorCase.all.map(\.text)).map { Array($0.utf8) }
    var problems: [String] = []
    var readable = 0
    for round in 0..<20_000 {
      let bytes = random.mutated(texts[round % texts.count], marks: Self.marks, edits: 2, reach: 6)
      let text = String(decoding: bytes, as: UTF8.self)
      do throws(CSSColorFault) {
        let color = try CSSColor(css: text)
        readable += 1
        if let problem = Self.problem(of: color) { problems.append("\(round), '\(text)': \(problem)") }
      } catch {
        if !(0...text.utf8.count).contains(error.offset) || error.message.isEmpty {
          problems.append("\(round), '\(text)': '\(error.message)' at \(error.offset)")
        }
      }
    }
    #expect(problems.prefix(10).joined(separator: "\n") == "")
    // Enough of the texts are still colours, so that more than the refusals is tested.
    #expect(readable > 1000)
  }

  private static func problem(of color: CSSColor) -> String? {
    guard color.components.count == 3 else { return "\(color.components.count) components" }
    guard color.components.allSatisfy(\.isFinite), (0...1).contains(color.alpha) else { return "\(color)" }
    let linear = color.linearSRGB
    guard linear.x.isFinite, linear.y.isFinite, linear.z.isFinite else { return "\(color) is \(linear)" }
    let hue: Double? =
      switch color.space {
      case .hsl, .hwb: color.components[0]
      case .lch, .okLCh: color.components[2]
      default: nil
      }
    if let hue, !(0..<360).contains(hue) { return "the hue \(hue)" }
    return nil
  }

  /// The bytes that matter to the grammar.
  private static let marks = Array("()/,*#%.0123456789-+eE \n\t\\\0\u{7f}é\"';!@<>rgbalchnone".utf8)
}
