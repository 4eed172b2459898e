import PNGCodec

extension ByteSource {
  /// Reads the next `count` bytes, or all that remain.
  mutating func readSome(_ count: Int) throws(PNGError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      var result: Result<Int, PNGError> = .success(0)
      unsafe bytes.withUnsafeMutableBytes { buffer in
        do throws(PNGError) {
          result = .success(try unsafe read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])))
        } catch {
          result = .failure(error)
        }
      }
      let more = try result.get()
      if more == 0 { break }
      filled += more
    }
    return Array(bytes.prefix(filled))
  }

  /// Reads all bytes to the end; nil if there are more than `limit`.
  mutating func readAll(atMost limit: Int) throws(PNGError) -> [UInt8]? {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      var result: Result<Int, PNGError> = .success(0)
      unsafe piece.withUnsafeMutableBytes { buffer in
        do throws(PNGError) {
          result = .success(try unsafe read(into: buffer))
        } catch {
          result = .failure(error)
        }
      }
      let count = try result.get()
      if count == 0 { return bytes }
      bytes += piece.prefix(count)
      if bytes.count > limit { return nil }
    }
  }
}
