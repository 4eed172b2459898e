import Gamut

/// The colours of the 8-bit codes in sRGB, in blocks of adjacent codes. A block is computed when it is needed.
struct CodeBlocks {
  /// The codes on a side of a block, and on a side of each of its eight parts.
  private static let size = 8, partSize = 4
  /// The maximum number of parts whose colours are kept: 12 MB.
  private static let mostParts = 8_192

  /// The boxes around the colours of blocks and parts, by the first code.
  private var boxes: [Int: ColorBox] = [:]
  /// The colours of a part in the order of their codes, by the first code.
  private var colors: [Int: [JudgedColor]] = [:]

  /// A block or a part that may have the code that is searched.
  private struct Candidate {
    var first: SIMD3<Int>
    var box: ColorBox
    /// A lower limit of the differences of its codes to the colour.
    var shift: Double
    /// The other colours that a code of it may be too near to.
    var others: [JudgedColor] = []
    /// An upper limit of the least difference of a code of it to these.
    var room = Double.infinity

    init(_ first: SIMD3<Int>, _ box: ColorBox, _ color: JudgedColor) {
      (self.first, self.box, shift) = (first, box, box.least(to: color))
    }

    mutating func keep(_ others: [JudgedColor], nearerThan distance: Double) {
      self.others = others.filter { box.least(to: $0) < distance }
      room = self.others.map { box.most(to: $0) }.min() ?? .infinity
    }
  }

  /// The best of the codes that were tried: that with the largest difference to the others, then with the smallest
  /// shift, then the first one.
  private struct Best {
    var code: Int?
    var difference = -1.0
    var shift = Double.infinity

    func isBetter(than code: Int, _ difference: Double, _ shift: Double) -> Bool {
      guard let own = self.code else { return false }
      return (self.difference, -self.shift, -own) > (difference, -shift, -code)
    }
  }

  /// Returns the code nearest to a colour among the codes that differ from all other colours by a distance; if there is
  /// no such code, the one with the largest difference from the nearest other colour. nil if the other colours are not
  /// known.
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
    var blocks = blocks(from: low, to: high, color)
    guard var all = blocks.first?.box else { return nil }
    for block in blocks { all.add(block.box) }
    guard let others = others(all) else { return nil }
    blocks.sort { $0.shift < $1.shift }
    var best = Best()
    // Those in which one other colour is too near to every code.
    var taken: [Candidate] = []
    func isTooFar(_ candidate: Candidate) -> Bool { best.difference >= distance && candidate.shift > best.shift }
    for var block in blocks {
      if isTooFar(block) { break }
      block.keep(others, nearerThan: distance)
      for var part in parts(of: block, from: low, to: high, color).sorted(by: { $0.shift < $1.shift }) {
        if isTooFar(part) { break }
        part.keep(block.others, nearerThan: distance)
        if part.room < distance {
          taken.append(part)
        } else {
          tryCodes(of: part, from: low, to: high, color, distance, &best)
        }
      }
    }
    if best.difference < distance {
      for part in taken.sorted(by: { $0.room > $1.room }) {
        if part.room < best.difference { break }
        tryCodes(of: part, from: low, to: high, color, distance, &best)
      }
    }
    return best.code.map { SIMD3($0 >> 16, $0 >> 8 & 255, $0 & 255) }
  }

  /// Tries the codes of a part within limits.
  private mutating func tryCodes(
    of part: Candidate, from low: SIMD3<Int>, to high: SIMD3<Int>, _ color: JudgedColor, _ distance: Double,
    _ best: inout Best
  ) {
    let colors = colors(from: part.first)
    var others = part.others
    let size = Self.partSize
    for red in max(part.first.x, low.x)...min(part.first.x + size - 1, high.x) {
      for green in max(part.first.y, low.y)...min(part.first.y + size - 1, high.y) {
        for blue in max(part.first.z, low.z)...min(part.first.z + size - 1, high.z) {
          let place = ((red - part.first.x) * size + green - part.first.y) * size + blue - part.first.z
          let shift = colors[place].difference(to: color)
          // Differences beyond the distance are equally good.
          if best.difference >= distance, shift > best.shift { continue }
          var difference = distance
          for index in others.indices {
            difference = min(difference, others[index].difference(to: colors[place]))
            if difference < best.difference {
              // The next code is probably too near to the same one.
              others.swapAt(0, index)
              break
            }
          }
          let code = red << 16 | green << 8 | blue
          if !best.isBetter(than: code, difference, shift) {
            best = Best(code: code, difference: difference, shift: shift)
          }
        }
      }
    }
  }

  /// Returns the blocks with codes within limits.
  private mutating func blocks(from low: SIMD3<Int>, to high: SIMD3<Int>, _ color: JudgedColor) -> [Candidate] {
    func firsts(_ low: Int, _ high: Int) -> StrideThrough<Int> {
      stride(from: low / Self.size * Self.size, through: high, by: Self.size)
    }
    var blocks: [Candidate] = []
    for red in firsts(low.x, high.x) {
      for green in firsts(low.y, high.y) {
        for blue in firsts(low.z, high.z) {
          let first = SIMD3(red, green, blue)
          blocks.append(Candidate(first, box(ofBlockFrom: first), color))
        }
      }
    }
    return blocks
  }

  /// Returns the parts of a block with codes within limits.
  private mutating func parts(
    of block: Candidate, from low: SIMD3<Int>, to high: SIMD3<Int>, _ color: JudgedColor
  ) -> [Candidate] {
    var parts: [Candidate] = []
    for first in Self.parts(of: block.first)
    where all(first .<= high) && all(first &+ (Self.partSize - 1) .>= low) {
      parts.append(Candidate(first, box(ofPartFrom: first), color))
    }
    return parts
  }

  /// Returns the first codes of the parts of a block.
  private static func parts(of first: SIMD3<Int>) -> [SIMD3<Int>] {
    (0..<8).map { first &+ SIMD3($0 >> 2, $0 >> 1 & 1, $0 & 1) &* partSize }
  }

  private static func number(_ first: SIMD3<Int>) -> Int { first.x << 16 | first.y << 8 | first.z }

  private mutating func box(ofBlockFrom first: SIMD3<Int>) -> ColorBox {
    // The numbers of first codes are even.
    let number = Self.number(first) | 1
    if let box = boxes[number] { return box }
    var box = box(ofPartFrom: first)
    for part in Self.parts(of: first) { box.add(self.box(ofPartFrom: part)) }
    boxes[number] = box
    return box
  }

  private mutating func box(ofPartFrom first: SIMD3<Int>) -> ColorBox {
    let number = Self.number(first)
    if let box = boxes[number] { return box }
    let colors = colors(from: first)
    var box = ColorBox(colors[0])
    for color in colors { box.add(ColorBox(color)) }
    boxes[number] = box
    return box
  }

  /// Returns the colours of a part in the order of their codes.
  private mutating func colors(from first: SIMD3<Int>) -> [JudgedColor] {
    let number = Self.number(first)
    if let colors = colors[number] { return colors }
    let size = Self.partSize
    let colors = (0..<size * size * size).map {
      JudgedColor(code: first &+ SIMD3($0 / size / size, $0 / size % size, $0 % size))
    }
    if self.colors.count >= Self.mostParts { self.colors = [:] }
    self.colors[number] = colors
    return colors
  }
}
