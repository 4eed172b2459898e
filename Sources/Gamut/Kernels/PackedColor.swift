/// A colour triple packed into 48 bits, red highest, so that packed order is the order of the codes.
struct PackedColor: Sendable, Hashable, Comparable {
  let bits: UInt64

  init(bits: UInt64) { self.bits = bits }
  init(_ color: SIMD3<UInt16>) { bits = UInt64(color.x) << 32 | UInt64(color.y) << 16 | UInt64(color.z) }

  var color: SIMD3<UInt16> {
    SIMD3(
      UInt16(truncatingIfNeeded: bits >> 32), UInt16(truncatingIfNeeded: bits >> 16), UInt16(truncatingIfNeeded: bits))
  }

  static func < (a: PackedColor, b: PackedColor) -> Bool { a.bits < b.bits }
}
