/// CIE 1976 u', v' (CIE 015:2018, 8.2.1).
public struct Chromaticity2D: Sendable, Hashable {
  /// u' and v'.
  public var x, y: Double

  /// Creates a chromaticity from u' and v'.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Creates u', v' from linear sRGB values, which may lie outside [0, 1], relative to D65 (IEC 61966-2-1); nil if
  /// there is too little light for a meaningful chromaticity.
  public init?(linearSRGB c: SIMD3<Double>) {
    let x = 0.4124 * c.x + 0.3576 * c.y + 0.1805 * c.z
    let y = 0.2126 * c.x + 0.7152 * c.y + 0.0722 * c.z
    let z = 0.0193 * c.x + 0.1192 * c.y + 0.9505 * c.z
    let sum = x + 15 * y + 3 * z
    guard y >= Self.leastLuminance, sum > 0 else { return nil }
    self.init(x: 4 * x / sum, y: 9 * y / sum)
  }

  /// The least luminance, relative to white: below this the last bit of a code determines the chromaticity.
  public static let leastLuminance = 0.001
}

/// The chromaticities of an image: pixels counted in square bins of u', v'.
public struct ChromaticityCount: Sendable {
  /// The pixels in a square of u', v'.
  public struct Bin: Sendable {
    /// Pixels that do not clip, and pixels that do.
    public var inside = 0, clipped = 0
    var sumU = 0.0, sumV = 0.0

    /// The mean u', v' of the pixels; there must be at least one.
    public var mean: Chromaticity2D {
      Chromaticity2D(x: sumU / Double(inside + clipped), y: sumV / Double(inside + clipped))
    }
  }

  /// The number of bins along each axis, which spans 0 to `extent`.
  static let side = 56
  /// The largest u' and v' of the bins.
  public static let extent = 0.7
  private var bins = [Bin](repeating: Bin(), count: side * side)
  /// The number of pixels that are too dark for a chromaticity.
  public private(set) var darkPixels = 0

  @inline(__always)
  mutating func add(_ linearSRGB: SIMD3<Double>, isClipped: Bool) {
    guard let uv = Chromaticity2D(linearSRGB: linearSRGB) else {
      darkPixels += 1
      return
    }
    let scale = Double(Self.side) / Self.extent
    let column = min(max(Int(uv.x * scale), 0), Self.side - 1)
    let row = min(max(Int(uv.y * scale), 0), Self.side - 1)
    let index = row * Self.side + column
    if isClipped { bins[index].clipped += 1 } else { bins[index].inside += 1 }
    bins[index].sumU += uv.x
    bins[index].sumV += uv.y
  }

  /// The bins with pixels, by v', then u'.
  public var filledBins: [Bin] { bins.filter { $0.inside + $0.clipped > 0 } }
}
