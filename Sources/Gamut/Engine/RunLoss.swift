/// The loss of a run as its pixels come: the largest ΔEOK between its first colour and any other.
///
/// Single precision passes over colours that can neither reach the just-noticeable difference nor exceed the loss so
/// far; the others are measured as the definition says.
struct RunLoss: Sendable {
  let tables: RenditionTables
  private let jnd: Float
  /// What single precision may be off by in ΔEOK where `roots` vouches for its precision.
  private static let margin: Float = 1e-4

  init(_ tables: RenditionTables) {
    self.tables = tables
    jnd = Float(tables.model.rendition.jnd)
  }

  /// OKLab in single precision; the last lane is 1 where it can be trusted and 0 where it cannot.
  @inline(__always)
  func estimate(_ source: UInt64) -> SIMD4<Float> {
    guard !tables.decodeFloat.isEmpty else { return .zero }
    let color = PackedColor(bits: source).color
    let red = tables.decodeFloat[tables.offsets.x + Int(color.x)]
    let green = tables.decodeFloat[tables.offsets.y + Int(color.y)]
    let blue = tables.decodeFloat[tables.offsets.z + Int(color.z)]
    let lms = tables.toLMS0 * red + tables.toLMS1 * green + tables.toLMS2 * blue
    // Where large terms cancel, the root of what is left is not known well enough.
    let terms = tables.toLMSMagnitude0 * red + tables.toLMSMagnitude1 * green + tables.toLMSMagnitude2 * blue
    let isTrusted = !any((lms .< terms * 0.05) .& (terms .> 0))
    let roots = lms.cubeRoots
    let lab = Self.labColumn0 * roots.x + Self.labColumn1 * roots.y + Self.labColumn2 * roots.z
    return SIMD4(lab.x, lab.y, lab.z, isTrusted ? 1 : 0)
  }

  /// Raises `loss` to the ΔEOK between two colours if it matters.
  @inline(__always)
  func raise(_ loss: inout Double, from first: UInt64, _ firstEstimate: SIMD4<Float>, to source: UInt64) {
    let other = estimate(source)
    var difference = other - firstEstimate
    difference.w = 0
    let squared = (difference * difference).sum()
    let bound = max(jnd, Float(loss)) - Self.margin
    if other.w * firstEstimate.w == 1, bound > 0, squared < bound * bound { return }
    loss = max(loss, exact(first, source))
  }

  @inline(never)
  private func exact(_ first: UInt64, _ second: UInt64) -> Double {
    func lab(_ source: UInt64) -> OKLab { tables.model.okLab(tables.sourceLinear(PackedColor(bits: source))) }
    return lab(first).deltaE(lab(second))
  }

  private static let labColumn0 = SIMD4<Float>(SIMD3<Float>(OKLab.fromRoots.column(0)), 0)
  private static let labColumn1 = SIMD4<Float>(SIMD3<Float>(OKLab.fromRoots.column(1)), 0)
  private static let labColumn2 = SIMD4<Float>(SIMD3<Float>(OKLab.fromRoots.column(2)), 0)
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
