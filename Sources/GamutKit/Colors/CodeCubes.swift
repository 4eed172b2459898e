import Gamut

/// The colours of the 8-bit codes in sRGB, in cubes of 4 x 4 x 4 codes. A cube is computed when it is needed.
struct CodeCubes {
  private static let size = 4
  /// The maximum number of cubes whose colours are kept: 12 MB.
  private static let mostCubes = 8_192

  /// The boxes around the colours of cubes, by the first code.
  private var boxes: [SIMD3<Int>: ColorBox] = [:]
  /// The colours of a cube in the order of their codes, by the first code.
  private var colors: [SIMD3<Int>: [JudgedColor]] = [:]

  /// Returns the code nearest to a colour among the codes that differ from all other colours by a distance; if there is
  /// no such code, the one with the largest difference from the nearest other colour. nil if the other colours are not
  /// known.
  ///
  /// Tries the cubes from the nearest one on, and ends where no code of a cube can be better than the best one.
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
    let cubes = Self.codes(from: low / Self.size, to: high / Self.size).map { cube in
      let (first, box) = (cube &* Self.size, box(from: cube &* Self.size))
      return (first: first, box: box, shift: box.least(to: color))
    }.sorted { $0.shift < $1.shift }
    guard var all = cubes.first?.box else { return nil }
    for cube in cubes { all.add(cube.box) }
    guard let others = others(all) else { return nil }
    // The best code has the largest difference from the others, up to the distance, and then the smallest shift.
    var best = (difference: -1.0, shift: Double.infinity, code: SIMD3<Int>?.none)
    for cube in cubes {
      if best.difference >= distance, cube.shift > best.shift { break }
      var near = others.filter { cube.box.least(to: $0) < distance }
      if near.contains(where: { cube.box.most(to: $0) < best.difference }) { continue }
      let colors = colors(from: cube.first)
      for code in Self.codes(from: pointwiseMax(cube.first, low), to: pointwiseMin(cube.first &+ Self.size &- 1, high))
      {
        let own = colors[Self.index(code &- cube.first)]
        let shift = own.difference(to: color)
        if best.difference >= distance, shift > best.shift { continue }
        var difference = distance
        for index in near.indices {
          difference = min(difference, near[index].difference(to: own))
          if difference < best.difference {
            // The next code is probably too near to the same one.
            near.swapAt(0, index)
            break
          }
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

  private mutating func box(from first: SIMD3<Int>) -> ColorBox {
    if let box = boxes[first] { return box }
    let colors = colors(from: first)
    var box = ColorBox(colors[0])
    for color in colors { box.add(ColorBox(color)) }
    boxes[first] = box
    return box
  }

  /// Returns the colours of a cube in the order of their codes.
  private mutating func colors(from first: SIMD3<Int>) -> [JudgedColor] {
    if let colors = colors[first] { return colors }
    let colors = Self.codes(from: .zero, to: SIMD3(repeating: Self.size - 1)).map { JudgedColor(code: first &+ $0) }
    if self.colors.count >= Self.mostCubes { self.colors = [:] }
    self.colors[first] = colors
    return colors
  }
}
