import Foundation

/// A colour of Display P3 as a person perceives it, and its sRGB code, by formulas that the analysis does not use.
///
/// The matrices are those of CSS Color 4, which are derived from D65 and from chromaticities; the analysis uses the D50
/// numbers of the project's profiles. The difference is below 0.0001 in ΔEOK.
struct PerceivedColor {
  /// Encoded Display P3, 0 to 1.
  let encoded: SIMD3<Double>

  init(_ encoded: SIMD3<Double>) { self.encoded = encoded }

  private typealias Rows = [SIMD3<Double>]

  /// CSS Color 4, section 10.
  private static let p3ToXYZ: Rows = [
    [608_311 / 1_250_200, 189_793 / 714_400, 198_249 / 1_000_160],
    [35_783 / 156_275, 247_089 / 357_200, 198_249 / 2_500_400],
    [0, 32_229 / 714_400, 5_220_557 / 5_000_800],
  ]
  private static let xyzToSRGB: Rows = [
    [12_831 / 3_959, -329 / 214, -1_974 / 3_959],
    [-851_781 / 878_810, 1_648_619 / 878_810, 36_519 / 878_810],
    [705 / 12_673, -2_585 / 12_673, 705 / 667],
  ]
  private static let xyzToLMS: Rows = [
    [0.8190224379967030, 0.3619062600528904, -0.1288737815209879],
    [0.0329836539323885, 0.9292868615863434, 0.0361446663506424],
    [0.0481771893596242, 0.2642395317527308, 0.6335478284694309],
  ]
  private static let lmsToOKLab: Rows = [
    [0.2104542683093140, 0.7936177747023054, -0.0040720430116193],
    [1.9779985324311684, -2.4285922420485799, 0.4505937096174110],
    [0.0259040424655478, 0.7827717124575296, -0.8086757549230774],
  ]

  private static func multiply(_ rows: Rows, _ vector: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((rows[0] * vector).sum(), (rows[1] * vector).sum(), (rows[2] * vector).sum())
  }

  private static func map(_ vector: SIMD3<Double>, _ function: (Double) -> Double) -> SIMD3<Double> {
    SIMD3(function(vector.x), function(vector.y), function(vector.z))
  }

  /// The common curve of sRGB and Display P3 (IEC 61966-2-1).
  static func linear(_ v: Double) -> Double { v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4) }
  static func encode(_ v: Double) -> Double { v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055 }

  private var xyz: SIMD3<Double> { Self.multiply(Self.p3ToXYZ, Self.map(encoded, Self.linear)) }

  var okLab: SIMD3<Double> {
    Self.multiply(Self.lmsToOKLab, Self.map(Self.multiply(Self.xyzToLMS, xyz)) { cbrt($0) })
  }

  /// Returns ΔEOK. Side by side, 0.015 is visible.
  func difference(_ other: PerceivedColor) -> Double {
    let d = okLab - other.okLab
    return (d * d).sum().squareRoot()
  }

  /// Linear sRGB, which may lie outside [0, 1].
  var linearSRGB: SIMD3<Double> { Self.multiply(Self.xyzToSRGB, xyz) }

  /// The 8-bit code after clamping.
  var sRGBCode: SIMD3<Int> {
    let code = Self.map(linearSRGB) { (Self.encode(min(max($0, 0), 1)) * 255 + 0.5).rounded(.down) }
    return SIMD3(Int(code.x), Int(code.y), Int(code.z))
  }

  /// Returns the Display P3 colour of an encoded sRGB one.
  static func ofSRGB(_ encoded: SIMD3<Double>) -> SIMD3<Double> {
    // The inverse of P3 to sRGB, whose rows sum to 1 because both spaces have the same white (CSS Color 4, section 10).
    let rows: Rows = [
      [0.822461968714623, 0.177538031285377, 0], [0.033194199268525, 0.966805800731475, 0],
      [0.017082630720659, 0.072397404066321, 0.910519965213020],
    ]
    return map(multiply(rows, map(encoded, linear)), encode)
  }
}

/// Two Display P3 colours, in codes of a given depth, that have one 8-bit sRGB code.
struct MergingPair {
  enum Family: CaseIterable {
    /// From full red to a less intense red: all (255, 0, 0).
    case red
    /// From full green towards grey: all (0, 255, 0).
    case green

    fileprivate var ends: (SIMD3<Double>, SIMD3<Double>) {
      switch self {
      case .red: ([1, 0, 0], [0.915, 0, 0])
      case .green: ([0, 1, 0], [0.45, 1, 0.28])
      }
    }
  }

  let ground, mark: SIMD3<Double>

  /// Creates the pair of a family whose difference is closest to the given one.
  init(_ family: Family, difference: Double, depth: Int = 8) {
    let (start, end) = family.ends
    let maximum = Double(1 << depth - 1)
    func color(_ t: Double) -> SIMD3<Double> {
      ((start + (end - start) * t) * maximum).rounded(.toNearestOrEven) / maximum
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if PerceivedColor(color(middle)).difference(PerceivedColor(start)) < difference {
        low = middle
      } else {
        high = middle
      }
    }
    (ground, mark) = (start, color(high))
  }

  /// Returns a colour between the background (0) and the mark (1).
  subscript(_ share: Double) -> SIMD3<Double> { ground + (mark - ground) * share }

  var difference: Double { PerceivedColor(ground).difference(PerceivedColor(mark)) }
  var merges: Bool { PerceivedColor(ground).sRGBCode == PerceivedColor(mark).sRGBCode }
}
