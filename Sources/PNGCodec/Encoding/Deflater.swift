import CISAL
import CZlib
import Synchronization

/// Compresses stripes of filtered scanlines independently into pieces of one deflate stream (RFC 1951).
///
/// A piece ends on a byte boundary, with an empty stored block if others follow, so that several threads can compress
/// stripes and the pieces can be concatenated. No piece refers to a previous one.
///
/// Choice of the compressor (2026-11-21, one thread of an EPYC of the fourth generation; filtered scanlines of
/// conversions to sRGB; zlib 1.2.13, ISA-L 2.30, libdeflate 1.14; size relative to libpng's file at level 6, and ms):
///
///              ISA-L 1         zlib, runs only  zlib 6           zlib 4           libdeflate 6
///     photo16  0.997    286    0.997   1,184    0.996   6,630    0.996   4,490    1.011   1,898
///     photo8   1.044    219    0.996     629    0.996   5,929    0.996   3,296    1.014   1,341
///     ui16     1.439      9    0.963     112    1.009     409    0.974     397    0.932     232
///     icons    1.138    100    0.881     359    0.980   1,610    0.969   1,100    0.932     773
///
/// Filtered photographs contain no matches that are worth the cost of a distance, and filtered drawings contain few
/// other than runs of one byte. Therefore `default` first uses ISA-L, which is sufficient for data that is mostly
/// noise, then zlib for literals and runs alone (Z_RLE), and for matches only if those of ISA-L are about as good as
/// runs: in patterns and text.
///
/// `@unchecked Sendable`: only one encoder uses it at a time; in between it is in the pool.
@safe final class Deflater: @unchecked Sendable {
  private let compression: Compression
  /// Untyped: the compiler would describe each of the 80 KiB of the type, which takes 200 KB of code.
  private let memory = UnsafeMutableRawPointer(UnsafeMutablePointer<isal_zstream>.allocate(capacity: 1))
  private let levelBuffer: UnsafeMutableRawBufferPointer
  private var zlib: [ZlibDeflater.Search: ZlibDeflater] = [:]
  /// The output buffer of a second compressor.
  private var spare = Memory()

  /// The ratio of a piece to its input: above the first value zlib finds nothing, above the second little.
  private static let noise = 0.8, someNoise = 0.4
  /// The limit of the ratio between the size of runs alone and the size of ISA-L's output below which matches are not
  /// tried: zlib's matches are 4 % better than ISA-L's in noise, and up to 20 %, but usually 12 %, in other data.
  private static let runsInNoise = 0.97, runsElsewhere = 0.92

  /// Instances not in use: creating one takes as long as compressing an icon.
  private static let pool = Mutex<[Deflater]>([])

  /// Returns an instance from the pool, or a new one.
  static func fromPool(_ compression: Compression) -> Deflater {
    let known = pool.withLock { pool in
      pool.firstIndex { $0.compression == compression }.map { pool.remove(at: $0) }
    }
    return known ?? Deflater(compression)
  }

  /// Returns the instance to the pool.
  func returnToPool() {
    Self.pool.withLock { pool in if pool.count < 16 { pool.append(self) } }
  }

  init(_ compression: Compression) {
    self.compression = compression
    unsafe levelBuffer = .allocate(byteCount: Int(gamut_isal_level1_bytes), alignment: 64)
  }

  deinit {
    unsafe memory.deallocate()
    unsafe levelBuffer.deallocate()
  }

  private var state: UnsafeMutablePointer<isal_zstream> {
    unsafe memory.assumingMemoryBound(to: isal_zstream.self)
  }

  /// Returns the maximum size of the piece for the given number of bytes.
  static func bound(_ count: Int) -> Int { count + count / 8 + 4096 }

  /// Compresses all of `input` into `output`, which must have room for `bound(input.count)`. Returns the number of
  /// bytes written.
  func deflate(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, isLast: Bool
  ) throws(PNGError) -> Int {
    let first = try unsafe fast(input, into: output, isLast: isLast)
    if compression == .fast { return first }
    let ratio = Double(first) / Double(max(input.count, 1))
    if compression == .default, ratio > Self.noise { return first }
    var size = first
    func search(_ search: ZlibDeflater.Search) throws(PNGError) {
      if zlib[search] == nil { zlib[search] = try ZlibDeflater(search) }
      if unsafe spare.bytes.count < size { spare = try Memory(count: size) }
      guard let less = try unsafe zlib[search]?.deflate(input, into: spare.bytes, isLast: isLast, limit: size) else {
        return
      }
      unsafe output.copyMemory(from: UnsafeRawBufferPointer(rebasing: spare.bytes[..<less]))
      size = less
    }
    try search(.runs)
    if compression == .small {
      try search(.matches(level: 9))
    } else if Double(size) > Double(first) * (ratio > Self.someNoise ? Self.runsInNoise : Self.runsElsewhere) {
      try search(.matches(level: ratio > Self.someNoise ? 4 : 6))
    }
    return size
  }

  /// The header of a stored block of one byte (RFC 1951, 3.2.4): the first byte of longer input.
  ///
  /// ISA-L 2.30 to 2.32, levels 1 and 2 on x86, computes a hash of the third byte of a stream from the address of its
  /// state, so that the result depends on where the state is. It does not if the stream has a history: that byte.
  private static let firstBlockHeader: [UInt8] = [0, 1, 0, 0xfe, 0xff]
  /// The number of bytes of input up to which ISA-L uses another loop, without this fault.
  private static let shortInput = 16

  private func fast(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, isLast: Bool
  ) throws(PNGError) -> Int {
    unsafe isal_deflate_init(state)
    var (input, room) = unsafe (input, output)
    if input.count > Self.shortInput {
      let header = Self.firstBlockHeader
      unsafe room.copyBytes(from: header)
      unsafe room[header.count] = input[0]
      let first = unsafe room.baseAddress?.advanced(by: header.count).assumingMemoryBound(to: UInt8.self)
      unsafe isal_deflate_set_dict(state, first, 1)
      unsafe input = UnsafeRawBufferPointer(rebasing: input[1...])
      unsafe room = UnsafeMutableRawBufferPointer(rebasing: room[(header.count + 1)...])
    }
    unsafe state.pointee.level = 1
    unsafe state.pointee.level_buf = levelBuffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe state.pointee.level_buf_size = UInt32(levelBuffer.count)
    unsafe state.pointee.end_of_stream = isLast ? 1 : 0
    unsafe state.pointee.flush = isLast ? UInt16(NO_FLUSH) : UInt16(FULL_FLUSH)
    // ISA-L does not write through next_in; the declaration only lacks const.
    unsafe state.pointee.next_in = UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
    unsafe state.pointee.avail_in = UInt32(truncatingIfNeeded: input.count)
    unsafe state.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe state.pointee.avail_out = UInt32(truncatingIfNeeded: room.count)
    let code = unsafe isal_deflate(state)
    gamut_clear_upper_halves()
    guard code == COMP_OK, unsafe state.pointee.avail_in == 0, unsafe state.pointee.avail_out > 0 else {
      throw .outOfMemory(bytes: output.count)
    }
    return unsafe output.count - Int(state.pointee.avail_out)
  }
}

/// zlib's deflate without header and checksum.
@safe private final class ZlibDeflater {
  enum Search: Hashable {
    /// Matches of a byte with the previous one only.
    case runs
    case matches(level: Int32)
  }

  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

  init(_ search: Search) throws(PNGError) {
    unsafe stream.initialize(to: z_stream())
    // Less memory is faster: it determines how much of the window is moved, which runs do not need, and the number of
    // symbols per block.
    let (level, strategy, memory): (Int32, Int32, Int32) =
      switch search {
      case .runs: (6, Z_RLE, 7)
      case .matches(let level): (level, Z_FILTERED, 9)
      }
    let code = unsafe deflateInit2_(
      stream, level, Z_DEFLATED, -15, memory, strategy, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else { throw .outOfMemory(bytes: 512 << 10) }
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Compresses `input`; nil if the result would have `limit` bytes or more.
  func deflate(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, isLast: Bool, limit: Int
  ) throws(PNGError) -> Int? {
    let room = min(output.count, limit)
    unsafe deflateReset(stream)
    unsafe stream.pointee.next_in = UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
    unsafe stream.pointee.avail_in = UInt32(truncatingIfNeeded: input.count)
    unsafe stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe stream.pointee.avail_out = UInt32(truncatingIfNeeded: room)
    let code = unsafe CZlib.deflate(stream, isLast ? Z_FINISH : Z_SYNC_FLUSH)
    let rest = unsafe stream.pointee.avail_out
    if rest == 0 { return nil }
    guard code == (isLast ? Z_STREAM_END : Z_OK), unsafe stream.pointee.avail_in == 0 else {
      throw .outOfMemory(bytes: output.count)
    }
    return room - Int(rest)
  }
}
