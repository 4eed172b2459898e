/// Scanlines as in the image data (PNG Third Edition, 9.1), passed from the thread that inflates them to the one that
/// undoes their filters. The memory is reused.
package struct FilteredScanlines: ~Copyable, Sendable {
  let memory: Memory
  let bytesPerScanline: Int
  /// The number of scanlines.
  package internal(set) var count = 0
  /// The row of the image that corresponds to the first scanline.
  var firstRow = 0

  /// Allocates room for `capacity` scanlines of an image, at least one.
  init(capacity: Int, bytesPerScanline: Int) throws(PNGError) {
    memory = try Memory(count: max(capacity, 1) * bytesPerScanline)
    self.bytesPerScanline = bytesPerScanline
  }

  /// The bytes of the scanlines.
  var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(rebasing: memory.bytes[..<(count * bytesPerScanline)])
  }
}
