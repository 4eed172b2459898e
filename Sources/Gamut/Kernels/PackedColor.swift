/// A colour triple packed into 48 bits, red highest, so that packed order is the order of the codes.
package struct PackedColor: Sendable, Hashable, Comparable {
  package let bits: UInt64

  package init(bits: UInt64) { self.bits = bits }
  package init(_ color: SIMD3<UInt16>) { bits = UInt64(color.x) << 32 | UInt64(color.y) << 16 | UInt64(color.z) }

  package var color: SIMD3<UInt16> {
    SIMD3(
      UInt16(truncatingIfNeeded: bits >> 32), UInt16(truncatingIfNeeded: bits >> 16), UInt16(truncatingIfNeeded: bits))
  }

  package static func < (a: PackedColor, b: PackedColor) -> Bool { a.bits < b.bits }
}
