/// A path as the system has it: bytes, which need not be UTF-8.
public struct Path: Sendable, Hashable, Comparable {
  public let bytes: [UInt8]

  public init(bytes: [UInt8]) { self.bytes = bytes }

  public init(_ text: String) { self.init(bytes: Array(text.utf8)) }

  /// How standard input is called where a file could be.
  static let standardInput = Path("-")

  /// For people and for JSON: what is not UTF-8 is U+FFFD.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether `text` says everything that `bytes` do.
  public var isUTF8: Bool { Array(text.utf8) == bytes }

  /// By bytes, unsigned.
  public static func < (a: Path, b: Path) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }

  /// The path of an entry of this folder.
  func appending(_ name: [UInt8]) -> Path {
    Path(bytes: bytes.last == UInt8(ascii: "/") ? bytes + name : bytes + [UInt8(ascii: "/")] + name)
  }

  /// The same place without `.` and without empty components. `..` stays: a symbolic link may stand before it.
  var normalized: Path {
    let slash = UInt8(ascii: "/")
    let components = bytes.split(separator: slash).filter { $0 != [UInt8(ascii: ".")] }
    let joined = Array(components.joined(separator: [slash]))
    if bytes.first == slash { return Path(bytes: [slash] + joined) }
    return Path(bytes: joined.isEmpty && !bytes.isEmpty ? [UInt8(ascii: ".")] : joined)
  }

  /// Whether the name ends in `.png`, in any case.
  var hasPNGSuffix: Bool {
    bytes.suffix(4).map { $0 >= 0x41 && $0 <= 0x5a ? $0 | 0x20 : $0 } == Array(".png".utf8)
  }
}
