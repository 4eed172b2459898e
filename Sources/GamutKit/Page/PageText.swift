extension String {
  /// The text for a page: without characters that change the text direction, and limited in length.
  package var pageText: String {
    let shown = printable
    let limit = 600
    guard shown.unicodeScalars.count > limit else { return shown }
    return String(shown.unicodeScalars.prefix(limit)) + "… (\(Words.count(unicodeScalars.count)) characters)"
  }

  /// The text for an element or an attribute in quotation marks (HTML, 13.1.2.4 and 13.1.4).
  var htmlText: String {
    let bytes = utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "&"): Array("&amp;".utf8)
      case UInt8(ascii: "<"): Array("&lt;".utf8)
      case UInt8(ascii: ">"): Array("&gt;".utf8)
      case UInt8(ascii: "\""): Array("&quot;".utf8)
      case UInt8(ascii: "'"): Array("&#39;".utf8)
      default: [byte]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The same for a path that may break after a slash.
  var breakableHTML: String { htmlText.replacing("/", with: "/<wbr>") }
}

enum PageEscape {
  /// Appends JSON for a script element, whose text ends at `</script` and changes its meaning at `<!--` (HTML, 13.1.2.2):
  /// JSON has these characters in strings only, where they can be escaped.
  static func append(json: some Sequence<UInt8>, to text: inout [UInt8]) {
    for byte in json {
      switch byte {
      case UInt8(ascii: "<"): text += "\\u003c".utf8
      case UInt8(ascii: ">"): text += "\\u003e".utf8
      case UInt8(ascii: "&"): text += "\\u0026".utf8
      default: text.append(byte)
      }
    }
  }
}
