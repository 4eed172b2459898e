import CZlib

/// Returns a zlib stream with the correct checksum of its data as inflated by zlib; nil if zlib cannot inflate it.
public func withRightChecksum(_ stream: [UInt8]) -> [UInt8]? {
  guard stream.count > 2 else { return nil }
  var state = unsafe z_stream()
  guard unsafe inflateInit2_(&state, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
  defer { _ = unsafe inflateEnd(&state) }
  var data = Array(stream.dropFirst(2))
  var output = [UInt8](repeating: 0, count: 1 << 16)
  var sum: UInt = 1
  let count = data.count
  let isWhole = unsafe data.withUnsafeMutableBufferPointer { data in
    unsafe state.next_in = data.baseAddress
    unsafe state.avail_in = UInt32(count)
    while true {
      let code = unsafe output.withUnsafeMutableBufferPointer { output in
        unsafe state.next_out = output.baseAddress
        unsafe state.avail_out = UInt32(output.count)
        let code = unsafe inflate(&state, Z_NO_FLUSH)
        unsafe sum = adler32(sum, output.baseAddress, UInt32(output.count) - state.avail_out)
        return code
      }
      if code == Z_STREAM_END { return true }
      if code != Z_OK { return false }
    }
  }
  guard isWhole else { return nil }
  let end = unsafe 2 + count - Int(state.avail_in)
  return stream.prefix(end) + UInt32(truncatingIfNeeded: sum).bigEndianBytes
}
