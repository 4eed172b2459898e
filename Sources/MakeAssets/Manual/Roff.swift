/// A page in the man(7) language.
struct Roff {
  private(set) var text: String

  init(title: String, date: String, source: String, manual: String) {
    text = ".TH \"\(Self.escaped(title))\" 1 \"\(date)\" \"\(Self.escaped(source))\" \"\(Self.escaped(manual))\"\n"
    // Words are not broken, and lines are not justified: options and paths are read, copied and searched.
    text += ".nh\n.ad l\n"
  }

  mutating func section(_ title: String) { text += ".SH \(title.uppercased())\n" }
  mutating func subsection(_ title: String) { text += ".SS \(Self.escaped(title))\n" }

  /// Appends text as a line of its own.
  mutating func line(_ line: String) { text += line + "\n" }

  mutating func paragraph(_ paragraph: String, isFirst: Bool) {
    text += (isFirst ? "" : ".PP\n") + Self.escaped(paragraph) + "\n"
  }

  /// - Parameter tag: the escaped tag, with its fonts.
  mutating func item(_ tag: String, _ text: String) { self.text += ".TP\n\(tag)\n\(Self.escaped(text))\n" }

  mutating func code(_ lines: [String]) {
    text += ".RS 4\n.nf\n" + lines.map { Self.escaped($0) + "\n" }.joined() + ".fi\n.RE\n"
  }

  static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }
  static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

  /// Escapes characters that roff would interpret as commands or print as others: hyphens, quotes and accents must be
  /// copied into a shell unchanged (groff_char(7)).
  static func escaped(_ text: String) -> String {
    var result = text.hasPrefix(".") ? "\\&" : ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      default: result.append(character)
      }
    }
    return result
  }
}
