/// A destination code, on the surface of the destination cube unless a mapping gave it, and the sides on which its
/// colour is out: 48 bits of code, red highest, then a bit for each channel that is below, then one for each that is above.
struct SurfaceCode: Sendable, Hashable {
  var bits: UInt64

  static let codeMask: UInt64 = 0xffff_ffff_ffff
  static let sidesMask: UInt64 = 0x3f << 48

  /// Bits that are no surface code: of what single precision cannot decide, and of a code inside the cube.
  static let undecided = UInt64.max, interior = UInt64.max - 1
  /// Of an entry that repeats the one before it, up to and with its position.
  static let repeated = UInt64.max - 2

  @inline(__always) init(bits: UInt64) { self.bits = bits }

  /// Nil for a colour whose code lies inside the cube.
  init?(linear: SIMD3<Double>, _ tables: RenditionTables) {
    let maximum = UInt16(truncatingIfNeeded: (1 << tables.depth) - 1)
    var bits: UInt64 = 0
    var isSurface = false
    for channel in 0..<3 {
      let encoder = tables.encoders[channel]
      let value = linear[channel]
      let code = encoder.code(value)
      isSurface = isSurface || code == 0 || code == maximum
      bits |= UInt64(code) << UInt64(32 - 16 * channel)
      if encoder.isBelow(value) { bits |= 1 << UInt64(48 + channel) }
      if encoder.isAbove(value) { bits |= 1 << UInt64(51 + channel) }
    }
    guard isSurface || bits & Self.sidesMask != 0 else { return nil }
    self.bits = bits
  }

  /// The code of the colour that stands for another one, and the sides on which that one is out.
  init(linear: SIMD3<Double>, mapped: SIMD3<Double>, _ tables: RenditionTables) {
    var bits: UInt64 = 0
    for channel in 0..<3 {
      let encoder = tables.encoders[channel]
      bits |= UInt64(encoder.code(mapped[channel])) << UInt64(32 - 16 * channel)
      if encoder.isBelow(linear[channel]) { bits |= 1 << UInt64(48 + channel) }
      if encoder.isAbove(linear[channel]) { bits |= 1 << UInt64(51 + channel) }
    }
    self.bits = bits
  }

  @inline(__always) var code: UInt64 { bits & Self.codeMask }
  @inline(__always) var isClipped: Bool { bits & Self.sidesMask != 0 }
  var color: SIMD3<UInt16> { PackedColor(bits: code).color }
}
