/// Which code decodes the pixels.
///
/// All give the same samples and findings, or the same error: zlib and libpng have the last word on damage. Only of a
/// pipe, which cannot be read again for that, words and offsets of an error may differ, and zlib refuses there Huffman
/// codes that leave bit patterns without a meaning. From a damaged file one may give more rows before the error.
public enum DecoderChoice: String, Sendable, Hashable, CaseIterable {
  /// For images of 8 and 16 bits that are not interlaced code of our own, after libdeflate where all of a small image is
  /// at hand and ISA-L elsewhere; for others zlib and libpng.
  case automatic
  /// The same, but always ISA-L and row by row.
  case streaming
  /// zlib and libpng, whatever the image.
  case libpng
}
