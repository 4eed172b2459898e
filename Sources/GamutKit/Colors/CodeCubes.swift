import Gamut

/// The colours of the 8-bit codes in sRGB, in cubes of 4 x 4 x 4 codes. A cube is computed when it is needed.
struct CodeCubes {
  private static let size = 4
  /// The maximum number of cubes whose colours are kept: 12 MB.
  private static let mostCubes = 8_192

  /// The colours of a cube in the order of their codes, by the first code.
  private var cubes: [SIMD3<Int>: [JudgedColor]] = [:]

  /// Returns the code nearest to a colour among the codes that differ from all other colours by a distance; if there is
  /// no such code, the one with the largest difference from the nearest other colour. nil if the other colours are not
  /// known. All codes in reach are tried.
  ///
  /// - Parameters:
  ///   - center: the code at the centre of the codes that are tried.
  ///   - reach: the largest difference of a channel from `center`.
  ///   - others: returns the other colours that may be within the distance of a colour in a box.
  mutating func code(
    nearestTo color: JudgedColor, around center: SIMD3<Int>, reach: Int, apartBy distance: Double,
    from others: (ColorBox) -> [JudgedColor]?
  ) -> SIMD3<Int>? {
    let low = pointwiseMax(center &- reach, .zero)
    let high = pointwiseMin(center &+ reach, SIMD3(repeating: 255))
    // From the centre on, so that most codes are farther away than one that is known already.
    let middle = center / Self.size
    func steps(_ cube: SIMD3<Int>) -> Int { ((cube &- middle) &* (cube &- middle)).wrappedSum() }
    let cubes = Self.codes(from: low / Self.size, to: high / Self.size).sorted { steps($0) < steps($1) }
      .map { (first: $0 &* Self.size, colors: colors(from: $0 &* Self.size)) }
    guard var box = cubes.first.map({ ColorBox($0.colors[0]) }) else { return nil }
    for color in cubes.lazy.flatMap(\.colors) { box.add(color) }
    guard let others = others(box) else { return nil }
    // The best code has the largest difference from the others, up to the distance, and then the smallest shift.
    var best = (difference: -1.0, shift: Double.infinity, code: SIMD3<Int>?.none)
    for (first, colors) in cubes {
      for code in Self.codes(from: pointwiseMax(first, low), to: pointwiseMin(first &+ Self.size &- 1, high)) {
        let own = colors[Self.index(code &- first)]
        let shift = own.difference(to: color)
        if best.difference >= distance, shift > best.shift { continue }
        var difference = distance
        for other in others {
          difference = min(difference, other.difference(to: own))
          if difference < best.difference { break }
        }
        // Of equally good codes, the first one is taken.
        if (-difference, shift, Self.number(code)) < (-best.difference, best.shift, best.code.map(Self.number) ?? 0) {
          best = (difference, shift, code)
        }
      }
    }
    return best.code
  }

  /// Returns all codes between two ones.
  private static func codes(from low: SIMD3<Int>, to high: SIMD3<Int>) -> [SIMD3<Int>] {
    (low.x...high.x).flatMap { x in (low.y...high.y).flatMap { y in (low.z...high.z).map { SIMD3(x, y, $0) } } }
  }

  private static func number(_ code: SIMD3<Int>) -> Int { code.x << 16 | code.y << 8 | code.z }
  private static func index(_ code: SIMD3<Int>) -> Int { (code.x * size + code.y) * size + code.z }

  private mutating func colors(from first: SIMD3<Int>) -> [JudgedColor] {
    if let colors = cubes[first] { return colors }
    let colors = Self.codes(from: .zero, to: SIMD3(repeating: Self.size - 1)).map { JudgedColor(code: first &+ $0) }
    if cubes.count >= Self.mostCubes { cubes = [:] }
    cubes[first] = colors
    return colors
  }
}
