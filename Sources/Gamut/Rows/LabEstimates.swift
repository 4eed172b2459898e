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
  func lab(_ source: UInt64) -> SIMD4<Float> {
    guard !tables.decoding.isEmpty else { return SIMD4(.nan, 0, 0, 0) }
    let (red, green, blue) = tables.decoding.floats(of: PackedColor(bits: source).color)
    let lms = tables.lab.toLMS(red, green, blue)
    let terms = tables.lab.toLMSMagnitudes(red, green, blue)
    if any((lms .< terms * Self.trustedShare) .& (terms .> 0)) { return SIMD4(.nan, 0, 0, 0) }
    let roots = lms.cubeRoots
    return tables.lab.fromRoots(roots.x, roots.y, roots.z)
  }

  /// Computes the squared differences of colours to the first and to the last of them, with the extents of each block
  /// of 16.
  ///
  /// - Parameter sources: `count` packed colours; the results must have room for as many, in blocks of 16.
  @unsafe
  func squares(
    of sources: UnsafePointer<UInt64>, count: Int, toFirst: borrowing Squares, toLast: borrowing Squares
  ) {
    let (first, last) = unsafe (lab(sources[0]), lab(sources[count - 1]))
    if count < 6 || vector == .portable {
      for start in stride(from: 0, to: count, by: 16) {
        var (one, other) = (gamut_extent.none, gamut_extent.none)
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
    let offsets = tables.decoding.offsets
    unsafe tables.decoding.floats.withUnsafeBufferPointer { decode in
      guard let decode = decode.baseAddress else { return }
      var lab = unsafe gamut_lab(
        decode: (decode + offsets.x, decode + offsets.y, decode + offsets.z),
        to_lms: tables.lab.toLMS.rows, from_roots: tables.lab.fromRoots.rows, trusted_share: Self.trustedShare)
      var (one, other) = unsafe (toFirst.squares(from: first), toLast.squares(from: last))
      unsafe gamut_lab_squares(vector.kernel, &lab, sources, count, &one, &other)
    }
  }
}

/// The squared differences between an end of a run and its stretches, and the extents of each block of 16.
struct Squares: ~Copyable, Sendable {
  let all: Scratch<Float>
  let extents: Scratch<gamut_extent>

  /// - Parameter count: a multiple of 16.
  init(count: Int) {
    all = Scratch(count: count)
    extents = Scratch(count: count / 16)
  }

  /// Returns the extent of the first `count` differences.
  func extent(_ count: Int) -> gamut_extent {
    var result = gamut_extent.none
    for index in 0..<((count + 15) / 16) { result.add(unsafe extents.base[index]) }
    return result
  }

  @unsafe
  fileprivate func squares(from lab: SIMD4<Float>) -> gamut_squares {
    unsafe gamut_squares(from: (lab.x, lab.y, lab.z), squares: all.base, extents: extents.base)
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

extension SIMD4<Float> {
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
