import CLibDeflate

/// Inflates whole zlib streams (RFC 1950) by libdeflate, which checks their Adler-32.
///
/// libdeflate is more lenient than zlib: it gives the symbols that RFC 1951, 3.2.6, reserves the meaning of their
/// neighbours (lengths 286 and 287 as 285, distances 30 and 31 as 29), and where a code has one symbol both bit patterns
/// the same one. So it gets only streams in which neither can occur, as `DeflateHead` says: in small images nearly all.
/// What is not accepted here is not refused yet: whoever calls goes on with another inflater.
///
/// Why a second library beside ISA-L (2026-11-21, EPYC Zen 4, 2 cores): a report on 2,000 icons of 64 to 256 pixels took
/// 0.24 s with ISA-L and takes 0.21 s (medians of 9 pairs). The table at `FastInflater` has both.
///
/// Sendable because the state has this one owner.
@safe struct WholeInflater: ~Copyable, @unchecked Sendable {
  private let state: OpaquePointer

  /// Nil where there is no memory for it.
  init?() {
    guard let state = unsafe libdeflate_alloc_decompressor() else { return nil }
    unsafe self.state = state
  }

  deinit { unsafe libdeflate_free_decompressor(state) }

  /// How many bytes `input` came to, where it is one plain stream, no more and no less, for which `output` has room. Else
  /// nil, and what `output` holds has no meaning.
  func inflate(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Int? {
    guard unsafe DeflateHead.isPlain(input) else { return nil }
    var consumed = 0
    var produced = 0
    let result = unsafe libdeflate_zlib_decompress_ex(
      state, input.baseAddress, input.count, output.baseAddress, output.count, &consumed, &produced)
    return result == LIBDEFLATE_SUCCESS && consumed == input.count ? produced : nil
  }
}
