import CSodium
import LittleCMS
package import PNGCodec

/// A BLAKE2b hash of 256 bits (RFC 7693), by libsodium: nobody can find other bytes with the same hash.
package struct ContentHash: Hashable, Sendable {
  let bytes: [UInt8]

  static let size = 32
  package static let library = (name: "libsodium", version: unsafe String(cString: sodium_version_string()))

  /// Chooses the instructions of this processor, once.
  private static let isPrepared = sodium_init() >= 0

  init(in bytes: [UInt8], at offset: Int) {
    self.bytes = Array(bytes[offset..<offset + Self.size])
  }

  package init(of contents: [UInt8]) {
    _ = Self.isPrepared
    var hash = [UInt8](repeating: 0, count: Self.size)
    _ = unsafe crypto_generichash(&hash, Self.size, contents, UInt64(contents.count), nil, 0)
    self.init(in: hash, at: 0)
  }

  /// Hashes all remaining bytes of a source. The holes of a sparse file, which may declare more bytes than any disk has,
  /// are not read; their places are hashed.
  package init(of source: consuming ByteSource) throws(PNGError) {
    _ = Self.isPrepared
    let memory = UnsafeMutableRawPointer.allocate(byteCount: crypto_generichash_statebytes(), alignment: 64)
    defer { unsafe memory.deallocate() }
    let state = OpaquePointer(memory)
    _ = unsafe crypto_generichash_init(state, nil, 0, Self.size)
    var (holes, position) = (KeyBytes(), 0)
    try unsafe ContentChecksum.readPieces(of: source) { zeros, piece in
      if zeros > 0 {
        holes.add(position)
        holes.add(zeros)
      }
      position += zeros + piece.count
      _ = unsafe crypto_generichash_update(state, piece.baseAddress, UInt64(piece.count))
    }
    var hash = [UInt8](repeating: 0, count: Self.size)
    _ = unsafe crypto_generichash_final(state, &hash, Self.size)
    guard !holes.bytes.isEmpty else {
      self.init(in: hash, at: 0)
      return
    }
    holes.add(hash)
    self.init(of: holes.bytes)
  }

  /// Hashes a value with every stored property of it and of its parts, so that no new one is forgotten.
  package init(describing value: Any) {
    var key = KeyBytes()
    key.add(describing: value)
    self.init(of: key.bytes)
  }
}

extension OpenedInput {
  package func contentHash() throws(GamutError) -> ContentHash {
    if let held { return ContentHash(of: held) }
    return try GamutError.reading { () throws(PNGError) in try ContentHash(of: open()) }
  }
}

/// The bytes of a key, in which every part has its length, so that no two lists of parts are equal.
package struct KeyBytes {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func add(_ number: Int) { bytes += UInt64(bitPattern: Int64(number)).littleEndianBytes }

  package mutating func add(_ part: some Collection<UInt8>) {
    add(part.count)
    bytes += part
  }

  package mutating func add(_ hash: ContentHash) { add(hash.bytes) }
  package var hash: ContentHash { ContentHash(of: bytes) }

  fileprivate mutating func add(describing value: Any) {
    if let list = value as? [UInt8] { return add(list) }
    if let profile = value as? Profile { return add(profile.bytes) }
    let mirror = Mirror(reflecting: value)
    add("\(type(of: value))".utf8)
    switch mirror.displayStyle {
    // Their order is another one in each process.
    case .dictionary, .set:
      let elements = mirror.children.map { element in
        var key = KeyBytes()
        key.add(describing: element.value)
        return key.bytes
      }
      add(mirror.children.count)
      for element in elements.sorted(by: { $0.lexicographicallyPrecedes($1) }) { add(element) }
    case nil: add("\(value)".utf8)
    case .class where value is any CustomStringConvertible: add("\(value)".utf8)
    case .enum where mirror.children.isEmpty: add("\(value)".utf8)
    default:
      add(mirror.children.count)
      for child in mirror.children {
        add((child.label ?? "").utf8)
        add(describing: child.value)
      }
    }
  }
}

extension UInt64 {
  var littleEndianBytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) } }
}

extension [UInt8] {
  func littleEndian64(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset + 8 <= count)
    return UInt64(
      littleEndian: unsafe withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) })
  }
}

/// Base64 with padding (RFC 4648, section 4), by libsodium.
package enum Base64 {
  package static func encoded(_ bytes: [UInt8]) -> String {
    let size = sodium_base64_encoded_len(bytes.count, sodium_base64_VARIANT_ORIGINAL)
    return unsafe String(unsafeUninitializedCapacity: size) { text in
      unsafe text.withMemoryRebound(to: CChar.self) { text in
        guard let start = text.baseAddress else { return }
        _ = unsafe sodium_bin2base64(start, size, bytes, bytes.count, sodium_base64_VARIANT_ORIGINAL)
      }
      // Without the zero at its end.
      return size - 1
    }
  }

  /// Returns the bytes; nil if the text is invalid.
  package static func decoded(_ text: String) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: text.utf8.count)
    var count = 0
    let result = unsafe sodium_base642bin(
      &bytes, bytes.count, text, text.utf8.count, nil, &count, nil, sodium_base64_VARIANT_ORIGINAL)
    return result == 0 ? Array(bytes[..<count]) : nil
  }
}
