import LibC

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
  /// The name of the folder that a relative path begins in.
  package static let here = Pathname(".")

  /// The path as text for people and for JSON; invalid UTF-8 becomes U+FFFD.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether `text` represents the bytes exactly.
  public var isUTF8: Bool { Array(text.utf8) == bytes }

  /// Hashes all bytes at once.
  public func hash(into hasher: inout Hasher) {
    unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }

  /// Compares paths by their unsigned bytes.
  public static func < (a: Pathname, b: Pathname) -> Bool {
    let order = order(a, b)
    return order < 0 || order == 0 && a.bytes.count < b.bytes.count
  }

  /// Compares all bytes at once.
  public static func == (a: Pathname, b: Pathname) -> Bool { a.bytes.count == b.bytes.count && order(a, b) == 0 }

  /// The order of the bytes that both have.
  private static func order(_ a: Pathname, _ b: Pathname) -> Int32 {
    unsafe a.bytes.withUnsafeBytes { a in
      unsafe b.bytes.withUnsafeBytes { b in
        guard let first = a.baseAddress, let second = b.baseAddress else { return 0 }
        return unsafe memcmp(first, second, min(a.count, b.count))
      }
    }
  }

  /// The path of an entry of this folder.
  package func appending(_ name: [UInt8]) -> Pathname {
    var joined: [UInt8] = []
    joined.reserveCapacity(bytes.count + 1 + name.count)
    joined += bytes
    if joined.last != UInt8(ascii: "/") { joined.append(UInt8(ascii: "/")) }
    joined += name
    return Pathname(bytes: joined)
  }

  /// Returns the part of a path below a folder whose name it begins with.
  package func rest(after folder: Pathname) -> Pathname {
    var start = min(folder.bytes.count, bytes.count)
    while start < bytes.count, bytes[start] == UInt8(ascii: "/") { start += 1 }
    return Pathname(bytes: Array(bytes[start...]))
  }

  /// Returns the path relative to a folder above it, `.` for that folder; the path itself if it is not below the
  /// folder.
  package func below(_ root: Pathname) -> Pathname {
    let (slash, count) = (UInt8(ascii: "/"), root.bytes.count)
    // Mostly both have the same form.
    if count > 0, root.bytes.last != slash, bytes.count > count + 1, bytes[count] == slash,
      bytes.starts(with: root.bytes), isNormalized, root.isNormalized
    {
      return Pathname(bytes: Array(bytes[(count + 1)...]))
    }
    let (own, above) = (components, root.components)
    guard own.starts(with: above) else { return self }
    let rest = own.dropFirst(above.count)
    return rest.isEmpty ? .here : Pathname(bytes: Array(rest.joined(separator: [slash])))
  }

  /// Returns the path of something whose path is relative to this folder; an empty one, or `.`, is the folder itself,
  /// and an absolute one stays as it is.
  package func joined(_ rest: Pathname) -> Pathname {
    if rest.bytes.isEmpty || rest == .here { return self }
    return rest.isAbsolute || self == .here ? rest : appending(rest.bytes)
  }

  /// The path without `.` and empty components. `..` is kept, because a symbolic link may precede it.
  package var normalized: Pathname {
    guard !isNormalized else { return self }
    let slash = UInt8(ascii: "/")
    let components = bytes.split(separator: slash).filter { $0 != [UInt8(ascii: ".")] }
    let joined = Array(components.joined(separator: [slash]))
    if bytes.first == slash { return Pathname(bytes: [slash] + joined) }
    return Pathname(bytes: joined.isEmpty && !bytes.isEmpty ? [UInt8(ascii: ".")] : joined)
  }

  /// Whether no component is `.` or empty; false for a path without components.
  private var isNormalized: Bool {
    var (length, last) = (0, UInt8(ascii: "/"))
    func isName() -> Bool { length > 1 || length == 1 && last != UInt8(ascii: ".") }
    for byte in bytes.dropFirst(bytes.first == UInt8(ascii: "/") ? 1 : 0) {
      if byte != UInt8(ascii: "/") {
        (length, last) = (length + 1, byte)
      } else if isName() {
        length = 0
      } else {
        return false
      }
    }
    return isName()
  }

  /// Whether the name ends in `.png`, in any case.
  package var hasPNGSuffix: Bool {
    bytes.suffix(4).elementsEqual(Self.pngSuffix) { $0 == $1 || (0x41...0x5a).contains($0) && $0 | 0x20 == $1 }
  }

  private static let pngSuffix = Array(".png".utf8)
}
