/// The loss of a run as its pixels come: the largest ΔEOK between its first colour and any other.
///
/// Single precision passes over colours that can neither reach the just-noticeable difference nor exceed the loss so
/// far; the others are measured as the definition says.
struct RunLoss: Sendable {
  let tables: RenditionTables
  private let jnd: Float
  /// What single precision may be off by in ΔEOK where it can be trusted.
  private static let margin: Float = 1e-4
  /// Where large terms cancel, the root of what is left is not known well enough: the least share of the terms'
  /// magnitudes that a cone response must have.
  static let trustedShare: Float = 0.05

  init(_ tables: RenditionTables) {
    self.tables = tables
    jnd = Float(tables.model.rendition.jnd)
  }

  /// OKLab in single precision, in three lanes; the first is not a number where it cannot be trusted.
  func estimate(_ source: UInt64) -> SIMD4<Float> {
    guard !tables.decodeFloat.isEmpty else { return SIMD4(.nan, 0, 0, 0) }
    let color = PackedColor(bits: source).color
    let red = tables.decodeFloat[tables.offsets.x + Int(color.x)]
    let green = tables.decodeFloat[tables.offsets.y + Int(color.y)]
    let blue = tables.decodeFloat[tables.offsets.z + Int(color.z)]
    let lms = tables.toLMS0 * red + tables.toLMS1 * green + tables.toLMS2 * blue
    let terms = tables.toLMSMagnitude0 * red + tables.toLMSMagnitude1 * green + tables.toLMSMagnitude2 * blue
    if any((lms .< terms * Self.trustedShare) .& (terms .> 0)) { return SIMD4(.nan, 0, 0, 0) }
    let roots = lms.cubeRoots
    return tables.fromRoots0 * roots.x + tables.fromRoots1 * roots.y + tables.fromRoots2 * roots.z
  }

  /// Raises `loss` to the ΔEOK between two colours, of which there are estimates, if it matters.
  @inline(__always)
  func raise(
    _ loss: inout Double, from first: UInt64, _ firstEstimate: SIMD4<Float>, to source: UInt64,
    _ estimate: SIMD4<Float>
  ) {
    let difference = estimate - firstEstimate
    let squares = difference * difference
    // False for what is not a number.
    if squares.x + squares.y + squares.z < bound(loss) { return }
    loss = max(loss, exact(first, source))
  }

  /// What the square of an estimated ΔEOK must reach to be measured beside a loss so far; 0 where all must.
  @inline(__always)
  func bound(_ loss: Double) -> Float {
    let bound = max(jnd, Float(loss)) - Self.margin
    return bound > 0 ? bound * bound : 0
  }

  @inline(never)
  private func exact(_ first: UInt64, _ second: UInt64) -> Double {
    func lab(_ source: UInt64) -> OKLab { tables.model.okLab(tables.sourceLinear(PackedColor(bits: source))) }
    return lab(first).deltaE(lab(second))
  }
}

extension SIMD4<Float> {
  /// Of each lane, which must not be negative: an estimate from the exponent, then two Halley steps.
  @inline(__always)
  var cubeRoots: SIMD4<Float> {
    // Keeps 0 away from the division; its root is then 1e-10.
    let x = self + 1e-30
    let bits = unsafe unsafeBitCast(x, to: SIMD4<UInt32>.self)
    // A third, as 1/4 + 1/16 + ..., of the pattern, whose high bits are the exponent.
    var third = bits &>> 2
    third = third &+ third &>> 2
    third = third &+ third &>> 4
    third = third &+ third &>> 8
    var root = unsafe unsafeBitCast(third &+ 709_958_130, to: SIMD4<Float>.self)
    for _ in 0..<2 {
      let cube = root * root * root
      root = root * (cube + x + x) / (cube + cube + x)
    }
    return root
  }
}
