/// No two pixels alike, in no order: the hardest for compression and for anything that groups colours.
public struct Scatter: Picture {
  public enum Spread: Sendable {
    /// All over the cube of codes.
    case everywhere
    /// Reds so deep that sRGB has one code for all of them when they are read as Display P3, whatever the depth: with
    /// red at 0.93 and green and blue at most at 0.13 and 0.07, the linear red of sRGB is above 1, the others below 0.
    case oneDestination
  }

  public let width, height: Int
  public var channels: Int { 3 }
  public var depth: Int { 16 }
  private let spread: Spread

  public init(width: Int, height: Int, spread: Spread) {
    self.width = width
    self.height = height
    self.spread = spread
  }

  public func write(row: Int, to samples: inout [UInt16]) {
    for x in 0..<width {
      let index = UInt64(truncatingIfNeeded: row * width + x)
      let color: SIMD3<UInt64>
      switch spread {
      case .everywhere:
        let bits = RandomNumbers.permute(index, bits: 48)
        color = SIMD3(bits & 0xffff, bits >> 16 & 0xffff, bits >> 32)
      case .oneDestination:
        let bits = RandomNumbers.permute(index, bits: 37)
        color = SIMD3(61440 + (bits & 0xfff), bits >> 12 & 0x1fff, bits >> 25)
      }
      samples[3 * x] = UInt16(truncatingIfNeeded: color.x)
      samples[3 * x + 1] = UInt16(truncatingIfNeeded: color.y)
      samples[3 * x + 2] = UInt16(truncatingIfNeeded: color.z)
    }
  }
}
