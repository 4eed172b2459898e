import CISAL

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One zlib stream being inflated by ISA-L. The zlib head and checksum (RFC 1950) are judged here, as zlib judges them
/// and in its words; ISA-L sees the deflate data between them.
///
/// It accepts what zlib accepts and refuses what zlib refuses, with one exception that 3,000,000 damaged streams showed:
/// code lengths that leave bit patterns without a meaning (RFC 1951, 3.2.7, says nothing of them) are refused by zlib at
/// the head of the block, and here only where such a pattern occurs. `ScanlineStream` follows this one, whoever inflates.
/// Where data is damaged, fewer rows may come before the error, whose words and place then are zlib's: see `PNGDecoder`.
///
/// Why ISA-L 2.30 (2026-11-21, Xeon 2.5 GHz with AVX-512, 2 cores; inflation and Adler-32, ms, beside zlib 1.2.13 and
/// libdeflate 1.14, which needs all of the input and output in memory):
///
///     photo16 548, zlib 733, libdeflate 424     ui16 39, 240, 32         icon of  64 pixels 0.020, 0.047, 0.013
///     photo8  154, zlib 334, libdeflate 211     random16 50, 89, 54      icon of 256 pixels 0.135, 0.625, 0.078
///
/// libdeflate is for small images then: `WholeInflater`.
///
/// Sendable because the state has this one owner.
@safe struct FastInflater: ~Copyable, @unchecked Sendable {
  private enum Place {
    case head, data, checksum, end
  }

  private let state: UnsafeMutablePointer<inflate_state>
  private var place = Place.head
  private var adler: UInt32 = 1
  /// Bytes of the head or the checksum, as many as came so far.
  private var field: (value: UInt32, count: Int) = (0, 0)
  /// What was found wrong while looking ahead of the output.
  private var failure: String?
  /// Bytes that were taken from the input and lie beyond the end of the stream, once that is reached.
  private(set) var surplus = 0

  init() throws(PNGError) {
    // 85 KiB, of which a small image touches little.
    let size = unsafe MemoryLayout<inflate_state>.size
    guard let start = unsafe malloc(size) else { throw .outOfMemory(bytes: size) }
    unsafe state = start.bindMemory(to: inflate_state.self, capacity: 1)
    unsafe isal_inflate_init(state)
  }

  deinit { unsafe free(state) }

  /// Inflates from `input` into `output` until one of them is used up or the stream ends. Neither may be longer
  /// than 2^31 bytes. Where it fills `output` there may be more to come without further input.
  mutating func step(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> (consumed: Int, produced: Int, status: Inflater.Status) {
    var consumed = 0
    var produced = 0
    if place == .head {
      unsafe consumed += take(input, upTo: 2)
      guard field.count == 2 else { return (consumed, 0, .running) }
      if let fault = Self.fault(inHead: field.value) { return (consumed, 0, .failed(fault)) }
      field = (0, 0)
      place = .data
    }
    if place == .data {
      if let failure { return (0, 0, .failed(failure)) }
      let step = unsafe inflate(UnsafeRawBufferPointer(rebasing: input[consumed...]), into: output)
      consumed += step.consumed
      produced = step.produced
      if let failure = step.failure { return (consumed, produced, .failed(failure)) }
    }
    if place == .checksum {
      unsafe consumed += take(UnsafeRawBufferPointer(rebasing: input[consumed...]), upTo: 4)
      guard field.count == 4 else { return (consumed, produced, .running) }
      guard field.value == adler else { return (consumed, produced, .failed("incorrect data check")) }
      place = .end
    }
    return (consumed, produced, place == .end ? .ended : .running)
  }

  private mutating func inflate(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> (consumed: Int, produced: Int, failure: String?) {
    // ISA-L does not write through next_in; it only lacks const.
    unsafe state.pointee.next_in = UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
    unsafe state.pointee.avail_in = UInt32(truncatingIfNeeded: input.count)
    let start = unsafe output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe state.pointee.next_out = start
    unsafe state.pointee.avail_out = UInt32(truncatingIfNeeded: output.count)
    let code = unsafe isal_inflate(state)
    // After a fault ISA-L's count of what is left may have gone below zero. Nothing is read on then.
    let consumed = unsafe code == ISAL_DECOMP_OK ? input.count - Int(state.pointee.avail_in) : input.count
    let produced = unsafe output.count - Int(state.pointee.avail_out)
    unsafe adler = isal_adler32(adler, start, UInt64(produced))
    gamut_clear_upper_halves()
    if code != ISAL_DECOMP_OK {
      failure = Self.words(code)
      // The fault may lie beyond what was wanted, where it need not matter.
      return (consumed, produced, produced == output.count ? nil : failure)
    }
    if unsafe state.pointee.block_state == ISAL_BLOCK_FINISH {
      place = .checksum
      takeBack()
    } else if consumed == 0, produced == 0, unsafe !input.isEmpty && !output.isEmpty {
      return (0, 0, "ISA-L: no progress")
    }
    return (consumed, produced, nil)
  }

  /// ISA-L reads up to eight bytes ahead. What it has of them at the end of the data are the first bytes of the checksum.
  private mutating func takeBack() {
    let bits = unsafe state.pointee.read_in_length
    let ahead = unsafe state.pointee.read_in >> (bits % 8)
    for index in 0..<(bits / 8) {
      if field.count < 4 {
        accept(UInt8(truncatingIfNeeded: ahead >> (8 * index)))
      } else {
        surplus += 1
      }
    }
  }

  /// Takes bytes for `field` until it has `size` of them.
  private mutating func take(_ input: UnsafeRawBufferPointer, upTo size: Int) -> Int {
    let count = min(size - field.count, input.count)
    for index in 0..<count { unsafe accept(input[index]) }
    return count
  }

  private mutating func accept(_ byte: UInt8) {
    field = (field.value << 8 | UInt32(byte), field.count + 1)
  }

  /// What zlib would say of the first two bytes of a stream.
  private static func fault(inHead head: UInt32) -> String? {
    if head % 31 != 0 { return "incorrect header check" }
    if head >> 8 & 15 != 8 { return "unknown compression method" }
    if head >> 12 > 7 { return "invalid window size" }
    if head & 0x20 != 0 { return "needs a preset dictionary, which PNG forbids" }
    return nil
  }

  private static func words(_ code: Int32) -> String {
    switch code {
    case ISAL_INVALID_BLOCK: "invalid block"
    case ISAL_INVALID_SYMBOL: "invalid literal/length or distance code"
    case ISAL_INVALID_LOOKBACK: "invalid distance too far back"
    default: "ISA-L error \(code)"
    }
  }
}
