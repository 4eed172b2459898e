/// Which code decodes the pixels.
///
/// Both give the same samples and refuse the same files, but for streams whose Huffman codes are incomplete in a way that
/// has no bearing on the pixels: libpng's zlib refuses them. From a damaged file one may give more rows before the error.
public enum DecoderChoice: Sendable, Hashable {
  /// ISA-L and code of our own for images of 8 and 16 bits that are not interlaced, else zlib and libpng.
  case automatic
  /// zlib and libpng, whatever the image.
  case libpng
}
