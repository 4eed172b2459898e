/// A cache of values for recent colours, with one entry for each hash of a colour.
struct ColorCache<Value: Sendable>: Sendable {
  /// Packed colours; no colour has all bits set.
  private var colors = [UInt64](repeating: .max, count: 1 << Self.bits)
  private var values: [Value]

  private static var bits: Int { 14 }

  /// - Parameter value: an arbitrary initial value.
  init(_ value: Value) { values = Array(repeating: value, count: 1 << Self.bits) }

  @inline(__always)
  subscript(color: UInt64) -> Value? {
    get {
      let slot = Self.slot(color)
      return colors[slot] == color ? values[slot] : nil
    }
    set {
      guard let newValue else { return }
      let slot = Self.slot(color)
      colors[slot] = color
      values[slot] = newValue
    }
  }

  @inline(__always)
  private static func slot(_ color: UInt64) -> Int {
    Int(truncatingIfNeeded: (color &* 0x9e37_79b9_7f4a_7c15) &>> UInt64(64 - bits))
  }
}
