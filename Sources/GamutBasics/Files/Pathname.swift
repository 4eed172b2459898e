/// A path as the system represents it: bytes that need not be UTF-8.
public struct Pathname: Sendable, Hashable, Comparable {
  /// The bytes, without the zero byte at the end.
  public let bytes: [UInt8]

  /// Creates a path of any bytes.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// Creates the path that a text represents in UTF-8.
  public init(_ text: String) { self.init(bytes: Array(text.utf8)) }

  /// The name for standard input in place of a file.
  package static let standardInput = Pathname("-")

  /// The path as text for people and for JSON; invalid UTF-8 becomes U+FFFD.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether `text` represents the bytes exactly.
  public var isUTF8: Bool { Array(text.utf8) == bytes }

  /// Hashes all bytes at once.
  public func hash(into hasher: inout Hasher) {
    unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }

  /// Compares paths by their unsigned bytes.
  public static func < (a: Pathname, b: Pathname) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }

  /// The path of an entry of this folder.
  package func appending(_ name: [UInt8]) -> Pathname {
    Pathname(bytes: bytes.last == UInt8(ascii: "/") ? bytes + name : bytes + [UInt8(ascii: "/")] + name)
  }

  /// Returns the part of a path below a folder whose name it begins with.
  package func rest(after folder: Pathname) -> Pathname {
    Pathname(bytes: Array(bytes.dropFirst(folder.bytes.count).drop { $0 == UInt8(ascii: "/") }))
  }

  /// The path without `.` and empty components. `..` is kept, because a symbolic link may precede it.
  package var normalized: Pathname {
    let slash = UInt8(ascii: "/")
    let components = bytes.split(separator: slash).filter { $0 != [UInt8(ascii: ".")] }
    let joined = Array(components.joined(separator: [slash]))
    if bytes.first == slash { return Pathname(bytes: [slash] + joined) }
    return Pathname(bytes: joined.isEmpty && !bytes.isEmpty ? [UInt8(ascii: ".")] : joined)
  }

  /// Whether the name ends in `.png`, in any case.
  package var hasPNGSuffix: Bool {
    bytes.suffix(4).map { $0 >= 0x41 && $0 <= 0x5a ? $0 | 0x20 : $0 } == Array(".png".utf8)
  }
}
