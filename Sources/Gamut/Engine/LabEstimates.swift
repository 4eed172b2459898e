internal import CGamutKernels

/// OKLab in single precision, of one colour or of many at a time.
///
/// What it says of a difference is off by at most ``margin``; where that cannot be promised, it is not a number.
struct LabEstimates: ~Copyable, Sendable {
  private let tables: RenditionTables
  private let vector: VectorExtension
  /// OKLab of 16 colours.
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

  /// The least and the largest of some squares of differences; below 0 and infinite where one cannot be trusted.
  struct Extent: BitwiseCopyable {
    var least = Float.infinity, largest: Float = 0

    @inline(__always)
    mutating func add(_ square: Float) {
      if !(square >= 0) { (least, largest) = (-1, .infinity) }
      if square < least { least = square }
      if square > largest { largest = square }
    }

    @inline(__always)
    mutating func add(_ other: Extent) {
      least = min(least, other.least)
      largest = max(largest, other.largest)
    }
  }

  /// The squares of the differences of colours to the first and to the last of them, with the extents of each 16.
  ///
  /// - Parameter sources: `count` packed colours; the results have room for as many, in blocks of 16.
  @unsafe
  func squares(
    of sources: UnsafePointer<UInt64>, count: Int, toFirst: borrowing Squares, toLast: borrowing Squares
  ) {
    let (first, last) = unsafe (lab(sources[0]), lab(sources[count - 1]))
    if count < 6 || vector == .portable {
      for start in stride(from: 0, to: count, by: 16) {
        var (one, other) = (Extent(), Extent())
        for index in start..<min(start + 16, count) {
          let lab = unsafe index == 0 ? first : index == count - 1 ? last : lab(sources[index])
          let (a, b) = (lab - first, lab - last)
          unsafe toFirst.all.base[index] = (a * a).sum()
          unsafe toLast.all.base[index] = (b * b).sum()
          unsafe one.add(toFirst.all.base[index])
          unsafe other.add(toLast.all.base[index])
        }
        unsafe toFirst.extents.base[start / 16] = one
        unsafe toLast.extents.base[start / 16] = other
      }
      return
    }
    let offsets = tables.offsets
    unsafe tables.decodeFloat.withUnsafeBufferPointer { decode in
      guard let decode = decode.baseAddress else { return }
      // In memory a packed colour is a pixel of four samples: blue, green, red and nothing.
      var lab = unsafe gamut_lab(
        decode: (decode + offsets.z, decode + offsets.y, decode + offsets.x),
        to_lms: Self.rows(tables.toLMS2, tables.toLMS1, tables.toLMS0),
        from_roots: Self.rows(tables.fromRoots0, tables.fromRoots1, tables.fromRoots2),
        trusted_share: Self.trustedShare)
      var row = unsafe gamut_row(
        pixels: UnsafeRawPointer(sources), width: count, channels: 4, bytes_per_sample: 2, transparent: .max,
        excess_color: .max, excess_bound: 0, above: nil, stretches: nil)
      for start in stride(from: 0, to: count, by: 16) {
        unsafe gamut_lab_block(vector.kernel, &lab, &row, start, l.base, a.base, b.base)
        let (l, a, b) = unsafe (Self.lanes(l.base), Self.lanes(a.base), Self.lanes(b.base))
        unsafe toFirst.store(l - first.x, a - first.y, b - first.z, at: start, lanes: count - start)
        unsafe toLast.store(l - last.x, a - last.y, b - last.z, at: start, lanes: count - start)
      }
    }
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

/// The squares of the differences between an end of a run and its stretches, and the extents of each 16 of them.
struct Squares: ~Copyable, Sendable {
  let all: Scratch<Float>
  let extents: Scratch<LabEstimates.Extent>

  /// - Parameter count: a multiple of 16.
  init(count: Int) {
    all = Scratch(count: count)
    extents = Scratch(count: count / 16)
  }

  /// The extent of the first `count`.
  func extent(_ count: Int) -> LabEstimates.Extent {
    var result = LabEstimates.Extent()
    for index in 0..<((count + 15) / 16) { result.add(unsafe extents.base[index]) }
    return result
  }

  @inline(__always)
  @unsafe
  fileprivate func store(_ l: SIMD16<Float>, _ a: SIMD16<Float>, _ b: SIMD16<Float>, at start: Int, lanes: Int) {
    let squares = l * l + a * a + b * b
    unsafe UnsafeMutableRawPointer(all.base + start).storeBytes(of: squares, as: SIMD16<Float>.self)
    var extent = LabEstimates.Extent()
    if lanes < 16 {
      for lane in 0..<lanes { extent.add(squares[lane]) }
    } else {
      // Half by half: what the library does with all sixteen at once is slow.
      let sum8 = squares.lowHalf + squares.highHalf
      let sum4 = sum8.lowHalf + sum8.highHalf
      if sum4.x + sum4.y + sum4.z + sum4.w >= 0 {
        let (low, high) = (squares.lowHalf, squares.highHalf)
        let (least8, largest8) = (
          low.replacing(with: high, where: high .< low), low.replacing(with: high, where: high .> low)
        )
        let (l, m) = (least8.lowHalf, largest8.lowHalf)
        let least = l.replacing(with: least8.highHalf, where: least8.highHalf .< l)
        let largest = m.replacing(with: largest8.highHalf, where: largest8.highHalf .> m)
        extent.least = min(min(least.x, least.y), min(least.z, least.w))
        extent.largest = max(max(largest.x, largest.y), max(largest.z, largest.w))
      } else {
        (extent.least, extent.largest) = (-1, .infinity)
      }
    }
    unsafe extents.base[start / 16] = extent
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
