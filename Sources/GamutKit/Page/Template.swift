/// A text with places to fill in, in the part of Mustache's language that the page needs.
///
/// `{{name}}` is a value as text, escaped for HTML; `{{{name}}}` is one that is HTML already. What stands between
/// `{{#name}}` and `{{/name}}` comes once for each item of a list, once for any other value, and not at all for false,
/// an empty list or nothing; `{{^name}}` is the contrary. `{{.}}` is the item itself. Names are looked up from the
/// innermost section outwards. A line that holds only the begin or the end of a section leaves no line.
struct Template: Sendable {
  private enum Node: Sendable {
    case text(ArraySlice<UInt8>)
    case value(String, isHTML: Bool)
    case section(String, isInverted: Bool, [Node])
  }

  private let nodes: [Node]

  /// Nil where a section does not end, or another one does.
  init?(_ text: [UInt8]) {
    var parser = Parser(rest: text[...])
    guard let nodes = parser.nodes(of: nil) else { return nil }
    self.nodes = nodes
  }

  /// The text, filled in with strings, numbers, truth values, and lists and dictionaries of these.
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

  /// What a section comes once for.
  private static func items(of value: Any?) -> [Any] {
    switch value {
    case nil: []
    case let flag as Bool: flag ? [flag] : []
    case let list as [Any]: list
    case let value?: [value]
    }
  }

  /// Escapes what HTML text and quoted attributes give a meaning to, byte by byte: to a browser a quotation mark ends an
  /// attribute also where a combining accent follows it.
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
    /// Whether nothing but spaces stands between the begin of the line and `rest`.
    private var isAtLineStart = true

    init(rest: ArraySlice<UInt8>) { self.rest = rest }

    /// The nodes up to the end of the section, or of the text.
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

    /// The next tag; nil where there is none. Adds the text before it.
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

    /// Skips the end of a line that holds only a tag.
    private mutating func skipLineEnd() {
      if isAtLineStart, rest.first == UInt8(ascii: "\n") { rest = rest.dropFirst() } else { isAtLineStart = false }
    }
  }
}
