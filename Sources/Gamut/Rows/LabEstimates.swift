internal import CGamutKernels

/// Estimates of OKLab in single precision, of one colour or of many at a time.
///
/// The error of an estimated difference is at most ``margin``; if this cannot be guaranteed, the result is NaN.
struct LabEstimates: ~Copyable, Sendable {
  private let tables: RenditionTables
  private let vector: VectorExtension

  /// The largest error of a trusted estimate, in ΔEOK.
  static let margin: Float = 1e-4
  /// The least ratio of a cone response to the sum of its terms' magnitudes. If large terms cancel, the root of the
  /// remainder is not accurate enough.
  private static let trustedShare: Float = 0.05

  init(_ tables: RenditionTables, vector: VectorExtension) {
    self.tables = tables
    self.vector = tables.decoding.isEmpty ? .portable : vector
  }

  /// Returns OKLab in three lanes; the first is NaN if the estimate cannot be trusted.
  @inline(__always)
  func lab(_ source: UInt64) -> SIMD4<Float> {
    guard !tables.decoding.isEmpty else { return SIMD4(.nan, 0, 0, 0) }
    let (red, green, blue) = tables.decoding.floats(of: PackedColor(bits: source).color)
    let lms = tables.lab.toLMS(red, green, blue)
    let terms = tables.lab.toLMSMagnitudes(red, green, blue)
    if any((lms .< terms * Self.trustedShare) .& (terms .> 0)) { return SIMD4(.nan, 0, 0, 0) }
    let roots = lms.cubeRoots
    return tables.lab.fromRoots(roots.x, roots.y, roots.z)
  }

  /// Returns bounds of OKLab of the packed colours of a block; nil if there is no certain bound.
  ///
  /// A cone response increases with each channel whose coefficient is positive and decreases with the others. So the
  /// extremes of the channels give bounds of the responses, of their roots, and in the same way of OKLab. The bounds
  /// are tight if the colours are similar, as in a gradient.
  @inline(__always)
  @unsafe
  func box(of sources: UnsafePointer<UInt64>) -> LabBox? {
    let (low, high) = unsafe Self.extremes(of: UnsafeRawPointer(sources))
    let (red, green, blue) = tables.decoding.floats(of: low)
    let (mostRed, mostGreen, mostBlue) = tables.decoding.floats(of: high)
    let (add, subtract) = (tables.lab.toLMSAdded, tables.lab.toLMSSubtracted)
    let (added, mostAdded) = (add(red, green, blue), add(mostRed, mostGreen, mostBlue))
    let (subtracted, mostSubtracted) = (subtract(red, green, blue), subtract(mostRed, mostGreen, mostBlue))
    let lms = added - mostSubtracted
    let terms = mostAdded + mostSubtracted
    if any((lms .< terms * Self.trustedShare) .& (terms .> 0)) { return nil }
    let (roots, mostRoots) = (lms.cubeRoots, (mostAdded - subtracted).cubeRoots)
    let (plus, minus) = (tables.lab.fromRootsAdded, tables.lab.fromRootsSubtracted)
    return LabBox(
      low: plus(roots.x, roots.y, roots.z) - minus(mostRoots.x, mostRoots.y, mostRoots.z),
      high: plus(mostRoots.x, mostRoots.y, mostRoots.z) - minus(roots.x, roots.y, roots.z))
  }

  /// Returns the least and the greatest channels of the packed colours of a block.
  @inline(__always)
  @unsafe
  private static func extremes(of block: UnsafeRawPointer) -> (SIMD3<UInt16>, SIMD3<UInt16>) {
    // Processors compare signed numbers at once.
    func color(_ index: Int) -> SIMD4<Int16> {
      let packed = unsafe block.loadUnaligned(fromByteOffset: 8 &* index, as: SIMD4<UInt16>.self)
      return SIMD4(truncatingIfNeeded: packed ^ (1 << 15))
    }
    var low = color(0)
    var high = low
    for index in 1..<blockSize {
      let next = color(index)
      low.replace(with: next, where: next .< low)
      high.replace(with: next, where: next .> high)
    }
    func unsigned(_ packed: SIMD4<Int16>) -> SIMD3<UInt16> {
      SIMD3(truncatingIfNeeded: SIMD3(packed.z, packed.y, packed.x)) ^ (1 << 15)
    }
    return (unsigned(low), unsigned(high))
  }

  /// The number of colours in a block.
  static let blockSize = gamut_block

  /// Whether ``box(of:)`` can be used. Takes a comparison for each code.
  var canBound: Bool { tables.decoding.isMonotonic }

  /// Computes the squared differences of colours to the ends of their run, and the extents of each block.
  ///
  /// - Parameters:
  ///   - sources: `count` packed colours; the results must have room for as many, in whole blocks.
  ///   - ends: the packed colours of the ends.
  ///   - first, last: the ends, as ``lab(_:)`` returns them.
  @unsafe
  func squares(
    of sources: UnsafePointer<UInt64>, count: Int, ends: (first: UInt64, last: UInt64), first: gamut_squares,
    last: gamut_squares
  ) {
    if count < 6 || vector == .portable {
      let (from, to) = unsafe (first.end, last.end)
      for start in stride(from: 0, to: count, by: Self.blockSize) {
        var (one, other) = (gamut_extent.none, gamut_extent.none)
        for index in start..<min(start + Self.blockSize, count) {
          // Most short runs have hardly any colours other than their ends.
          let source = unsafe sources[index]
          let lab = source == ends.first ? from : source == ends.last ? to : lab(source)
          let (a, b) = (lab - from, lab - to)
          unsafe first.squares[index] = (a * a).sum()
          unsafe last.squares[index] = (b * b).sum()
          unsafe one.add(first.squares[index])
          unsafe other.add(last.squares[index])
        }
        unsafe first.extents[start / Self.blockSize] = one
        unsafe last.extents[start / Self.blockSize] = other
      }
      return
    }
    let offsets = tables.decoding.offsets
    unsafe tables.decoding.floats.withUnsafeBufferPointer { decode in
      guard let decode = decode.baseAddress else { return }
      var lab = unsafe gamut_lab(
        decode: (decode + offsets.x, decode + offsets.y, decode + offsets.z),
        to_lms: tables.lab.toLMS.rows, from_roots: tables.lab.fromRoots.rows, trusted_share: Self.trustedShare)
      var (first, last) = unsafe (first, last)
      unsafe gamut_lab_squares(vector.kernel, &lab, sources, count, &first, &last)
    }
  }
}

/// Bounds of colours in OKLab: three lanes each.
struct LabBox {
  let low, high: SIMD4<Float>

  /// Returns bounds of the squared differences between a colour and those in the box.
  @inline(__always)
  func extent(from lab: SIMD4<Float>) -> gamut_extent {
    let (below, above) = (lab - low, high - lab)
    let largest = below.larger(above)
    let least = SIMD4<Float>.zero.larger(-below).larger(-above)
    return gamut_extent(least: (least * least).sum(), largest: (largest * largest).sum())
  }
}

extension gamut_extent {
  static var none: Self { Self(least: .infinity, largest: 0) }

  @inline(__always)
  mutating func add(_ square: Float) {
    if !(square >= 0) { (least, largest) = (-1, .infinity) }
    if square < least { least = square }
    if square > largest { largest = square }
  }

  @inline(__always)
  mutating func add(_ other: Self) {
    least = min(least, other.least)
    largest = max(largest, other.largest)
  }
}

extension gamut_squares {
  /// The colour from which the differences are measured.
  var end: SIMD4<Float> { unsafe SIMD4(from.0, from.1, from.2, 0) }
}

extension SIMD4<Float> {
  /// The larger of each pair of lanes.
  @inline(__always)
  fileprivate func larger(_ other: Self) -> Self { replacing(with: other, where: other .> self) }

  /// The cube root of each lane, which must not be negative: an estimate from the exponent, then two Halley steps.
  @inline(__always)
  var cubeRoots: SIMD4<Float> {
    // Avoids division by 0; the root of 0 is then 1e-10.
    let x = self + 1e-30
    let bits = unsafe unsafeBitCast(x, to: SIMD4<UInt32>.self)
    // A third of the bit pattern, whose high bits are the exponent, as 1/4 + 1/16 + ...
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
