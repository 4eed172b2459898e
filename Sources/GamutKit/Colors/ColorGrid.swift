import Gamut

/// Colours in the cells of a grid in DIN99o, so that those near a colour are found without comparing all pairs.
struct ColorGrid: Sendable {
  private typealias Cell = SIMD3<Int32>
  private typealias Place = (index: Int, color: SIMD3<Double>)

  private let distance, size: Double
  /// The colours of the cells, by the numbers of these.
  private var cells: [Int: [Place]] = [:]

  /// Colours are found below a distance, in cells of at least that size.
  init(_ colors: some Sequence<JudgedColor> = [], distance: Double, size: Double? = nil) {
    (self.distance, self.size) = (distance, size ?? distance)
    for (index, color) in zip(0..., colors) { add(color, index) }
  }

  mutating func add(_ color: JudgedColor, _ index: Int) {
    cells[Self.number(of: cell(of: color.vector)), default: []].append((index, color.vector))
  }

  /// The number of comparisons when each colour is looked for so many times, at most.
  func comparisons(_ times: [Int]) -> Int {
    cells.reduce(0) { sum, own in
      var others = 0
      let cell = cell(of: own.value[0].color)
      _ = containsCell(cell, cell) { places in
        others += places.count
        return false
      }
      return sum + own.value.reduce(0) { $0 + times[$1.index] } * others
    }
  }

  /// Calls `body` with the indices of the colours that differ from a colour by less than the distance.
  @inline(__always) func forEach(near color: JudgedColor, _ body: (Int) -> Void) {
    _ = contains(near: color) { index in
      body(index)
      return false
    }
  }

  /// Returns whether `matches` is true for a colour within the distance of another; those after it are not tried.
  @inline(__always) func contains(near color: JudgedColor, where matches: (Int) -> Bool) -> Bool {
    let (color, own) = (color.vector, cell(of: color.vector))
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
      let number = (value / size).rounded(.down)
      return number.magnitude < 1e9 ? Int32(number) : number < 0 ? -1_000_000_000 : 1_000_000_000
    }
    return Cell(number(vector.x), number(vector.y), number(vector.z))
  }

  /// Cells that are not far apart have different numbers.
  private static func number(of cell: Cell) -> Int { Int(cell.x) &<< 42 &+ Int(cell.y) &<< 21 &+ Int(cell.z) }

  /// Returns whether `matches` is true for the colours of one of the cells between two, or beside these.
  @inline(__always) private func containsCell(_ low: Cell, _ high: Cell, where matches: ([Place]) -> Bool) -> Bool {
    for x in low.x - 1...high.x + 1 {
      for y in low.y - 1...high.y + 1 {
        for z in low.z - 1...high.z + 1 {
          if let places = cells[Self.number(of: Cell(x, y, z))], matches(places) { return true }
        }
      }
    }
    return false
  }
}

extension SIMD3<Double> {
  /// Returns the difference of colours by their coordinates in DIN99o. That of `JudgedColor` is a call to another module.
  @inline(__always) func difference(to other: Self) -> Double {
    let step = self - other
    return (step.x * step.x + step.y * step.y + step.z * step.z).squareRoot()
  }
}

struct ColorBox: Sendable {
  private(set) var low, high: SIMD3<Double>

  init(_ color: JudgedColor) { (low, high) = (color.vector, color.vector) }

  mutating func add(_ color: JudgedColor) { add(ColorBox(color)) }

  mutating func add(_ other: ColorBox) {
    (low, high) = (pointwiseMin(low, other.low), pointwiseMax(high, other.high))
  }

  /// Returns a lower limit of the differences between a colour and the colours in the box.
  func least(to color: SIMD3<Double>) -> Double {
    let distance = pointwiseMax(pointwiseMax(low - color, color - high), .zero)
    return (distance * distance).sum().squareRoot()
  }

  /// Returns an upper limit of the differences between a colour and the colours in the box.
  func most(to color: SIMD3<Double>) -> Double {
    let distance = pointwiseMax(high - color, color - low)
    return (distance * distance).sum().squareRoot()
  }
}

/// The colours of the 8-bit codes in sRGB, in cubes of 4 x 4 x 4 codes. A cube is computed when it is needed, and once in a
/// run: all of them have 16.8 million colours and take 150 MB.
final class CodeCubes {
  private static let size = 4, side = 256 / size
  /// The largest distance of a code that is tried, in codes.
  private static let reach = 16
  /// The codes of a cube from its first one on; and the cubes in reach from the one in the middle on, the nearest first, so
  /// that most codes are farther away than one that is known already.
  private static let codes = offsets(0...size - 1),
    steps = offsets(-reach / size...reach / size)
      .sorted { ($0 &* $0).wrappedSum() < ($1 &* $1).wrappedSum() }

  /// The cubes that are known, by their places; and the box and the codes' colours of each of them.
  private var numbers = [Int32](repeating: -1, count: side * side * side)
  private var boxes: [ColorBox] = [], colors: [SIMD3<Int16>] = []
  /// The number of comparisons that may still be made in the run, of colours and of cubes.
  var comparisons = 250_000_000

  /// Returns the code nearest to a colour among the codes that differ from all other colours by a distance; if there is
  /// no such code, the one with the largest difference from the nearest other colour. nil if the other colours are not
  /// known, or if there were too many comparisons. All codes in reach of `center` are tried; `others` returns the other
  /// colours that may be within the distance of a colour in a box.
  func code(
    nearestTo color: SIMD3<Double>, around center: SIMD3<Int>, apartBy distance: Double,
    from others: (ColorBox) -> [SIMD3<Double>]?
  ) -> SIMD3<Int>? {
    let low = pointwiseMax(center &- Self.reach, .zero)
    let high = pointwiseMin(center &+ Self.reach, SIMD3(repeating: 255))
    let places = Self.steps.lazy.map { center / Self.size &+ $0 }
    let inside = places.filter { all($0 .>= low / Self.size) && all($0 .<= high / Self.size) }
    let cubes =
      inside.map { (first: $0 &* Self.size, number: self.number(ofCubeAt: $0)) } as [(first: SIMD3<Int>, number: Int)]
    comparisons -= cubes.count
    guard let (_, nearest) = cubes.first,
      var others = others(cubes.reduce(into: boxes[nearest]) { $0.add(boxes[$1.number]) })
    else { return nil }
    // The best code has the largest difference from the others, up to the distance, and then the smallest shift.
    let unit = 1 / DIN99o.unit
    var best = (difference: -1.0, shift: Double.infinity, code: 0)
    for (first, number) in cubes where best.difference < distance || boxes[number].least(to: color) <= best.shift {
      guard comparisons > 0 else { return nil }
      comparisons -= Self.codes.count
      for index in Self.codes.indices {
        let own = unit * SIMD3<Double>(colors[number * Self.codes.count + index])
        let shift = own.difference(to: color)
        if best.difference >= distance, shift > best.shift { continue }
        let code = first &+ Self.codes[index]
        guard all(code .>= low), all(code .<= high) else { continue }
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
        let number = code.x << 16 | code.y << 8 | code.z
        if (-difference, shift, number) < (-best.difference, best.shift, best.code) {
          best = (difference, shift, number)
        }
      }
    }
    return SIMD3(best.code >> 16, best.code >> 8 & 255, best.code & 255)
  }

  private static func offsets(_ range: ClosedRange<Int>) -> [SIMD3<Int>] {
    range.flatMap { x in range.flatMap { y in range.map { SIMD3(x, y, $0) } } }
  }

  private func number(ofCubeAt place: SIMD3<Int>) -> Int {
    let index = (place.x * Self.side + place.y) * Self.side + place.z
    guard numbers[index] < 0 else { return Int(numbers[index]) }
    let all = Self.codes.map { JudgedColor(code: place &* Self.size &+ $0) }
    numbers[index] = Int32(boxes.count)
    boxes.append(all.reduce(into: ColorBox(all[0])) { $0.add($1) })
    colors += all.map(\.coordinates)
    return boxes.count - 1
  }
}
