/// Four bytes that identify a tag, a type, a class or a colour space (ICC.1:2022 clause 4.3, `signature`).
public struct Signature: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The bytes, the first one highest.
  public let rawValue: UInt32

  /// Creates a signature from four bytes, the first one highest.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The first four bytes of a literal, as in `"rXYZ"`.
  public init(stringLiteral value: String) {
    rawValue = value.utf8.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The four characters without trailing spaces if all are printable ASCII, else eight hexadecimal digits.
  public var description: String {
    let bytes = stride(from: UInt32(24), through: 0, by: -8).map { UInt8(truncatingIfNeeded: rawValue >> $0) }
    guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }), bytes[0] != 0x20 else {
      let digits = String(rawValue, radix: 16)
      return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
    }
    var end = bytes.count
    while bytes[end - 1] == 0x20 { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}
