/// A surface colour of the image with its pixel count: distinct only after deduplication.
struct ColorRecord: BitwiseCopyable {
  /// The packed source colour; `vacant` in an empty slot of a table.
  var source: UInt64
  /// The ``SurfaceCode``.
  var surface: UInt64
  var pixels: UInt32
  /// The index of the colour's first pixel in reading order.
  var first: UInt32

  static let vacant = UInt64.max

  @inline(__always) var code: UInt64 { surface & SurfaceCode.codeMask }
  @inline(__always) var isClipped: Bool { surface & SurfaceCode.sidesMask != 0 }
}
