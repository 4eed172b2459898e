import CZlib

/// zlib's deflate without header and checksum, by matches of a byte with the previous one only.
@safe final class RunDeflater {
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

  init() throws(PNGError) {
    unsafe stream.initialize(to: z_stream())
    // Little memory (7) is faster: it determines how much of the window is moved, which runs do not need, and the number
    // of symbols per block.
    let code = unsafe deflateInit2_(
      stream, 6, Z_DEFLATED, -15, 7, Z_RLE, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
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
