import Mustache

/// The templates of the page, from the files in `Resources`.
struct PageTemplates: Sendable {
  /// Nil where one does not parse, which no input can bring about: the tests render both.
  private let page, card: MustacheTemplate?

  static let shared = PageTemplates()

  private init() {
    // Before any template is parsed, which is when its content type is looked up.
    MustacheContentTypes.register(EscapedHTML(), named: "GAMUT")
    page = Self.parse(PackageResources.page_mustache)
    card = Self.parse(PackageResources.card_mustache)
  }

  private static func parse(_ bytes: [UInt8]) -> MustacheTemplate? {
    try? MustacheTemplate(string: "{{% CONTENT_TYPE: GAMUT}}\n" + String(decoding: bytes, as: UTF8.self))
  }

  func page(_ context: [String: Any]) -> String { page?.render(context) ?? "" }
  func card(_ context: [String: Any]) -> String { card?.render(context) ?? "" }
}

/// Escapes what HTML text and quoted attributes give a meaning to, code point by code point. The template library's own
/// way goes by characters: to it a quotation mark with a combining accent is another character than a quotation mark,
/// and passes, but to a browser it ends the attribute.
struct EscapedHTML: MustacheContentType {
  func escapeText(_ text: String) -> String {
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): escaped += "&amp;".utf8
      case UInt8(ascii: "<"): escaped += "&lt;".utf8
      case UInt8(ascii: ">"): escaped += "&gt;".utf8
      case UInt8(ascii: "\""): escaped += "&quot;".utf8
      case UInt8(ascii: "'"): escaped += "&#39;".utf8
      default: escaped.append(byte)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}
