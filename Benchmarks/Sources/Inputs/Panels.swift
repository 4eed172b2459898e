/// What an interface looks like: flat panels of few colours, gradients, edges between two colours, some translucent.
public struct Panels: Picture {
  private enum Fill { case flat, across, down }

  private struct Panel {
    let x, y: Range<Int>
    let fill: Fill
    let from, to: SIMD3<UInt16>
    /// Nil where the panel leaves what is below as it is.
    let alpha: UInt16?
  }

  public let width, height: Int
  public var channels: Int { 4 }
  public var depth: Int { 16 }
  private let panels: [Panel]

  public init(width: Int, height: Int, seed: UInt64, colors: Int = 200, panels count: Int = 400) {
    self.width = width
    self.height = height
    var random = RandomSequence(seed: seed)
    // Black, white and the primaries, then codes of 8 bits.
    let pure: [SIMD3<UInt16>] = [
      SIMD3(), SIMD3(repeating: 65535), SIMD3(65535, 0, 0), SIMD3(0, 65535, 0), SIMD3(0, 0, 65535),
    ]
    let palette = (0..<colors).map { index in
      index < 40
        ? pure[index / 8]
        : SIMD3<UInt16>(
          UInt16(random.next(below: 256)), UInt16(random.next(below: 256)), UInt16(random.next(below: 256))) &* 257
    }
    panels = (0..<count).map { _ in
      func range(_ size: Int) -> Range<Int> {
        let length = random.next(in: max(2, size / 64)..<max(3, size / 5))
        let start = random.next(below: size - length + 1)
        return start..<start + length
      }
      let (x, y) = (range(width), range(height))
      let kind = random.next(below: 8)
      return Panel(
        x: x, y: y, fill: kind == 0 ? .across : kind == 1 ? .down : .flat,
        from: palette[random.next(below: colors)], to: palette[random.next(below: colors)],
        alpha: random.next(below: 6) == 0 ? UInt16(random.next(below: 256)) &* 257 : nil)
    }
  }

  public func write(row: Int, to samples: inout [UInt16]) {
    for index in samples.indices { samples[index] = 65535 }
    for panel in panels where panel.y.contains(row) {
      for x in panel.x {
        let color = Self.color(of: panel, x, row)
        samples[4 * x] = color.x
        samples[4 * x + 1] = color.y
        samples[4 * x + 2] = color.z
        if let alpha = panel.alpha { samples[4 * x + 3] = alpha }
      }
    }
  }

  private static func color(of panel: Panel, _ x: Int, _ y: Int) -> SIMD3<UInt16> {
    switch panel.fill {
    case .across: mix(panel, x - panel.x.lowerBound, of: panel.x.count)
    case .down: mix(panel, y - panel.y.lowerBound, of: panel.y.count)
    case .flat:
      // A line of half the one and half the other at the upper and lower edge.
      y == panel.y.lowerBound || y == panel.y.upperBound - 1 ? panel.from / 2 &+ panel.to / 2 : panel.from
    }
  }

  private static func mix(_ panel: Panel, _ step: Int, of steps: Int) -> SIMD3<UInt16> {
    let t = Float(step) / Float(max(steps - 1, 1))
    let mixed = SIMD3<Float>(panel.from) * (1 - t) + SIMD3<Float>(panel.to) * t
    return SIMD3<UInt16>(mixed.rounded(.toNearestOrEven))
  }
}

/// A small round picture of panels.
public struct Icon: Picture {
  public static let sizes = [64, 96, 128, 192, 256]

  private let panels: Panels
  public var width: Int { panels.width }
  public var height: Int { panels.height }
  public var channels: Int { 4 }
  public var depth: Int { 16 }

  public init(size: Int, seed: UInt64) {
    panels = Panels(width: size, height: size, seed: seed, colors: 48, panels: 12)
  }

  public func write(row: Int, to samples: inout [UInt16]) {
    panels.write(row: row, to: &samples)
    let center = (Float(width) - 1) / 2
    for x in 0..<width {
      let (dx, dy) = (Float(x) - center, Float(row) - center)
      let beyond = (dx * dx + dy * dy).squareRoot() - Float(width) * 0.48
      let coverage = min(max(0.5 - beyond, 0), 1)
      samples[4 * x + 3] = UInt16(Float(samples[4 * x + 3]) * coverage)
    }
  }
}
