import CZlib

/// Inflates one zlib stream.
///
/// Sendable because the state has a single owner; it is on the heap because zlib's state contains a pointer to it.
@safe struct Inflater: ~Copyable, @unchecked Sendable {
  /// The result of a step.
  enum Status: Sendable, Hashable {
    /// More input or more output space is needed.
    case running
    /// The stream has ended and its Adler-32 checksum is correct.
    case ended
    /// The error message of zlib.
    case failed(String)
  }

  private let stream: UnsafeMutablePointer<z_stream>

  init() throws(PNGError) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // 15: accept any window size that the stream may declare.
    let code = unsafe inflateInit2_(stream, 15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else { throw .outOfMemory(bytes: 64 << 10) }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Inflates from `input` into `output` until one of them is used up or the stream ends. Neither may be longer
  /// than 2^31 bytes.
  mutating func step(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> (consumed: Int, produced: Int, status: Status) {
    // zlib does not write through next_in; the declaration only predates const.
    unsafe stream.pointee.next_in = UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
    unsafe stream.pointee.avail_in = UInt32(truncatingIfNeeded: input.count)
    unsafe stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe stream.pointee.avail_out = UInt32(truncatingIfNeeded: output.count)
    let code = unsafe inflate(stream, Z_NO_FLUSH)
    let consumed = unsafe input.count - Int(stream.pointee.avail_in)
    let produced = unsafe output.count - Int(stream.pointee.avail_out)
    return (consumed, produced, status(code))
  }

  private func status(_ code: Int32) -> Status {
    switch code {
    case Z_OK, Z_BUF_ERROR: .running
    case Z_STREAM_END: .ended
    case Z_NEED_DICT: .failed("needs a preset dictionary, which PNG forbids")
    case Z_MEM_ERROR: .failed("not enough memory")
    default: .failed(unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "zlib error \(code)")
    }
  }
}
