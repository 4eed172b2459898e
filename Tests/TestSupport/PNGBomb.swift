import CZlib
import SyntheticPNG

/// Returns a short zlib stream that inflates to `megabytes` times 2^20 zeros.
public func deflatedZeros(megabytes: Int) -> [UInt8] {
  let zeros = [UInt8](repeating: 0, count: 1 << 20)
  // The deflate data of one megabyte, without the end of the stream, is a piece that can be repeated: a full flush ends
  // it on a byte boundary and resets the history.
  var stream = unsafe z_stream()
  var output = [UInt8](repeating: 0, count: 1 << 14)
  unsafe deflateInit2_(
    &stream, 9, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
  unsafe zeros.withUnsafeBufferPointer { zeros in
    unsafe output.withUnsafeMutableBufferPointer { output in
      unsafe stream.next_in = UnsafeMutablePointer(mutating: zeros.baseAddress)
      unsafe stream.avail_in = UInt32(zeros.count)
      unsafe stream.next_out = output.baseAddress
      unsafe stream.avail_out = UInt32(output.count)
      unsafe deflate(&stream, Z_FULL_FLUSH)
    }
  }
  let piece = unsafe output.prefix(output.count - Int(stream.avail_out))
  unsafe deflateEnd(&stream)
  // Adler-32 of n zeros: low half 1, high half n modulo 65521.
  let adler = UInt32((megabytes << 20) % 65521) << 16 | 1
  return [0x78, 0xda] + (0..<megabytes).flatMap { _ in piece } + [0x03, 0x00] + adler.bigEndianBytes
}
