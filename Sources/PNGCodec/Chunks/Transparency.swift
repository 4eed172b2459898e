/// tRNS (PNG Third Edition, 11.3.1.1).
public enum Transparency: Sendable, Hashable {
  /// The alpha of the first palette entries; the others are opaque.
  case palette([UInt8])
  /// The colour that is transparent, at the depth of the image; all channels are equal in a grey image.
  case color(SIMD3<UInt16>)
}

extension Transparency {
  /// Parses data whose length has been checked. The flag is true if a sample had bits beyond the depth, which are
  /// dropped.
  static func parse(_ bytes: [UInt8], header: ImageHeader) -> (value: Transparency, isOutOfRange: Bool) {
    let mask = UInt16(truncatingIfNeeded: (1 << header.bitDepth) - 1)
    let samples: SIMD3<UInt16>
    switch header.colorType {
    case .palette, .greyAlpha, .rgba:
      return (.palette(bytes), false)
    case .grey:
      samples = SIMD3(repeating: bytes.bigEndian16(at: 0))
    case .rgb:
      samples = SIMD3(bytes.bigEndian16(at: 0), bytes.bigEndian16(at: 2), bytes.bigEndian16(at: 4))
    }
    let masked = samples & SIMD3(repeating: mask)
    return (.color(masked), masked != samples)
  }
}
