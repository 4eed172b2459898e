/// The style of text reports.
public struct TextStyle: Sendable {
  /// The level of detail.
  public enum Detail: Sendable {
    /// One line for each image with a problem, and no other output.
    case quiet
    /// One image in full; several images as lines, with a summary.
    case normal
    /// Every image in full.
    case verbose
  }

  /// ANSI colours (ECMA-48 SGR).
  public var usesColor: Bool
  /// Whether the terminal shows any colour of 8 bits per channel.
  public var showsSwatches = false
  /// The level of detail.
  public var detail: Detail

  /// Creates a style; by default without colours, in normal detail.
  public init(usesColor: Bool = false, detail: Detail = .normal) {
    self.usesColor = usesColor
    self.detail = detail
  }

  private enum Code: String {
    case bold = "1"
    case red = "1;31"
    case green = "32"
    case yellow = "33"
  }

  package func heading(_ text: String) -> String { paint(text, .bold) }

  package func failure(_ text: String) -> String { paint(text, .red) }

  package func success(_ text: String) -> String { paint(text, .green) }

  package func warning(_ text: String) -> String { paint(text, .yellow) }

  /// Returns a small area in a colour of sRGB with 8 bits per channel, and a space; nothing if the terminal has none.
  package func swatch(_ codes: [Int]) -> String {
    guard showsSwatches, codes.count == 3 else { return "" }
    return "\u{1b}[48;2;\(codes[0]);\(codes[1]);\(codes[2])m    \u{1b}[0m "
  }

  private func paint(_ text: String, _ code: Code) -> String {
    usesColor ? "\u{1b}[\(code.rawValue)m\(text)\u{1b}[0m" : text
  }
}
