import CISAL
import CZlib
import Synchronization

/// Compresses stripes of filtered scanlines, each by itself, into pieces of one deflate stream (RFC 1951).
///
/// A piece ends on a byte boundary, with an empty stored block where others follow, so that stripes can be compressed by
/// several threads and put one behind the other. No piece refers to the one before it.
///
/// Which compressor (2026-11-21, filtered photo16 and photo8, zlib 1.2.13, ISA-L 2.30, libdeflate 1.14; megabytes, MB/s):
///
///     photo16  zlib 6 18.40, 24   ISA-L 1 18.40, 660   ISA-L 3 18.42, 205   libdeflate 6 18.59, 76
///     photo8   zlib 6  5.80, 11   ISA-L 1  6.05, 309   ISA-L 3  6.03, 277   libdeflate 6  5.83, 51   zlib 4 5.81, 22
///
/// Where there is noise in the pixels the matches that zlib looks for do not exist, and ISA-L is as small. Where there
/// is less of it, zlib is worth its time. So `default` asks ISA-L first and zlib only where that found much to compress,
/// at level 4 (the lowest that looks one byte ahead) where there is still some noise.
///
/// `@unchecked Sendable`: one encoder at a time has it; in between it waits in the pool.
@safe final class Deflater: @unchecked Sendable {
  private let compression: Compression
  private let state = UnsafeMutablePointer<isal_zstream>.allocate(capacity: 1)
  private let levelBuffer: UnsafeMutableRawBufferPointer
  /// By level.
  private var zlib: [Int32: ZlibDeflater] = [:]

  /// Of a piece to the bytes it was made of: above the first there is nothing for zlib to find, above the second little.
  private static let noise = 0.8, someNoise = 0.4

  /// Those not in use: to make one costs as much as an icon.
  private static let pool = Mutex<[Deflater]>([])

  /// One that another encoder has left, or a new one.
  static func taken(_ compression: Compression) -> Deflater {
    let known = pool.withLock { pool in
      pool.firstIndex { $0.compression == compression }.map { pool.remove(at: $0) }
    }
    return known ?? Deflater(compression)
  }

  /// Leaves it to other encoders.
  func leave() {
    Self.pool.withLock { pool in if pool.count < 16 { pool.append(self) } }
  }

  init(_ compression: Compression) {
    self.compression = compression
    unsafe levelBuffer = .allocate(byteCount: Int(gamut_isal_level1_bytes), alignment: 64)
  }

  deinit {
    unsafe state.deallocate()
    unsafe levelBuffer.deallocate()
  }

  /// Room that the piece for so many bytes may take.
  static func bound(_ count: Int) -> Int { count + count / 8 + 4096 }

  /// Compresses all of `input` into `output`, which must have room for `bound(input.count)`; how many bytes it took.
  func deflate(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, isLast: Bool
  ) throws(PNGError) -> Int {
    let size = try unsafe fast(input, into: output, isLast: isLast)
    if compression == .fast { return size }
    let ratio = Double(size) / Double(max(input.count, 1))
    if compression == .default, ratio > Self.noise { return size }
    let level: Int32 = compression == .small ? 9 : ratio > Self.someNoise ? 4 : 6
    if zlib[level] == nil { zlib[level] = try ZlibDeflater(level: level) }
    // The same room again behind it would do, but the better of the two is mostly the second.
    if let second = try unsafe zlib[level]?.deflate(input, into: output, isLast: isLast, limit: size) { return second }
    return try unsafe fast(input, into: output, isLast: isLast)
  }

  private func fast(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, isLast: Bool
  ) throws(PNGError) -> Int {
    unsafe isal_deflate_init(state)
    unsafe state.pointee.level = 1
    unsafe state.pointee.level_buf = levelBuffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe state.pointee.level_buf_size = UInt32(levelBuffer.count)
    unsafe state.pointee.end_of_stream = isLast ? 1 : 0
    unsafe state.pointee.flush = isLast ? UInt16(NO_FLUSH) : UInt16(FULL_FLUSH)
    // ISA-L does not write through next_in; it only lacks const.
    unsafe state.pointee.next_in = UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
    unsafe state.pointee.avail_in = UInt32(truncatingIfNeeded: input.count)
    unsafe state.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe state.pointee.avail_out = UInt32(truncatingIfNeeded: output.count)
    let code = unsafe isal_deflate(state)
    gamut_clear_upper_halves()
    guard code == COMP_OK, unsafe state.pointee.avail_in == 0, unsafe state.pointee.avail_out > 0 else {
      throw .outOfMemory(bytes: output.count)
    }
    return unsafe output.count - Int(state.pointee.avail_out)
  }
}

/// zlib's deflate without its head and checksum.
@safe private final class ZlibDeflater {
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

  init(level: Int32) throws(PNGError) {
    unsafe stream.initialize(to: z_stream())
    let code = unsafe deflateInit2_(
      stream, level, Z_DEFLATED, -15, 9, Z_FILTERED, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else { throw .outOfMemory(bytes: 512 << 10) }
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Nil where it would take more than `limit` bytes.
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
