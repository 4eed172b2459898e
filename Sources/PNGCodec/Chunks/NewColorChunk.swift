import CZlib

/// A colour chunk to write.
public enum NewColorChunk: Sendable, Hashable {
  /// Code points, which are written unchecked.
  case cICP(CICP)
  /// The keyword is derived from the name; the profile is compressed by zlib at its highest level, with reproducible
  /// results.
  case iCCP(name: String, profile: [UInt8])
  /// The rendering intent, 0 to 3.
  case sRGB(intent: UInt8)

  /// The kind of the chunk. Chunks of the same kind in the file are replaced.
  public var kind: ColorChunks.Kind {
    switch self {
    case .cICP: .cICP
    case .iCCP: .iCCP
    case .sRGB: .sRGB
    }
  }

  /// Returns the data of the chunk.
  func data() throws(PNGError) -> [UInt8] {
    switch self {
    case .cICP(let cicp): [cicp.primaries, cicp.transfer, cicp.matrix, cicp.fullRange]
    case .iCCP(let name, let profile): EmbeddedProfile.keyword(from: name) + [0, 0] + (try Self.deflate(profile))
    case .sRGB(let intent): [intent]
    }
  }

  /// Returns the complete chunk as in a file.
  func bytes() throws(PNGError) -> [UInt8] {
    kind.type.chunk(try data())
  }

  private static func deflate(_ bytes: [UInt8]) throws(PNGError) -> [UInt8] {
    var size = compressBound(UInt(bytes.count))
    var output = [UInt8](repeating: 0, count: Int(size))
    let code = unsafe output.withUnsafeMutableBufferPointer { output in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe compress2(output.baseAddress, &size, bytes.baseAddress, UInt(bytes.count), 9)
      }
    }
    guard code == Z_OK else { throw .outOfMemory(bytes: output.count) }
    return Array(output.prefix(Int(size)))
  }
}

extension EmbeddedProfile {
  /// Returns a keyword (PNG Third Edition, 11.3.3.2) for a name: 1 to 79 printable Latin-1 characters, with single
  /// spaces only inside. Other characters are omitted; the result is "ICC profile" if nothing remains.
  static func keyword(from name: String) -> [UInt8] {
    let words = name.split(whereSeparator: \.isWhitespace).map { word in
      word.unicodeScalars.compactMap { scalar in
        switch scalar.value {
        case 0x21...0x7e, 0xa1...0xff: UInt8(scalar.value)
        default: nil
        }
      }
    }
    var keyword: [UInt8] = []
    for word in words where !word.isEmpty {
      let longer = keyword.isEmpty ? Array(word.prefix(79)) : keyword + [0x20] + word
      guard longer.count <= 79 else { break }
      keyword = longer
    }
    return keyword.isEmpty ? Array("ICC profile".utf8) : keyword
  }
}
