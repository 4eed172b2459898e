/// Encodes Base64 with padding (RFC 4648, section 4).
package func base64(_ bytes: [UInt8]) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  text.reserveCapacity((bytes.count + 2) / 3 * 4)
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let count = min(3, bytes.count - start)
    var bits = Int(bytes[start]) << 16
    if count > 1 { bits |= Int(bytes[start + 1]) << 8 }
    if count > 2 { bits |= Int(bytes[start + 2]) }
    text.append(alphabet[bits >> 18])
    text.append(alphabet[bits >> 12 & 63])
    text.append(count > 1 ? alphabet[bits >> 6 & 63] : UInt8(ascii: "="))
    text.append(count > 2 ? alphabet[bits & 63] : UInt8(ascii: "="))
  }
  return String(decoding: text, as: UTF8.self)
}

/// Decodes Base64 with padding; nil if it is invalid.
package func decodedBase64(_ text: String) -> [UInt8]? {
  let characters = Array(text.utf8)
  guard characters.count % 4 == 0 else { return nil }
  let padding = characters.reversed().prefix { $0 == UInt8(ascii: "=") }.count
  guard padding <= 2 else { return nil }
  var bits = 0
  var held = 0
  var bytes: [UInt8] = []
  for character in characters.dropLast(padding) {
    let digit: UInt8
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): digit = 62
    case UInt8(ascii: "/"): digit = 63
    default: return nil
    }
    bits = bits << 6 & 0xffff | Int(digit)
    held += 6
    if held >= 8 {
      held -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> held))
    }
  }
  return bytes
}
