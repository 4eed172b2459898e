/// The style of text reports.
public struct TextStyle: Sendable {
  /// The level of detail.
  public enum Detail: Sendable {
    /// One line for each image with a problem, and nothing else.
    case quiet
    /// One image in full; several images as lines, with a summary.
    case normal
    /// Every image in full.
    case verbose
  }

  /// ANSI colours (ECMA-48 SGR).
  public var usesColor: Bool
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

  private func paint(_ text: String, _ code: Code) -> String {
    usesColor ? "\u{1b}[\(code.rawValue)m\(text)\u{1b}[0m" : text
  }
}
