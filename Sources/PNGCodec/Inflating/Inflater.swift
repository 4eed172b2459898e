import CISAL
import CLibDeflate
import CZlib
import LibC

/// Inflates one zlib stream with ISA-L. The zlib header and checksum (RFC 1950) are checked here, with the same rules
/// and messages as zlib; ISA-L processes the deflate data between them.
///
/// It accepts and rejects the same streams as zlib, except that incomplete Huffman codes (RFC 1951, 3.2.7, does not
/// mention them) are rejected only if an undefined bit pattern occurs.
///
/// Sendable because the state has a single owner.
@safe struct Inflater: ~Copyable, @unchecked Sendable {
  enum Status: Sendable, Hashable {
    /// More input or more output space is needed.
    case running
    /// The stream has ended and its Adler-32 checksum is correct.
    case ended
    /// The reason, in words as zlib has them.
    case failed(String)
  }

  private enum Place {
    case head, data, checksum, end
  }

  /// Untyped: the compiler would describe each of the 85 KiB of the type, which takes 100 KB of code.
  private let memory: UnsafeMutableRawPointer
  private var place = Place.head
  private var adler: UInt32 = 1
  /// The bytes of the header or the checksum read so far.
  private var field: (value: UInt32, count: Int) = (0, 0)
  /// The last bytes of earlier input, at most 8.
  private var earlier: [UInt8] = []
  /// A failure found while reading ahead of the output.
  private var failure: String?
  /// The number of bytes taken from the input that lie beyond the end of the stream, after that is reached.
  private(set) var surplus = 0

  init() throws(PNGError) {
    // 85 KiB, of which a small image touches only a small part.
    let size = unsafe MemoryLayout<inflate_state>.size
    guard let start = unsafe malloc(size) else { throw .outOfMemory(bytes: size) }
    unsafe memory = start
    unsafe isal_inflate_init(start.bindMemory(to: inflate_state.self, capacity: 1))
  }

  deinit { unsafe free(memory) }

  private var state: UnsafeMutablePointer<inflate_state> {
    unsafe memory.assumingMemoryBound(to: inflate_state.self)
  }

  /// Inflates from `input` into `output` until one of them is used up or the stream ends. Neither may be longer than
  /// 2^31 bytes. If `output` is full, more output may be available without further input.
  mutating func step(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> (consumed: Int, produced: Int, status: Status) {
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
    // ISA-L does not write through next_in; the declaration only lacks const.
    unsafe state.pointee.next_in = UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
    unsafe state.pointee.avail_in = UInt32(truncatingIfNeeded: input.count)
    let start = unsafe output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe state.pointee.next_out = start
    unsafe state.pointee.avail_out = UInt32(truncatingIfNeeded: output.count)
    let code = unsafe isal_inflate(state)
    // After a failure, ISA-L's count of the remaining input may be negative.
    let left = unsafe Int(Int32(bitPattern: state.pointee.avail_in))
    let consumed = input.count - min(max(0, left), input.count)
    let produced = unsafe output.count - Int(state.pointee.avail_out)
    unsafe adler = gamut_adler32(adler, start, UInt64(produced))
    if code != ISAL_DECOMP_OK {
      failure = Self.message(for: code)
      // The failure may lie beyond the requested output, where it may be irrelevant.
      return (consumed, produced, produced == output.count ? nil : failure)
    }
    if unsafe state.pointee.block_state == ISAL_BLOCK_FINISH {
      place = .checksum
      // ISA-L keeps up to eight bytes that it has read ahead, which are the first of the checksum; from 2.32.1 on it gives
      // them back, also those of earlier input.
      let kept = unsafe state.pointee.read_in_length / 8
      let ahead = unsafe state.pointee.read_in >> (state.pointee.read_in_length % 8)
      for byte in (0..<kept).map({ UInt8(truncatingIfNeeded: ahead >> (8 * $0)) })
        + earlier.suffix(max(0, left - input.count))
      {
        if field.count < 4 { accept(byte) } else { surplus += 1 }
      }
    } else if consumed == 0, produced == 0, unsafe !input.isEmpty && !output.isEmpty {
      return (0, 0, "ISA-L: no progress")
    }
    unsafe earlier = (earlier + input.prefix(consumed).suffix(8)).suffix(8)
    return (consumed, produced, nil)
  }

  private mutating func take(_ input: UnsafeRawBufferPointer, upTo size: Int) -> Int {
    let count = min(size - field.count, input.count)
    for index in 0..<count { unsafe accept(input[index]) }
    return count
  }

  private mutating func accept(_ byte: UInt8) {
    field = (field.value << 8 | UInt32(byte), field.count + 1)
  }

  /// Returns zlib's message for the first two bytes of a stream.
  private static func fault(inHead head: UInt32) -> String? {
    if head % 31 != 0 { return "incorrect header check" }
    if head >> 8 & 15 != 8 { return "unknown compression method" }
    if head >> 12 > 7 { return "invalid window size" }
    if head & 0x20 != 0 { return "needs a preset dictionary, which PNG forbids" }
    return nil
  }

  private static func message(for code: Int32) -> String {
    switch code {
    case ISAL_INVALID_BLOCK: "invalid block"
    case ISAL_INVALID_SYMBOL: "invalid literal/length or distance code"
    case ISAL_INVALID_LOOKBACK: "invalid distance too far back"
    default: "ISA-L error \(code)"
    }
  }
}

/// The versions of the libraries that are linked.
public enum PNGLibraryVersions {
  /// The libraries that read and write pixels, each with its version, such as 1.3.1.
  public static var all: [(name: String, version: String)] {
    [
      ("zlib", unsafe String(cString: zlibVersion())),
      // These libraries have no version function: the versions are those of their headers.
      ("isal", "\(ISAL_MAJOR_VERSION).\(ISAL_MINOR_VERSION).\(ISAL_PATCH_VERSION)"),
      ("libdeflate", LIBDEFLATE_VERSION_STRING),
    ]
  }
}
