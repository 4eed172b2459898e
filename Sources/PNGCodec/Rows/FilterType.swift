/// The filter types of filter method 0 (PNG Third Edition, 9.2).
enum FilterType: UInt8 {
  case none, sub, up, average, paeth

  /// Returns the predictor of a byte.
  ///
  /// - Parameters:
  ///   - a: the byte at the same position in the previous pixel.
  ///   - b: the one in the pixel above.
  ///   - c: the one in the pixel before that.
  @inline(__always)
  func prediction(_ a: UInt8, _ b: UInt8, _ c: UInt8) -> UInt8 {
    switch self {
    case .none: 0
    case .sub: a
    case .up: b
    case .average: UInt8(truncatingIfNeeded: (Int(a) + Int(b)) / 2)
    case .paeth: Self.paeth(Int(a), Int(b), Int(c))
    }
  }

  private static func paeth(_ a: Int, _ b: Int, _ c: Int) -> UInt8 {
    let p = a + b - c
    let (pa, pb, pc) = (abs(p - a), abs(p - b), abs(p - c))
    return UInt8(truncatingIfNeeded: pa <= pb && pa <= pc ? a : pb <= pc ? b : c)
  }
}
