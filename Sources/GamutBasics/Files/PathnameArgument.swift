/// Paths as command arguments, which are text: bytes that are not UTF-8 are encoded as private-use characters, U+10FF00
/// to U+10FFFF, and decoded unchanged.
extension Pathname {
  private static let first: UInt32 = 0x10ff00

  /// Decodes the result of `argument`.
  package init(argument: String) {
    // Usually all bytes are ASCII, which represent themselves.
    if argument.utf8.allSatisfy({ $0 < 0x80 }) {
      self.init(argument)
      return
    }
    var bytes: [UInt8] = []
    for scalar in argument.unicodeScalars {
      if scalar.value >= Self.first {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        bytes += UTF8.encode(scalar).map { Array($0) } ?? []
      }
    }
    self.init(bytes: bytes)
  }

  /// The path as text that `init(argument:)` decodes without loss.
  package var argument: String {
    if bytes.allSatisfy({ $0 < 0x80 }) { return text }
    var result = String.UnicodeScalarView()
    var decoder = Unicode.UTF8.ForwardParser()
    var input = bytes.makeIterator()
    var position = 0
    while true {
      switch decoder.parseScalar(from: &input) {
      case .emptyInput: return String(result)
      case .valid(let encoded):
        position += encoded.count
        let scalar = UTF8.decode(encoded)
        // Characters of the private range itself are also encoded byte by byte.
        if scalar.value >= Self.first {
          for byte in encoded { Self.append(byte, to: &result) }
        } else {
          result.append(scalar)
        }
      case .error(let length):
        for byte in bytes[position..<position + length] { Self.append(byte, to: &result) }
        position += length
      }
    }
  }

  private static func append(_ byte: UInt8, to text: inout String.UnicodeScalarView) {
    if let scalar = Unicode.Scalar(first + UInt32(byte)) { text.append(scalar) }
  }
}
