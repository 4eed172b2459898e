internal import CGamutKernels

/// OKLab in single precision, of one colour or of many at a time.
///
/// What it says of a difference is off by at most ``margin``; where that cannot be promised, it is not a number.
struct LabEstimates: ~Copyable, Sendable {
  private let tables: RenditionTables
  private let vector: VectorExtension
  /// Colours as samples, and their OKLab: room for 16 at a time.
  private let samples = Scratch<UInt16>(count: 3 * (16 + 2), filledWith: 0)
  private let l = Scratch<Float>(count: 16), a = Scratch<Float>(count: 16), b = Scratch<Float>(count: 16)

  /// What single precision may be off by in ΔEOK where it can be trusted.
  static let margin: Float = 1e-4
  /// Where large terms cancel, the root of what is left is not known well enough: the least share of the terms'
  /// magnitudes that a cone response must have.
  private static let trustedShare: Float = 0.05

  init(_ tables: RenditionTables, vector: VectorExtension) {
    self.tables = tables
    self.vector = tables.decodeFloat.isEmpty ? .portable : vector
  }

  /// OKLab in three lanes; the first is not a number where it cannot be trusted.
  func lab(_ source: UInt64) -> SIMD4<Float> {
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

  /// The largest of some squares of differences, and whether all can be trusted.
  struct Largest {
    var square: Float = 0
    var isTrusted = true

    @inline(__always)
    mutating func add(_ other: Float) {
      if other > square { square = other }
      if !(other >= 0) { isTrusted = false }
    }
  }

  /// The squares of the differences of colours to the first and to the last of them.
  ///
  /// - Parameter sources: `count` packed colours; the results have room for as many, in blocks of 16.
  @unsafe
  func squares(
    of sources: UnsafePointer<UInt64>, count: Int, toFirst: UnsafeMutablePointer<Float>,
    toLast: UnsafeMutablePointer<Float>
  ) -> (first: Largest, last: Largest) {
    let (first, last) = unsafe (lab(sources[0]), lab(sources[count - 1]))
    var largest = (first: Largest(), last: Largest())
    if count < 6 || vector == .portable {
      for index in 0..<count {
        let lab = unsafe index == 0 ? first : index == count - 1 ? last : lab(sources[index])
        let (one, other) = (lab - first, lab - last)
        unsafe toFirst[index] = (one * one).sum()
        unsafe toLast[index] = (other * other).sum()
        unsafe largest.first.add(toFirst[index])
        unsafe largest.last.add(toLast[index])
      }
      return largest
    }
    typealias Lanes = SIMD16<Float>
    func square(_ l: Lanes, _ a: Lanes, _ b: Lanes, _ end: SIMD4<Float>) -> Lanes {
      let (x, y, z) = (l - end.x, a - end.y, b - end.z)
      return x * x + y * y + z * z
    }
    var (mostFirst, mostLast) = (Lanes(repeating: 0), Lanes(repeating: 0))
    let offsets = tables.offsets
    unsafe tables.decodeFloat.withUnsafeBufferPointer { decode in
      guard let decode = decode.baseAddress else { return }
      var lab = unsafe gamut_lab(
        decode: (decode + offsets.x, decode + offsets.y, decode + offsets.z),
        to_lms: Self.rows(tables.toLMS0, tables.toLMS1, tables.toLMS2),
        from_roots: Self.rows(tables.fromRoots0, tables.fromRoots1, tables.fromRoots2),
        trusted_share: Self.trustedShare)
      // Two more than there are, which a load may read.
      var row = unsafe gamut_row(
        pixels: UnsafeRawPointer(samples.base), width: 18, channels: 3, bytes_per_sample: 2, transparent: .max,
        excess_color: .max, excess_bound: 0, above: nil, stretches: nil)
      for start in stride(from: 0, to: count, by: 16) {
        let lanes = min(16, count - start)
        for lane in 0..<lanes {
          let source = unsafe sources[start + lane]
          unsafe samples.base[3 * lane] = UInt16(truncatingIfNeeded: source &>> 32)
          unsafe samples.base[3 * lane + 1] = UInt16(truncatingIfNeeded: source &>> 16)
          unsafe samples.base[3 * lane + 2] = UInt16(truncatingIfNeeded: source)
        }
        unsafe gamut_lab_block(vector.kernel, &lab, &row, 0, l.base, a.base, b.base)
        let (l, a, b) = unsafe (Self.lanes(l.base), Self.lanes(a.base), Self.lanes(b.base))
        let (one, other) = (square(l, a, b, first), square(l, a, b, last))
        unsafe UnsafeMutableRawPointer(toFirst + start).storeBytes(of: one, as: Lanes.self)
        unsafe UnsafeMutableRawPointer(toLast + start).storeBytes(of: other, as: Lanes.self)
        if lanes == 16 {
          mostFirst.replace(with: one, where: one .> mostFirst)
          mostLast.replace(with: other, where: other .> mostLast)
          if !all((one .>= 0) .& (other .>= 0)) { (largest.first.isTrusted, largest.last.isTrusted) = (false, false) }
        } else {
          for lane in 0..<lanes {
            largest.first.add(one[lane])
            largest.last.add(other[lane])
          }
        }
      }
    }
    largest.first.add(mostFirst.max())
    largest.last.add(mostLast.max())
    return largest
  }

  @unsafe
  private static func lanes(_ values: UnsafePointer<Float>) -> SIMD16<Float> {
    unsafe UnsafeRawPointer(values).loadUnaligned(as: SIMD16<Float>.self)
  }

  private static func rows(_ c0: SIMD4<Float>, _ c1: SIMD4<Float>, _ c2: SIMD4<Float>) -> (
    Float, Float, Float, Float, Float, Float, Float, Float, Float
  ) {
    (c0.x, c1.x, c2.x, c0.y, c1.y, c2.y, c0.z, c1.z, c2.z)
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
