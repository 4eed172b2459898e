import CLibDeflate
import CZlib

/// libdeflate's compressor. It makes complete streams, so a piece that others follow is changed at its end.
@safe final class MatchDeflater {
  private let state: OpaquePointer
  /// Finds the blocks of a stream; created for the first piece that others follow.
  private var blocks: BlockFinder?

  init(level: Int32) throws(PNGError) {
    guard let state = unsafe libdeflate_alloc_compressor(level) else { throw .outOfMemory(bytes: 1 << 20) }
    unsafe self.state = state
  }

  deinit { unsafe libdeflate_free_compressor(state) }

  /// The bytes beyond its result for which libdeflate wants room, and those to end a piece on a byte boundary.
  private static let unusedBytes = 8, endBytes = 5
  /// The room that is necessary beyond the limit of the result.
  static let extraRoom = unusedBytes + endBytes

  /// Compresses `input`; nil if the result has `limit` bytes or more, or `output` no room for it and ``extraRoom``.
  func deflate(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, isLast: Bool, limit: Int
  ) throws(PNGError) -> Int? {
    let room = min(output.count - Self.endBytes, limit + Self.unusedBytes)
    guard room > 0 else { return nil }
    let stream = unsafe libdeflate_deflate_compress(state, input.baseAddress, input.count, output.baseAddress, room)
    if stream == 0 { return nil }
    let size = isLast ? stream : try unsafe continued(output, stream)
    return size < limit ? size : nil
  }

  /// Changes a complete stream of `size` bytes into a piece that others may follow (RFC 1951, 3.2.3 and 3.2.4): the
  /// last block is not marked as such, and an empty stored block follows. Returns the new size.
  private func continued(_ output: UnsafeMutableRawBufferPointer, _ size: Int) throws(PNGError) -> Int {
    if blocks == nil { blocks = try BlockFinder() }
    guard let last = unsafe blocks?.lastBlock(of: UnsafeRawBufferPointer(rebasing: output[..<size])) else {
      throw .outOfMemory(bytes: size)
    }
    unsafe output[last.lowerBound / 8] &= ~(1 << UInt8(last.lowerBound % 8))
    // The bits after the block are 0, as are the three of the header of a stored block.
    var end = (last.upperBound + 3 + 7) / 8
    if end > size { unsafe output[size] = 0 }
    for byte: UInt8 in [0, 0, 0xff, 0xff] {
      unsafe output[end] = byte
      end += 1
    }
    return end
  }
}

/// Finds the last block of a deflate stream, by inflating it.
@safe private final class BlockFinder {
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let memory: Memory

  init() throws(PNGError) {
    memory = try Memory(count: 64 << 10)
    unsafe stream.initialize(to: z_stream())
    let code = unsafe inflateInit2_(stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else { throw .outOfMemory(bytes: 64 << 10) }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Returns the bits of the last block of a complete and valid stream; nil for any other.
  func lastBlock(of input: UnsafeRawBufferPointer) -> Range<Int>? {
    unsafe inflateReset(stream)
    // zlib does not write through next_in; the declaration only predates const.
    unsafe stream.pointee.next_in = UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
    unsafe stream.pointee.avail_in = UInt32(truncatingIfNeeded: input.count)
    var start = 0
    while true {
      unsafe stream.pointee.next_out = memory.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
      unsafe stream.pointee.avail_out = UInt32(truncatingIfNeeded: memory.bytes.count)
      let code = unsafe inflate(stream, Z_BLOCK)
      // The end of a block may need neither input nor room.
      guard code == Z_OK || code == Z_BUF_ERROR else { return nil }
      // The number of bits left in the last byte, and flags: 64 in the last block, 128 at the end of a block.
      let type = unsafe stream.pointee.data_type
      guard type & 128 != 0 else {
        // Not at the end of a block, although there was room: the stream is cut.
        if unsafe stream.pointee.avail_out > 0 { return nil }
        continue
      }
      let place = unsafe 8 * (input.count - Int(stream.pointee.avail_in)) - Int(type & 7)
      if type & 64 != 0 { return start..<place }
      start = place
    }
  }
}
