/// A JSON Pointer (RFC 6901) to a place in the same file, as the fragment of a URI.
struct TokenPointer: Sendable, Hashable {
  /// The names in the pointer, with `~0`, `~1` and percent-encoding decoded.
  var segments: [String]

  /// Parses a pointer; nil if the text is not one.
  init?(_ text: String) {
    guard text.utf8.count <= TokenReader.maximumName, text.utf8.starts(with: "#/".utf8) else { return nil }
    segments = []
    for part in text.utf8.dropFirst(2).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let segment = Self.segment(Array(part)) else { return nil }
      segments.append(segment)
    }
  }

  private static func segment(_ bytes: [UInt8]) -> String? {
    var result: [UInt8] = []
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let rest = bytes[index...].prefix(3)
      if rest.first == UInt8(ascii: "%"), rest.count == 3,
        rest.dropFirst().allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
        let code = UInt8(String(decoding: rest.dropFirst(), as: UTF8.self), radix: 16)
      {
        decoded.append(code)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    index = 0
    while index < decoded.count {
      if decoded[index] == UInt8(ascii: "~") {
        guard index + 1 < decoded.count else { return nil }
        switch decoded[index + 1] {
        case UInt8(ascii: "0"): result.append(UInt8(ascii: "~"))
        case UInt8(ascii: "1"): result.append(UInt8(ascii: "/"))
        default: return nil
        }
        index += 2
      } else {
        result.append(decoded[index])
        index += 1
      }
    }
    return String(validating: result, as: UTF8.self)
  }
}

extension String {
  /// The text between the braces if the whole string is an alias; otherwise nil.
  var aliasTarget: String? {
    guard utf8.count > 2, utf8.first == UInt8(ascii: "{"), utf8.last == UInt8(ascii: "}") else { return nil }
    let inner = utf8.dropFirst().dropLast()
    guard !inner.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) else { return nil }
    return String(decoding: inner, as: UTF8.self)
  }
}
