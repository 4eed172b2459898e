import Gamut

/// Colours in the cells of a grid in DIN99o, so that those near a colour are found without comparing all pairs.
struct ColorGrid: Sendable {
  private typealias Cell = SIMD3<Int32>
  private typealias Place = (index: Int, color: JudgedColor)

  private let distance: Double
  private var cells: [Cell: [Place]] = [:]

  /// - Parameter distance: the distance below which colours are found, at most that of cells beside each other.
  init(_ colors: some Sequence<JudgedColor> = [], distance: Double) {
    self.distance = distance
    for (index, color) in zip(0..., colors) { add(color, index) }
  }

  mutating func add(_ color: JudgedColor, _ index: Int) {
    cells[cell(of: color.vector), default: []].append((index, color))
  }

  /// The number of comparisons when each colour is looked for so many times, at most.
  func comparisons(_ times: [Int]) -> Int {
    cells.reduce(0) { sum, own in
      var others = 0
      _ = containsCell(own.key, own.key) { places in
        others += places.count
        return false
      }
      return sum + own.value.reduce(0) { $0 + times[$1.index] } * others
    }
  }

  /// Calls `body` with the indices of the colours that differ from a colour by less than the distance.
  func forEach(near color: JudgedColor, _ body: (Int) -> Void) {
    _ = contains(near: color) { index in
      body(index)
      return false
    }
  }

  /// Returns whether `matches` is true for one of the colours that differ from a colour by less than the distance. Those
  /// after it are not tried.
  func contains(near color: JudgedColor, where matches: (Int) -> Bool) -> Bool {
    let own = cell(of: color.vector)
    return containsCell(own, own) { places in
      places.contains { $0.color.difference(to: color) < distance && matches($0.index) }
    }
  }

  /// Returns the same for the colours that may differ from one in a box by less than the distance.
  func contains(near box: ColorBox, where matches: (Int) -> Bool) -> Bool {
    containsCell(cell(of: box.low), cell(of: box.high)) { places in
      places.contains { box.least(to: $0.color) < distance && matches($0.index) }
    }
  }

  private func cell(of vector: SIMD3<Double>) -> Cell {
    func number(_ value: Double) -> Int32 {
      let number = (value / distance).rounded(.down)
      return number.magnitude < 1e9 ? Int32(number) : number < 0 ? -1_000_000_000 : 1_000_000_000
    }
    return Cell(number(vector.x), number(vector.y), number(vector.z))
  }

  /// Returns whether `matches` is true for the colours of one of the cells between two, or beside these.
  private func containsCell(_ low: Cell, _ high: Cell, where matches: ([Place]) -> Bool) -> Bool {
    for x in low.x - 1...high.x + 1 {
      for y in low.y - 1...high.y + 1 {
        for z in low.z - 1...high.z + 1 {
          if let places = cells[Cell(x, y, z)], matches(places) { return true }
        }
      }
    }
    return false
  }
}

struct ColorBox: Sendable {
  private(set) var low, high: SIMD3<Double>

  init(_ color: JudgedColor) { (low, high) = (color.vector, color.vector) }

  mutating func add(_ color: JudgedColor) {
    (low, high) = (pointwiseMin(low, color.vector), pointwiseMax(high, color.vector))
  }

  /// Returns a lower limit of the differences between a colour and the colours in the box.
  func least(to color: JudgedColor) -> Double {
    let distance = pointwiseMax(pointwiseMax(low - color.vector, color.vector - high), .zero)
    return (distance * distance).sum().squareRoot()
  }

  /// Returns an upper limit of the differences between a colour and the colours in the box.
  func most(to color: JudgedColor) -> Double {
    let distance = pointwiseMax(high - color.vector, color.vector - low)
    return (distance * distance).sum().squareRoot()
  }
}

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
  ///   - comparisons: the number of comparisons that may still be made; the code is nil if it was too small.
  ///   - others: returns the other colours that may be within the distance of a colour in a box.
  mutating func code(
    nearestTo color: JudgedColor, around center: SIMD3<Int>, reach: Int, apartBy distance: Double,
    _ comparisons: inout Int, from others: (ColorBox) -> [JudgedColor]?
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
    guard var others = others(box) else { return nil }
    // The best code has the largest difference from the others, up to the distance, and then the smallest shift.
    var best = (difference: -1.0, shift: Double.infinity, code: SIMD3<Int>?.none)
    for (first, colors) in cubes {
      guard comparisons > 0 else { return nil }
      comparisons -= colors.count
      for code in Self.codes(from: pointwiseMax(first, low), to: pointwiseMin(first &+ Self.size &- 1, high)) {
        let own = colors[Self.index(code &- first)]
        let shift = own.difference(to: color)
        if best.difference >= distance, shift > best.shift { continue }
        var difference = distance
        for index in others.indices {
          comparisons -= 1
          difference = min(difference, others[index].difference(to: own))
          guard difference < best.difference else { continue }
          // The next code is probably beside this one, and too near the same colour.
          others.swapAt(0, index)
          break
        }
        // Of equally good codes, the first one is taken.
        if (-difference, shift, Self.number(code)) < (-best.difference, best.shift, best.code.map(Self.number) ?? 0) {
          best = (difference, shift, code)
        }
      }
    }
    return best.code
  }

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
