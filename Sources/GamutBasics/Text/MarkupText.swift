extension String {
  /// The text for an attribute of XML 1.0; line ends and unsupported characters are written as escapes.
  package var xmlAttribute: String { printable.xmlText }

  /// The text with XML's special characters as entities, and unsupported ones as U+FFFD.
  package var xmlText: String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      case "'": result.append(contentsOf: "&apos;".unicodeScalars)
      case "\u{9}", "\u{a}", "\u{d}", "\u{20}"..."\u{d7ff}", "\u{e000}"..."\u{fffd}", "\u{10000}"..."\u{10ffff}":
        result.append(scalar)
      default: result.append("\u{fffd}")
      }
    }
    return String(result)
  }

  /// Returns the text with escapes for some scalars. It compares scalars because a mark with a combining accent is a
  /// single character, but still a mark for a parser.
  package func escaping(_ escapes: [Unicode.Scalar: String]) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if let escape = escapes[scalar] { text += escape } else { text.unicodeScalars.append(scalar) }
    }
  }
}

/// Returns a workflow command of GitHub Actions: an annotation of a file, with the level error, warning or notice. Text is
/// escaped as GitHub's own toolkit does (actions/toolkit, core/src/command.ts), and terminal control characters as in text,
/// because a terminal shows the log of a step.
package func workflowCommand(
  _ level: String, title: String, at path: String = ".github", line: Int = 1, _ message: String
) -> String {
  func property(_ text: String) -> String {
    text.printableLines.escaping(["%": "%25", "\n": "%0A", ":": "%3A", ",": "%2C"])
  }
  let data = message.printableLines.escaping(["%": "%25", "\n": "%0A"])
  return "::\(level) file=\(property(path)),line=\(line),title=\(property(title))::\(data)\n"
}
