import CPNGShim

/// The reference for the rows: a libpng reader that undoes filters and interlacing and unpacks samples, from scanlines in memory to rows in memory.
///
/// Sendable because the handle has a single owner.
@safe struct RowReader: ~Copyable, @unchecked Sendable {
  private let rows: OpaquePointer

  /// Creates a reader. The header must have been checked. libpng only requires that a palette exists.
  init(header: ImageHeader, palette: [SIMD3<UInt8>]?) throws(PNGError) {
    let entries = header.colorType == .palette ? (palette ?? []).flatMap { [$0.x, $0.y, $0.z] } : []
    var message = [CChar](repeating: 0, count: 160)
    let made = unsafe entries.withUnsafeBufferPointer { entries in
      var image = unsafe gamut_png_image(
        width: UInt32(truncatingIfNeeded: header.width), height: UInt32(truncatingIfNeeded: header.height),
        bit_depth: UInt8(truncatingIfNeeded: header.bitDepth),
        color_type: UInt8(truncatingIfNeeded: header.colorType.rawValue), is_interlaced: header.isInterlaced ? 1 : 0,
        palette_entries: UInt16(truncatingIfNeeded: entries.count / 3), palette: entries.baseAddress)
      return unsafe message.withUnsafeMutableBufferPointer { message in
        unsafe gamut_png_rows_create(&image, message.baseAddress, message.count)
      }
    }
    guard let made = unsafe made else {
      let bytes = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw .imageData(detail: "libpng: " + String(decoding: bytes, as: UTF8.self), offset: 0)
    }
    unsafe rows = made
  }

  deinit { unsafe gamut_png_rows_destroy(rows) }

  /// Writes the next `count` rows, `stride` bytes apart, to `output`, which must have room. `scanlines` must contain
  /// exactly their data. Returns libpng's message if it fails; no more rows can be read after that.
  mutating func read(
    _ scanlines: UnsafeRawBufferPointer, into output: UnsafeMutableRawPointer, stride: Int, count: Int
  ) -> String? {
    let code = unsafe gamut_png_rows_read(
      rows, scanlines.baseAddress?.assumingMemoryBound(to: UInt8.self), scanlines.count,
      output.assumingMemoryBound(to: UInt8.self), stride, UInt32(truncatingIfNeeded: count))
    return code == 0 ? nil : unsafe String(cString: gamut_png_rows_message(rows))
  }
}
