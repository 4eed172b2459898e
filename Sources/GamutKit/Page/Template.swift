/// A text template in the subset of the Mustache language that the page needs.
///
/// `{{name}}` is a value as text, escaped for HTML; `{{{name}}}` is a value that is already HTML. The section between
/// `{{#name}}` and `{{/name}}` is repeated for each item of a list, is used once for any other value, and is omitted
/// for false, an empty list or a missing value; `{{^name}}` is the inverse. `{{.}}` is the item itself. Names are
/// looked up from the innermost section outwards. A line that contains only the begin or the end of a section is
/// removed.
struct Template: Sendable {
  private enum Node: Sendable {
    case text(ArraySlice<UInt8>)
    case value(String, isHTML: Bool)
    case section(String, isInverted: Bool, [Node])
  }

  private let nodes: [Node]

  /// Parses a template; nil if sections are not closed correctly.
  init?(_ text: [UInt8]) {
    var parser = Parser(rest: text[...])
    guard let nodes = parser.nodes(of: nil) else { return nil }
    self.nodes = nodes
  }

  /// Returns the text, filled in with strings, numbers, booleans, and lists and dictionaries of these.
  func render(_ values: [String: Any]) -> [UInt8] {
    var result: [UInt8] = []
    Self.render(nodes, [values], &result)
    return result
  }

  private static func render(_ nodes: [Node], _ scopes: [Any], _ result: inout [UInt8]) {
    for node in nodes {
      switch node {
      case .text(let text): result += text
      case .value(let name, let isHTML):
        guard let value = value(name, scopes) else { continue }
        let text = value as? String ?? "\(value)"
        if isHTML { result += text.utf8 } else { appendEscaped(text, to: &result) }
      case .section(let name, let isInverted, let nodes):
        let items = items(of: value(name, scopes))
        if isInverted {
          if items.isEmpty { render(nodes, scopes, &result) }
        } else {
          for item in items { render(nodes, scopes + [item], &result) }
        }
      }
    }
  }

  private static func value(_ name: String, _ scopes: [Any]) -> Any? {
    if name == "." { return scopes.last }
    for scope in scopes.reversed() {
      if let value = (scope as? [String: Any])?[name] { return value }
    }
    return nil
  }

  /// Returns the items that a section is repeated for.
  private static func items(of value: Any?) -> [Any] {
    switch value {
    case nil: []
    case let flag as Bool: flag ? [flag] : []
    case let list as [Any]: list
    case let value?: [value]
    }
  }

  /// Escapes the special characters of HTML text and quoted attributes, byte by byte: in a browser a quotation mark
  /// ends an attribute even if a combining accent follows it.
  private static func appendEscaped(_ text: String, to result: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): result += "&amp;".utf8
      case UInt8(ascii: "<"): result += "&lt;".utf8
      case UInt8(ascii: ">"): result += "&gt;".utf8
      case UInt8(ascii: "\""): result += "&quot;".utf8
      case UInt8(ascii: "'"): result += "&#39;".utf8
      default: result.append(byte)
      }
    }
  }

  private struct Parser {
    var rest: ArraySlice<UInt8>
    /// Whether there are only spaces between the start of the line and `rest`.
    private var isAtLineStart = true

    init(rest: ArraySlice<UInt8>) { self.rest = rest }

    /// Parses the nodes up to the end of the section, or of the text.
    mutating func nodes(of section: String?) -> [Node]? {
      var nodes: [Node] = []
      while let tag = tag(textBefore: &nodes) {
        switch tag.mark {
        case UInt8(ascii: "#"), UInt8(ascii: "^"):
          skipLineEnd()
          guard let inner = self.nodes(of: tag.name) else { return nil }
          nodes.append(.section(tag.name, isInverted: tag.mark == UInt8(ascii: "^"), inner))
        case UInt8(ascii: "/"):
          skipLineEnd()
          return tag.name == section ? nodes : nil
        default:
          isAtLineStart = false
          nodes.append(.value(tag.name, isHTML: tag.mark == UInt8(ascii: "{")))
        }
      }
      return section == nil ? nodes : nil
    }

    /// Parses the next tag, after adding the text before it; nil if there is none.
    private mutating func tag(textBefore nodes: inout [Node]) -> (mark: UInt8, name: String)? {
      let begin = rest.indices.dropLast().first { rest[$0] == UInt8(ascii: "{") && rest[$0 + 1] == UInt8(ascii: "{") }
      let text = rest[..<(begin ?? rest.endIndex)]
      if !text.isEmpty {
        nodes.append(.text(text))
        isAtLineStart = text.last == UInt8(ascii: "\n")
      }
      guard let begin, let end = rest[begin...].firstIndex(of: UInt8(ascii: "}")) else {
        rest = []
        return nil
      }
      var name = rest[(begin + 2)..<end]
      var mark: UInt8 = 0
      if let first = name.first, "#^/{".utf8.contains(first) {
        mark = first
        name = name.dropFirst()
      }
      rest = rest[end...].drop { $0 == UInt8(ascii: "}") }
      return (mark, String(decoding: name, as: UTF8.self))
    }

    /// Skips the end of a line that contains only a tag.
    private mutating func skipLineEnd() {
      if isAtLineStart, rest.first == UInt8(ascii: "\n") { rest = rest.dropFirst() } else { isAtLineStart = false }
    }
  }
}
