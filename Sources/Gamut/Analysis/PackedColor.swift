/// When a colour or a region is large enough to be seen.
enum Visibility {
  /// w = max(1, ceil(analysed / 100,000)): the pixels that make a colour seen.
  static func seenPixels(analyzed: Int) -> Int { max(1, (analyzed + 99_999) / 100_000) }

  /// The pixels that make a flattened region visible.
  static func regionPixels(analyzed: Int) -> Int { max(16, seenPixels(analyzed: analyzed)) }
}

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
