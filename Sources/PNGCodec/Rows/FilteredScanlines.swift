/// Scanlines as the image data has them (PNG Third Edition, 9.1), on their way from the thread that inflates them to the
/// one that undoes their filters. The memory is used again and again.
public struct FilteredScanlines: ~Copyable, Sendable {
  let memory: Memory
  let bytesPerScanline: Int
  /// How many there are.
  public internal(set) var count = 0
  /// The row of the image that is the first of them.
  var firstRow = 0

  /// Room for `capacity` scanlines of an image, one at least.
  init(capacity: Int, bytesPerScanline: Int) throws(PNGError) {
    memory = try Memory(count: max(capacity, 1) * bytesPerScanline)
    self.bytesPerScanline = bytesPerScanline
  }

  /// The bytes of the scanlines that are there.
  var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(rebasing: memory.bytes[..<(count * bytesPerScanline)])
  }
}
