/// Measures the shift of clipped colours, eight at a time, as ``ColorModel`` does one by one.
struct ShiftBatch: ~Copyable {
  private let tables: RenditionTables
  /// From the source's and from the destination's linear values to the cone responses.
  private let fromSource, fromDestination: Matrix3
  private let toDestination: Matrix3
  private let batch = Scratch<(source: UInt64, pixels: Int)>(count: 8)
  private var count = 0

  init(_ tables: RenditionTables) {
    self.tables = tables
    toDestination = tables.model.toDestination
    fromSource = OKLab.toLMS * tables.model.toSRGB
    fromDestination = OKLab.toLMS * tables.model.destinationToSRGB
  }

  @inline(__always)
  mutating func add(_ source: UInt64, pixels: Int, to tally: inout ShiftTally) {
    unsafe batch.base[count] = (source, pixels)
    count &+= 1
    if count == 8 { flush(to: &tally) }
  }

  mutating func flush(to tally: inout ShiftTally) {
    var linear = (SIMD8<Double>(), SIMD8<Double>(), SIMD8<Double>())
    for index in 0..<count {
      let value = tables.sourceLinear(PackedColor(bits: unsafe batch.base[index].source))
      linear.0[index] = value.x
      linear.1[index] = value.y
      linear.2[index] = value.z
    }
    let shifts = shifts(linear)
    for index in 0..<count { tally.add(shifts[index], pixels: unsafe batch.base[index].pixels) }
    count = 0
  }

  private typealias Lanes = (SIMD8<Double>, SIMD8<Double>, SIMD8<Double>)

  private func shifts(_ linear: Lanes) -> SIMD8<Double> {
    let destination = Self.multiply(toDestination, linear)
    let clamped = (Self.clamp(destination.0), Self.clamp(destination.1), Self.clamp(destination.2))
    let before = Self.multiply(fromSource, linear)
    let after = Self.multiply(fromDestination, clamped)
    // The last step to OKLab is linear: it can be taken of the differences.
    let roots = (
      before.0.cubeRoots - after.0.cubeRoots, before.1.cubeRoots - after.1.cubeRoots,
      before.2.cubeRoots - after.2.cubeRoots
    )
    let lab = Self.multiply(OKLab.fromRoots, roots)
    return (lab.0 * lab.0 + lab.1 * lab.1 + lab.2 * lab.2).squareRoot()
  }

  @inline(__always)
  private static func clamp(_ v: SIMD8<Double>) -> SIMD8<Double> {
    v.replacing(with: 0, where: v .< 0).replacing(with: 1, where: v .> 1)
  }

  @inline(__always)
  private static func multiply(_ m: Matrix3, _ v: Lanes) -> Lanes {
    (
      m.row0.x * v.0 + m.row0.y * v.1 + m.row0.z * v.2, m.row1.x * v.0 + m.row1.y * v.1 + m.row1.z * v.2,
      m.row2.x * v.0 + m.row2.y * v.1 + m.row2.z * v.2
    )
  }
}

extension SIMD8<Double> {
  /// Signed, to 14 digits: an estimate from the exponent, within 3.4 %, then two Halley steps, each of which cubes the
  /// error.
  @inline(__always)
  var cubeRoots: SIMD8<Double> {
    let bits = unsafe unsafeBitCast(self, to: SIMD8<UInt64>.self)
    let sign = bits & (1 &<< 63)
    // Keeps 0 away from the division; its root is then 1e-20.
    let x = unsafe unsafeBitCast(bits ^ sign, to: SIMD8<Double>.self) + 1e-60
    let pattern = unsafe unsafeBitCast(x, to: SIMD8<UInt64>.self)
    // A third as 1/4 + 1/16 + ... of the pattern, whose high bits are the exponent.
    var third = pattern &>> 2
    third = third &+ third &>> 2
    third = third &+ third &>> 4
    third = third &+ third &>> 8
    third = third &+ third &>> 16
    var root = unsafe unsafeBitCast(third &+ (715_094_163 &<< 32), to: SIMD8<Double>.self)
    for _ in 0..<2 {
      let cube = root * root * root
      root = root * (cube + x + x) / (cube + cube + x)
    }
    return unsafe unsafeBitCast(unsafeBitCast(root, to: SIMD8<UInt64>.self) | sign, to: SIMD8<Double>.self)
  }
}
