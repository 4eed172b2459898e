import LibC

/// A path, or a name, as the system represents it: bytes that need not be UTF-8, and are compared as such.
public struct Pathname: Sendable, Hashable, Comparable, ExpressibleByStringInterpolation, CustomStringConvertible {
  /// The bytes, without the zero byte at the end.
  public let bytes: [UInt8]

  /// Creates a path of any bytes.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// Creates the path that a literal represents in UTF-8.
  public init(stringLiteral text: String) { self.init(bytes: Array(text.utf8)) }

  /// Creates the path that a text represents in UTF-8.
  public init(_ text: String) { self.init(bytes: Array(text.utf8)) }

  package static let standardInput = Pathname("-")
  /// The name of the folder that a relative path begins in.
  package static let here = Pathname(".")

  /// The path as text for people and for JSON; invalid UTF-8 becomes U+FFFD.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
  public var description: String { text }

  /// Whether `text` represents the bytes exactly.
  public var isUTF8: Bool { isSame(as: text) }

  /// Returns whether a text represents the bytes exactly; `==` of strings also takes canonically equivalent ones for equal.
  package func isSame(as text: String) -> Bool { bytes.elementsEqual(text.utf8) }

  package var isEmpty: Bool { bytes.isEmpty }
  package func hasPrefix(_ text: String) -> Bool { bytes.starts(with: text.utf8) }

  /// Takes all bytes at once: tables of many paths look each of them up.
  public func hash(into hasher: inout Hasher) { unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) } }

  /// Compares paths by their unsigned bytes.
  public static func < (a: Pathname, b: Pathname) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }

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

  /// Returns the path relative to a folder above it, `.` for that folder; the path itself if it is not below.
  package func below(_ root: Pathname) -> Pathname {
    let (own, above) = (components, root.components)
    guard own.starts(with: above) else { return self }
    let rest = own.dropFirst(above.count)
    return rest.isEmpty ? .here : Pathname(bytes: Array(rest.joined(separator: "/".utf8)))
  }

  /// Returns the path of something whose path is relative to this folder; an empty one, or `.`, is the folder itself,
  /// and an absolute one stays as it is.
  package func joined(_ rest: Pathname) -> Pathname {
    if rest.bytes.isEmpty || rest == .here { return self }
    return rest.isAbsolute || self == .here ? rest : appending(rest.bytes)
  }

  /// Returns the way from a folder without symbolic links to this path; both are absolute.
  package func way(from folder: Pathname) -> Pathname {
    let (own, above) = (components, folder.components)
    let common = zip(own, above).prefix { $0 == $1 }.count
    let steps = Array(repeating: Array("..".utf8), count: above.count - common) + own[common...]
    return Pathname(bytes: Array(steps.joined(separator: "/".utf8)))
  }

  /// The path from the current folder; an absolute one stays if only `/` contains both.
  package var fromHere: Pathname {
    guard isAbsolute, let here = try? Self.here.resolved, here.components.first == components.first else { return self }
    return here == normalized ? .here : way(from: here)
  }

  /// The path without `.` and empty components. `..` is kept, because a symbolic link may precede it.
  package var normalized: Pathname {
    let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
    var joined: [UInt8] = bytes.first == slash ? [slash] : []
    joined.reserveCapacity(bytes.count)
    for part in bytes.split(separator: slash) where part.count > 1 || part.first != dot {
      if !joined.isEmpty, joined.last != slash { joined.append(slash) }
      joined += part
    }
    return Pathname(bytes: joined.isEmpty && !bytes.isEmpty ? [dot] : joined)
  }

  package var hasPNGSuffix: Bool {
    bytes.suffix(4).elementsEqual(Self.pngSuffix) { $0 == $1 || (0x41...0x5a).contains($0) && $0 | 0x20 == $1 }
  }

  private static let pngSuffix = Array(".png".utf8)
}

/// Paths as command arguments, which are text: bytes that are not UTF-8 are encoded as private-use characters, U+10FF00
/// to U+10FFFF, and decoded unchanged.
extension Pathname {
  private static let first: UInt32 = 0x10ff00

  package init(argument: String) {
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

  /// Calls `body` with the path as a C string; a path with a zero byte is invalid, and is passed as the empty path.
  package func withSystemPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { path in
      guard let start = path.baseAddress else { return unsafe body("") }
      let count = unsafe bytes.withUnsafeBytes { bytes in
        guard let first = bytes.baseAddress, unsafe memchr(first, 0, bytes.count) == nil else { return 0 }
        unsafe UnsafeMutableRawPointer(start).copyMemory(from: first, byteCount: bytes.count)
        return bytes.count
      }
      // The memory has room for it after all bytes.
      unsafe start[count] = 0
      return unsafe body(start)
    }
  }

  /// Whether a POSIX shell reads the path literally without quotes. zsh replaces a word that begins with `=`.
  package var isPlainWord: Bool {
    !bytes.isEmpty && bytes.first != UInt8(ascii: "=") && bytes.allSatisfy { Self.plainBytes.contains($0) }
  }

  /// The path as one word of a POSIX shell; with `$'...'` if it contains bytes that are unsafe for a terminal.
  package var shellWord: String {
    if isPlainWord { return text }
    if isUTF8, text.isPrintable {
      // By scalars: a quotation mark with an accent is one character, and a quotation mark to a shell. The reverse solidus
      // stays outside the quotes, because fish reads it as an escape in them.
      var word = "'".unicodeScalars
      for scalar in text.unicodeScalars {
        switch scalar {
        case "'", "\\": word += ["'", "\\", scalar, "'"]
        default: word.append(scalar)
        }
      }
      return String(word) + "'"
    }
    var word = "$'"
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\\"): word += "\\" + String(UnicodeScalar(byte))
      // Two number signs can begin a command of a build server.
      case 0x20..<0x7f where byte != UInt8(ascii: "#"): word += String(UnicodeScalar(byte))
      default: word += "\\" + String(byte, radix: 8).zeroPadded(to: 3)
      }
    }
    return word + "'"
  }

  private static let plainBytes = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./@%+=:,".utf8)
}

extension Sequence<Pathname> {
  package var shellCommand: String { map(\.shellWord).joined(separator: " ") }
}

/// The names of a wide-gamut image and of its sRGB variant: `X.png` or `X-p3.png`, with `X-srgb.png` in the same
/// folder, where a scale and a device stay at the end (`X-srgb@2x.png`, `X-srgb~ipad.png`). They are compared byte for
/// byte. For an Android app, see ``androidResource``.
extension Pathname {
  private static let variantEnd = Array("-srgb".utf8), wideEnd = Array("-p3".utf8)
  private static let catalogEnds = [".xcassets", ".imageset", ".appiconset", ".icon"].map { Array($0.utf8) }

  /// The path of the sRGB variant of this file; nil if this file itself has the name of a variant.
  package var variant: Pathname? { variant(called: self) }

  /// Returns the same for this file by the path that it has from another folder.
  package func variant(called path: Pathname) -> Pathname? {
    if let resource = androidResource { return resource.keepsProfile ? resource.variant(of: path) : nil }
    return path.parts.stem.ends(with: Self.variantEnd) ? nil : path.withoutWideEnd.ending(in: Self.variantEnd)
  }

  /// The path without `-p3` at the end of the name: both variants have this name in common.
  package var withoutWideEnd: Pathname {
    let (stem, suffix) = parts
    return Pathname(bytes: stem.ends(with: Self.wideEnd) ? stem.dropLast(Self.wideEnd.count) + suffix : bytes)
  }

  /// The path of the sRGB variant of this file in an asset catalog, where slots say which file is which.
  package var variantInCatalog: Pathname {
    let (stem, suffix) = parts
    return variant ?? Pathname(bytes: stem + Self.variantEnd + suffix)
  }

  /// The possible paths of the image of this variant. The first that exists is used.
  package var possibleWideImages: [Pathname] { possibleWideImages(called: self) }

  /// Returns the same for this variant by the path that it has from another folder.
  package func possibleWideImages(called path: Pathname) -> [Pathname] {
    if let resource = androidResource { return resource.keepsProfile ? resource.wideImages(of: path) : [] }
    let (stem, suffix) = path.parts
    guard !suffix.isEmpty, stem.ends(with: Self.variantEnd) else { return [] }
    let base = Array(stem.dropLast(Self.variantEnd.count))
    let names = [base + Self.wideEnd + suffix, base + suffix, base + Self.wideEnd, base]
    return names.map { Pathname(bytes: $0) }.filter { $0.name != nil && $0.variant == path }
  }

  /// The existing image of this variant, whether or not the variant exists.
  package var wideImage: Pathname? {
    get throws(UnansweredQuestion) { try Self.firstThere(of: possibleWideImages) }
  }

  /// The existing image of this variant that comes before another one.
  package func wideImage(before other: Pathname) throws(UnansweredQuestion) -> Pathname? {
    try Self.firstThere(of: possibleWideImages.prefix { $0 != other })
  }

  private static func firstThere(of paths: some Sequence<Pathname>) throws(UnansweredQuestion) -> Pathname? {
    for path in paths where try path.isThere { return path }
    return nil
  }

  package func sibling(_ name: [UInt8]) -> Pathname {
    Pathname(bytes: Array(bytes.dropLast(self.name?.count ?? 0)) + name)
  }

  /// Whether a file exists with exactly this name, also on file systems that ignore differences between names.
  package var isThere: Bool {
    get throws(UnansweredQuestion) {
      guard let status = try FileStatus(of: self, followingLink: false), status.kind != .folder else { return false }
      // Uses the system's spelling of the name; the spelling of a link would be lost by resolving it.
      return try status.kind == .link ? FileStatus(of: self) != nil : resolved?.name == name
    }
  }

  package func isSameFile(as other: Pathname) throws(UnansweredQuestion) -> Bool {
    guard let status = try FileStatus(of: self) else { return false }
    return try status.identity == FileStatus(of: other)?.identity
  }

  /// The path of a file beside this one whose name has these bytes at its end, before a scale, a device and `.png`.
  package func ending(in end: some Sequence<UInt8>) -> Pathname {
    let (stem, suffix) = parts
    return Pathname(bytes: stem + end + (suffix.isEmpty ? Array(".png".utf8) : suffix))
  }

  /// The path without `.png`, and this suffix as written, with a scale (`@2x`) and a device (`~ipad`) before it; the suffix
  /// is empty if the path has no `.png`.
  private var parts: (stem: [UInt8], suffix: [UInt8]) {
    guard hasPNGSuffix else { return (bytes, []) }
    var stem = bytes.dropLast(4)
    func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte) }
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") }
    /// Removes a mark and at least one byte after it from the end, unless nothing of the name would be left.
    func drop(_ mark: Unicode.Scalar, from stem: inout ArraySlice<UInt8>, where isPart: (UInt8) -> Bool) {
      guard let place = stem.lastIndex(where: { !isPart($0) }), stem[place] == UInt8(ascii: mark),
        place + 1 < stem.endIndex, place > stem.startIndex, stem[place - 1] != UInt8(ascii: "/")
      else { return }
      stem = stem[..<place]
    }
    drop("~", from: &stem, where: isLetter)
    if stem.last == UInt8(ascii: "x") {
      var scaled = stem.dropLast()
      let count = scaled.count
      drop("@", from: &scaled, where: isDigit)
      if scaled.count < count { stem = scaled }
    }
    return (Array(stem), Array(bytes[stem.endIndex...]))
  }

  /// Whether the path, its folder or the file that it leads to is in an asset catalog.
  package var leadsToAssetCatalog: Bool {
    get throws(UnansweredQuestion) {
      if isInAssetCatalog { return true }
      if try (folder.resolvedAsFarAsPossible ?? folder).appending(name ?? []).isInAssetCatalog { return true }
      // Any other file is in its folder.
      if try FileStatus(of: self, followingLink: false)?.kind == .file { return false }
      return try (resolvedAsFarAsPossible ?? self).isInAssetCatalog
    }
  }

  /// Whether a file is in an asset catalog of Xcode, in which slots and not names determine the display.
  package var isInAssetCatalog: Bool {
    folder.components.contains { component in Self.catalogEnds.contains { component.ends(with: $0) } }
  }
}

extension [UInt8] {
  fileprivate func ends(with other: [UInt8]) -> Bool { suffix(other.count).elementsEqual(other) }
}

/// Names of other things than files, by their code points: strings are equal if they are canonically equivalent.
extension Dictionary where Key == Pathname {
  package subscript(name name: String) -> Value? {
    get { self[Pathname(name)] }
    set { self[Pathname(name)] = newValue }
  }
}
