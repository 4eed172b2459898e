extension Pathname {
  /// The last component.
  package var fileName: String { nameRange.map { String(decoding: bytes[$0], as: UTF8.self) } ?? text }

  /// The path as a relative reference (RFC 3986), or as a `file` URI if it is absolute: all bytes except unreserved
  /// characters and slashes are percent-encoded.
  package var uri: String {
    let hex = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = isAbsolute ? Array("file://".utf8) : []
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "/"):
        text.append(byte)
      default: text += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
