public import PNGCodec

extension PNGDecoder {
  /// Reads all rows, so many in each call.
  public mutating func samples(rowsAtOnce: Int = 1 << 16) throws(PNGError) -> [UInt8] {
    let size = layout.bytesPerRow
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(1, min(rowsAtOnce, layout.height)) * size, alignment: 16)
    defer { unsafe buffer.deallocate() }
    var samples: [UInt8] = []
    while true {
      let count = try unsafe readRows(into: buffer)
      guard count > 0 else { return samples }
      unsafe samples += buffer[..<(count * size)]
    }
  }

  /// Returns the samples of a file, and the number of its channels.
  public static func samples(of file: [UInt8]) throws(PNGError) -> (samples: [UInt8], channels: Int) {
    var decoder = try PNGDecoder(PNGReader(ByteSource(bytes: file)))
    return (try decoder.samples(), decoder.layout.channels)
  }
}
