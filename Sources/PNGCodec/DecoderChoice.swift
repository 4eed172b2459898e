/// Which code decodes the pixels.
///
/// All give the same samples and refuse the same files, but for streams made on purpose in ways that have no bearing on
/// the pixels: incomplete Huffman codes, which libpng's zlib refuses, and in small images symbols that deflate reserves.
/// From a damaged file one may give more rows before the error.
public enum DecoderChoice: String, Sendable, Hashable, CaseIterable {
  /// For images of 8 and 16 bits that are not interlaced code of our own, after libdeflate where all of a small image is
  /// at hand and ISA-L elsewhere; for others zlib and libpng.
  case automatic
  /// The same, but always ISA-L and row by row.
  case streaming
  /// zlib and libpng, whatever the image.
  case libpng
}
