/// A cache of values for recent colours, with one entry for each hash of a colour.
struct ColorCache<Value: Sendable>: Sendable {
  /// Packed colours; no colour has all bits set.
  private var colors: [UInt64]
  private var values: [Value]
  private let bits: Int

  /// - Parameters:
  ///   - value: an arbitrary initial value.
  ///   - bits: of the hash.
  init(_ value: Value, bits: Int = 14) {
    self.bits = bits
    colors = Array(repeating: .max, count: 1 << bits)
    values = Array(repeating: value, count: 1 << bits)
  }

  /// A cache for the colours of an image: a small one does not fill a large cache.
  init(_ value: Value, for layout: PixelLayout) {
    let pixels = layout.width * layout.height
    self.init(value, bits: min(max(pixels.bitWidth - pixels.leadingZeroBitCount - 5, 6), 14))
  }

  @inline(__always)
  subscript(color: UInt64) -> Value? {
    get {
      let slot = slot(color)
      return colors[slot] == color ? values[slot] : nil
    }
    set {
      guard let newValue else { return }
      let slot = slot(color)
      colors[slot] = color
      values[slot] = newValue
    }
  }

  @inline(__always)
  private func slot(_ color: UInt64) -> Int {
    Int(truncatingIfNeeded: (color &* 0x9e37_79b9_7f4a_7c15) &>> UInt64(64 - bits))
  }
}
