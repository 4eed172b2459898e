/// Paths as arguments of a command, which are text: bytes that are not UTF-8 travel as characters of a range that
/// Unicode leaves for private use, U+10FF00 to U+10FFFF, and come back unchanged.
extension Path {
  private static let first: UInt32 = 0x10ff00

  /// Undoes `argument`.
  public init(argument: String) {
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

  /// The path as text from which `init(argument:)` gets all its bytes back.
  public var argument: String {
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
        // The range itself, should a name use it, travels byte by byte too.
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
