/// A JSON Pointer (RFC 6901) to a place in the same file, as the fragment of a URI.
struct TokenPointer: Sendable, Hashable {
  /// The names in the pointer, with `~0`, `~1` and percent-encoding decoded.
  var segments: [String]

  init?(_ text: String) {
    guard text.utf8.count <= TokenReader.maximumName, text.utf8.starts(with: "#/".utf8) else { return nil }
    segments = []
    for part in text.utf8.dropFirst(2).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let segment = Self.segment(Array(part)) else { return nil }
      segments.append(segment)
    }
  }

  /// Decodes percent-encoding, and then `~1` and `~0`.
  private static func segment(_ text: [UInt8]) -> String? {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(\.isHexadecimal),
        let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    let parts = bytes.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
    guard parts.dropFirst().allSatisfy({ $0.first == UInt8(ascii: "0") || $0.first == UInt8(ascii: "1") }) else {
      return nil
    }
    let decoded = parts.dropFirst().flatMap { [$0.first == UInt8(ascii: "0") ? 0x7e : 0x2f] + $0.dropFirst() }
    return String(validating: parts[0] + decoded, as: UTF8.self)
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
