import CDeflate

/// A zlib stream in the making.
@safe final class Deflater {
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private var room = [UInt8](repeating: 0, count: 1 << 16)

  init(level: Int32, isFiltered: Bool) {
    unsafe stream.initialize(to: z_stream())
    let status = unsafe deflateInit2_(
      stream, level, Z_DEFLATED, 15, 9, isFiltered ? Z_FILTERED : Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK, "zlib has no memory")
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  func add(_ bytes: [UInt8], to output: inout [UInt8]) { run(bytes, Z_NO_FLUSH, &output) }

  func finish(to output: inout [UInt8]) { run([], Z_FINISH, &output) }

  private func run(_ bytes: [UInt8], _ flush: Int32, _ output: inout [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      // zlib reads from it and no more.
      unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
      unsafe stream.pointee.avail_in = UInt32(bytes.count)
      repeat {
        let made = unsafe room.withUnsafeMutableBufferPointer { room in
          unsafe stream.pointee.next_out = room.baseAddress
          unsafe stream.pointee.avail_out = UInt32(room.count)
          unsafe CDeflate.deflate(stream, flush)
          return unsafe room.count - Int(stream.pointee.avail_out)
        }
        output += room[..<made]
      } while unsafe stream.pointee.avail_out == 0
    }
  }

  /// A whole stream of the best that zlib can do.
  static func deflate(_ bytes: [UInt8]) -> [UInt8] {
    let deflater = Deflater(level: 9, isFiltered: false)
    var output: [UInt8] = []
    deflater.add(bytes, to: &output)
    deflater.finish(to: &output)
    return output
  }
}
