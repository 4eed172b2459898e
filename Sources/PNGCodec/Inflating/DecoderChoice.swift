/// The decoder of the pixels.
///
/// All give the same samples and findings, or the same error: zlib and libpng determine the error of damaged data. Only
/// for a pipe, which cannot be read again for that purpose, the text and the offset of an error may differ, and zlib
/// also rejects incomplete Huffman codes. For a damaged file, the number of rows before the error may differ.
public enum DecoderChoice: String, Sendable, Hashable, CaseIterable {
  /// This module's own code, with libdeflate if a small image is completely available, and with ISA-L otherwise; zlib
  /// for interlaced images.
  case automatic
  /// This module's own code, but always with ISA-L and row by row.
  case streaming
  /// zlib and libpng for all images.
  case libpng
}
