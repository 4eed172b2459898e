package import PNGCodec

extension ByteSource {
  /// Reads the next `count` bytes, or all that remain.
  package mutating func readSome(_ count: Int) throws(PNGError) -> [UInt8] {
    var failure: PNGError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(PNGError) {
        while filled < count {
          let rest = unsafe UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[filled..<count]))
          let more = try unsafe read(into: rest)
          if more == 0 { break }
          filled += more
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads all bytes to the end; nil if there are more than `limit`.
  package mutating func readAll(atMost limit: Int) throws(PNGError) -> [UInt8]? {
    var bytes: [UInt8] = []
    while true {
      let piece = try readSome(64 << 10)
      if piece.isEmpty { return bytes }
      bytes += piece
      if bytes.count > limit { return nil }
    }
  }
}
