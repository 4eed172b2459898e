import CZlib

/// A chunk of a synthetic PNG, valid or invalid.
public struct PNGChunk: Sendable {
  /// The name of the chunk, in ASCII; four letters in a valid file.
  public var type: String
  /// The contents of the chunk, between its name and its CRC.
  public var data: [UInt8]
  /// The value of the length field; nil for the actual length.
  public var declaredLength: UInt32?
  /// The value of the CRC field; nil for the correct CRC.
  public var declaredCRC: UInt32?

  /// Creates a chunk, whose length and CRC are correct unless others are declared.
  public init(_ type: String, _ data: [UInt8] = [], declaredLength: UInt32? = nil, declaredCRC: UInt32? = nil) {
    self.type = type
    self.data = data
    self.declaredLength = declaredLength
    self.declaredCRC = declaredCRC
  }

  /// The CRC-32 of type and data.
  public var crc: UInt32 { checksum(Array(type.utf8) + data) }

  /// The bytes of the chunk in a file.
  public var bytes: [UInt8] {
    (declaredLength ?? UInt32(data.count)).bigEndianBytes + Array(type.utf8) + data
      + (declaredCRC ?? crc).bigEndianBytes
  }

  /// The same chunk with one wrong bit in its CRC.
  public var withWrongCRC: PNGChunk {
    var copy = self
    copy.declaredCRC = crc ^ 1
    return copy
  }

  /// IEND, the last chunk of a file.
  public static let end = PNGChunk("IEND")

  /// Returns a cICP chunk with these code points (ITU-T H.273).
  public static func cICP(_ primaries: UInt8, _ transfer: UInt8, matrix: UInt8 = 0, fullRange: UInt8 = 1) -> PNGChunk {
    PNGChunk("cICP", [primaries, transfer, matrix, fullRange])
  }

  /// Returns an iCCP chunk with a compressed profile; `method` is the value of its compression method, 0 in a valid
  /// file.
  public static func iCCP(_ profile: [UInt8], name: String = "icc", method: UInt8 = 0) -> PNGChunk {
    PNGChunk("iCCP", Array(name.utf8) + [0, method] + deflated(profile))
  }

  /// Returns an sRGB chunk with a rendering intent, 0 to 3 in a valid file.
  public static func sRGB(intent: UInt8 = 0) -> PNGChunk { PNGChunk("sRGB", [intent]) }

  /// Gamma times 100,000.
  public static func gAMA(_ value: UInt32) -> PNGChunk { PNGChunk("gAMA", value.bigEndianBytes) }

  /// Eight chromaticities times 100,000: x and y of white, red, green, blue.
  public static func cHRM(_ values: [UInt32]) -> PNGChunk { PNGChunk("cHRM", values.flatMap(\.bigEndianBytes)) }
}

/// Returns a zlib stream of `bytes`.
public func deflated(_ bytes: [UInt8], level: Int32 = 9) -> [UInt8] {
  var size = compressBound(UInt(bytes.count))
  var output = [UInt8](repeating: 0, count: Int(size))
  let code = unsafe output.withUnsafeMutableBufferPointer { output in
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe compress2(output.baseAddress, &size, bytes.baseAddress, UInt(bytes.count), level)
    }
  }
  precondition(code == Z_OK, "zlib cannot deflate: \(code)")
  return Array(output.prefix(Int(size)))
}

extension FixedWidthInteger {
  /// The bytes of the number, most significant first.
  public var bigEndianBytes: [UInt8] {
    (1...(Self.bitWidth / 8)).map { UInt8(truncatingIfNeeded: self >> (Self.bitWidth - 8 * $0)) }
  }
}

/// Returns zlib's CRC-32.
public func checksum(_ bytes: [UInt8]) -> UInt32 {
  unsafe bytes.withUnsafeBufferPointer { bytes in
    unsafe UInt32(truncatingIfNeeded: crc32(0, bytes.baseAddress, UInt32(bytes.count)))
  }
}

/// Returns what zlib inflates a zlib stream to, whatever its checksum, and the stream with the right one; nil if zlib
/// cannot inflate it.
public func inflated(_ stream: [UInt8]) -> (contents: [UInt8], stream: [UInt8])? {
  guard stream.count > 2 else { return nil }
  var state = unsafe z_stream()
  guard unsafe inflateInit2_(&state, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
  defer { _ = unsafe inflateEnd(&state) }
  var data = Array(stream.dropFirst(2))
  var output = [UInt8](repeating: 0, count: 1 << 16)
  var contents: [UInt8] = []
  let count = data.count
  let isWhole = unsafe data.withUnsafeMutableBufferPointer { data in
    unsafe (state.next_in, state.avail_in) = (data.baseAddress, UInt32(count))
    while true {
      let code = unsafe output.withUnsafeMutableBufferPointer { output in
        unsafe (state.next_out, state.avail_out) = (output.baseAddress, UInt32(output.count))
        let code = unsafe inflate(&state, Z_NO_FLUSH)
        unsafe contents += output.prefix(output.count - Int(state.avail_out))
        return code
      }
      if code != Z_OK { return code == Z_STREAM_END }
    }
  }
  guard isWhole else { return nil }
  let sum = unsafe contents.withUnsafeBufferPointer { unsafe adler32(1, $0.baseAddress, UInt32($0.count)) }
  let end = unsafe 2 + count - Int(state.avail_in)
  return (contents, stream.prefix(end) + UInt32(truncatingIfNeeded: sum).bigEndianBytes)
}
