/// The ancillary chunks of a file that may be copied to a file with other pixels (PNG Third Edition, 14.2): those that
/// are safe to copy, and tIME, which is not, but describes the time of the last modification and not the contents.
public struct KeptChunks: Sendable, Hashable {
  /// Complete chunks, from their lengths to their CRCs, in file order.
  public internal(set) var beforeImageData: [UInt8] = []
  public internal(set) var afterImageData: [UInt8] = []
  /// The background colour, in the samples of the image, or as an index of its palette.
  public internal(set) var background: [UInt8]?
  /// The names of the chunks that were omitted, without duplicates, in file order.
  public internal(set) var dropped: [String] = []

  /// The maximum number of bytes kept: 64 MiB.
  private static let limit = 64 << 20

  /// Returns whether to keep a chunk of a type that this module does not otherwise read.
  static func canKeep(_ type: ChunkType) -> Bool { type == .tIME || type.isAncillary && type.isSafeToCopy }

  mutating func keep(_ chunk: ChunkReader.Chunk, _ data: [UInt8], isAfterImageData: Bool) throws(PNGError) {
    guard !Self.isProfile(chunk.type, data) else { return drop(chunk.type) }
    let bytes = chunk.type.chunk(data)
    let total = beforeImageData.count + afterImageData.count + bytes.count
    guard total <= Self.limit else {
      throw .limitExceeded(
        limit: .ancillaryChunk, value: total, maximum: Self.limit, chunk: chunk.type, offset: chunk.offset)
    }
    if isAfterImageData { afterImageData += bytes } else { beforeImageData += bytes }
  }

  /// Returns whether a text is an ICC profile, of which some programs store a copy: it no longer applies.
  private static func isProfile(_ type: ChunkType, _ data: [UInt8]) -> Bool {
    [ChunkType.tEXt, .zTXt, .iTXt].contains(type)
      && ["Raw profile type icc\0", "Raw profile type icm\0"].contains { data.starts(with: $0.utf8) }
  }

  mutating func drop(_ type: ChunkType) {
    let name = type.description
    if !dropped.contains(name) { dropped.append(name) }
  }
}

extension ChunkType {
  /// Whether an editor that does not know the chunk may copy it after changing data that the chunk may depend on: the
  /// fourth letter is lower case.
  var isSafeToCopy: Bool { rawValue & 0x20 != 0 }
}

/// An ancillary chunk that an editor must omit if it changes critical chunks and does not know the chunk: it may depend
/// on them (PNG Third Edition, 14.2).
public struct DependentChunk: Sendable, Hashable {
  public let type: ChunkType
  /// The range from its length to its CRC.
  let range: Range<Int>

  /// Whether it may depend on the colours of the palette, and not only on their indices.
  public var dependsOnPalette: Bool { type != .bKGD && type != .hIST }
}

extension ChunkReader.Chunk {
  /// The range from the first byte of its length to the last of its CRC.
  var range: Range<Int> { offset..<offset + length + 12 }
}
