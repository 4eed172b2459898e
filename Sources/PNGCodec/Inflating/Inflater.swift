import CISAL
import CLibDeflate
import CZlib
import LibC

/// Inflates one zlib stream with ISA-L, which processes the deflate data and the checksum. The header (RFC 1950) is checked
/// here, with the same rules as in zlib; messages are as in zlib.
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

  /// Untyped: the compiler would describe each of the 85 KiB of the type, which takes 100 KB of code.
  private let memory: UnsafeMutableRawPointer
  /// The first two bytes of the stream.
  private var head: [UInt8] = []
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
    unsafe state.pointee.crc_flag = UInt32(ISAL_ZLIB_NO_HDR_VER)
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
    var rest = unsafe input
    while head.count < 2 {
      guard let byte = unsafe rest.first else { return (input.count, 0, .running) }
      head.append(byte)
      unsafe rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst())
      if head.count == 2, let fault = Self.fault(inHead: head.bigEndian16(at: 0)) {
        return (input.count - rest.count, 0, .failed(fault))
      }
    }
    if let failure { return (0, 0, .failed(failure)) }
    // ISA-L does not write through next_in; the declaration only lacks const.
    unsafe state.pointee.next_in = UnsafeMutablePointer(
      mutating: rest.baseAddress?.assumingMemoryBound(to: UInt8.self))
    unsafe state.pointee.avail_in = UInt32(truncatingIfNeeded: rest.count)
    unsafe state.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe state.pointee.avail_out = UInt32(truncatingIfNeeded: output.count)
    let code = unsafe isal_inflate(state)
    // After a failure, ISA-L's count of the remaining input may be negative.
    let left = unsafe Int(Int32(bitPattern: state.pointee.avail_in))
    let consumed = input.count - min(max(0, left), rest.count)
    let produced = unsafe output.count - Int(state.pointee.avail_out)
    if code != ISAL_DECOMP_OK {
      let message = Self.message(for: code)
      // The failure may lie beyond the requested output, where it may be irrelevant.
      guard produced == output.count, code != ISAL_INCORRECT_CHECKSUM else {
        return (consumed, produced, .failed(message))
      }
      failure = message
    } else if unsafe state.pointee.block_state == ISAL_BLOCK_FINISH {
      // ISA-L keeps up to eight bytes that it has read ahead; from 2.32.1 on it gives back those of earlier input, too.
      unsafe surplus = Int(state.pointee.read_in_length / 8) + max(0, left - rest.count)
      return (consumed, produced, .ended)
    } else if consumed == 0, produced == 0, unsafe !input.isEmpty && !output.isEmpty {
      return (0, 0, .failed("ISA-L: no progress"))
    }
    return (consumed, produced, .running)
  }

  /// Returns zlib's message for the first two bytes of a stream.
  private static func fault(inHead head: UInt16) -> String? {
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
    case ISAL_INCORRECT_CHECKSUM: "incorrect data check"
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
