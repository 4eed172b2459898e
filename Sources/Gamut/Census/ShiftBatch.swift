internal import CGamutKernels

/// Computes the shifts of clipped colours in batches; equivalent to ``ColorModel``, which computes them one by one.
struct ShiftBatch: ~Copyable {
  private let tables: RenditionTables
  private let vector: VectorExtension
  /// The matrices from the source's and from the destination's linear values to the cone responses.
  private let fromSource, fromDestination: Matrix3
  private let toDestination: Matrix3
  static let size = 256
  private let sources = Scratch<UInt64>(count: ShiftBatch.size)
  private let pixels = Scratch<Int>(count: ShiftBatch.size)
  private let results = Scratch<Double>(count: ShiftBatch.size)

  init(_ tables: RenditionTables, vector: VectorExtension) {
    self.tables = tables
    self.vector = tables.decoding.isEmpty ? .portable : vector
    toDestination = tables.model.toDestination
    fromSource = OKLab.toLMS * tables.model.toSRGB
    fromDestination = OKLab.toLMS * tables.model.destinationToSRGB
  }

  /// Stores a clipped colour at an index below ``size``.
  @inline(__always)
  func put(_ source: UInt64, pixels: Int, at index: Int) {
    unsafe sources.base[index] = source
    unsafe self.pixels.base[index] = pixels
  }

  /// Computes the shifts of the first `count` colours.
  func measure(_ count: Int, into tally: inout ShiftTally) {
    if tables.model.rendition.mapping != nil {
      measureMapped(count)
    } else if vector == .portable {
      measure(count)
    } else {
      unsafe measureWithKernel(count)
    }
    unsafe tally.add(results.base, pixels: pixels.base, count: count)
  }

  private func measureMapped(_ count: Int) {
    for index in 0..<count {
      unsafe results.base[index] = tables.model.shift(tables.sourceLinear(PackedColor(bits: sources.base[index])))
    }
  }

  private func measure(_ count: Int) {
    for start in stride(from: 0, to: count, by: 8) {
      var linear = (SIMD8<Double>(), SIMD8<Double>(), SIMD8<Double>())
      let lanes = min(count - start, 8)
      for lane in 0..<lanes {
        let value = unsafe tables.sourceLinear(PackedColor(bits: sources.base[start + lane]))
        linear.0[lane] = value.x
        linear.1[lane] = value.y
        linear.2[lane] = value.z
      }
      let shifts = shifts(linear)
      for lane in 0..<lanes { unsafe results.base[start + lane] = shifts[lane] }
    }
  }

  @unsafe
  private func measureWithKernel(_ count: Int) {
    func rows(_ m: Matrix3) -> (Double, Double, Double, Double, Double, Double, Double, Double, Double) {
      (m.row0.x, m.row0.y, m.row0.z, m.row1.x, m.row1.y, m.row1.z, m.row2.x, m.row2.y, m.row2.z)
    }
    unsafe tables.decoding.doubles.withUnsafeBufferPointer { decode in
      guard let decode = decode.baseAddress else { return }
      let offsets = tables.decoding.offsets
      var shift = unsafe gamut_shift(
        decode: (decode + offsets.x, decode + offsets.y, decode + offsets.z), to_destination: rows(toDestination),
        source_to_lms: rows(fromSource), destination_to_lms: rows(fromDestination),
        from_roots: rows(OKLab.fromRoots))
      unsafe gamut_shifts(vector.kernel, &shift, sources.base, count, results.base)
    }
  }

  private typealias Lanes = (SIMD8<Double>, SIMD8<Double>, SIMD8<Double>)

  private func shifts(_ linear: Lanes) -> SIMD8<Double> {
    let destination = Self.multiply(toDestination, linear)
    let clamped = (Self.clamp(destination.0), Self.clamp(destination.1), Self.clamp(destination.2))
    let before = Self.multiply(fromSource, linear)
    let after = Self.multiply(fromDestination, clamped)
    // The last step to OKLab is linear, so it can be applied to the differences.
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
  /// The signed cube roots, to 15 digits: the reciprocal root is estimated from the exponent, within 3.4 %, then
  /// refined by two steps of the series of (1 - e)^(-1/3), each of which reduces the error to its fourth power. No
  /// division is needed.
  @inline(__always)
  var cubeRoots: SIMD8<Double> {
    let bits = unsafe unsafeBitCast(self, to: SIMD8<UInt64>.self)
    let sign = bits & (1 &<< 63)
    // Avoids the reciprocal of 0; the root of 0 is then 1e-20.
    let x = unsafe unsafeBitCast(bits ^ sign, to: SIMD8<Double>.self) + 1e-60
    let pattern = unsafe unsafeBitCast(x, to: SIMD8<UInt64>.self)
    // A third of the bit pattern, whose high bits are the exponent, as 1/4 + 1/16 + ...
    var third = pattern &>> 2
    third = third &+ third &>> 2
    third = third &+ third &>> 4
    third = third &+ third &>> 8
    third = third &+ third &>> 16
    var reciprocal = unsafe unsafeBitCast((1_430_186_400 &<< 32) &- third, to: SIMD8<Double>.self)
    for _ in 0..<2 {
      let error = 1 - x * (reciprocal * reciprocal * reciprocal)
      var sum = 2.0 / 9 + error * (14.0 / 81)
      sum = 1.0 / 3 + error * sum
      sum = 1 + error * sum
      reciprocal = reciprocal * sum
    }
    let root = x * (reciprocal * reciprocal)
    return unsafe unsafeBitCast(unsafeBitCast(root, to: SIMD8<UInt64>.self) | sign, to: SIMD8<Double>.self)
  }
}
