import CLibDeflate
import Synchronization

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
  /// Memory of a decompressor, which nobody uses.
  @safe private struct Idle: @unchecked Sendable {
    let state: OpaquePointer
  }

  private let state: OpaquePointer
  /// Decompressors that were used before. A new one is 11 KiB that are cleared, which a small file notices.
  private static let idle = Mutex<[Idle]>([])
  private static let mostIdle = 64

  /// Nil where there is no memory for it.
  init?() {
    let known = Self.idle.withLock { $0.popLast() }
    guard let state = unsafe known?.state ?? libdeflate_alloc_decompressor() else { return nil }
    unsafe self.state = state
  }

  deinit {
    let used = unsafe Idle(state: state)
    let isKept = Self.idle.withLock { idle in
      guard idle.count < Self.mostIdle else { return false }
      idle.append(used)
      return true
    }
    if !isKept { unsafe libdeflate_free_decompressor(used.state) }
  }

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
