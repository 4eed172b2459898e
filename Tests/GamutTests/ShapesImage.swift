import SyntheticPNG
import TestSupport

@testable import Gamut

extension TestImage {
  /// Flat areas, hard edges, blocks, dots, lines, discs, gradients short and long, checks and noise in few colours, most
  /// of which share a code in sRGB when read as Display P3; and holes of any alpha, or of the transparent colour.
  init(shapesIn layout: PixelLayout, random: inout RandomSource, count: Int? = nil) {
    var shapes = Shapes(layout: layout, random: &random)
    for _ in 0..<(count ?? Int.random(in: 2...14, using: &random)) { shapes.add(&random) }
    if layout.hasAlpha || layout.transparentColor != nil { shapes.makeHoles(&random) }
    self.init(layout: layout, samples: shapes.samples)
  }
}

private struct Shapes {
  private let layout: PixelLayout
  private let maximum: Double
  /// A range of each channel with colours that merge, and some colours that may not.
  private let zone: [ClosedRange<Double>]
  private let anchors: [[Double]]
  /// The colour channels of each pixel, in codes, and its alpha.
  private var pixels: [[Double]]
  private var alpha: [Double]

  init(layout: PixelLayout, random: inout RandomSource) {
    self.layout = layout
    maximum = Double(1 << layout.depth - 1)
    let channels = layout.isGrey ? 1 : 3
    let green = Double.random(in: 0.3...1, using: &random)
    let blue = Double.random(in: 0.3...1, using: &random)
    let zones: [[ClosedRange<Double>]] = [
      [0.92...1, 0...0.2, 0...0.14], [0...0.3, green...green, 0...0.2], [0...0.4, 0.985...1, 0...0.27],
      [0...0.3, green...green, blue...blue], [0.92...1, 0...0.2, blue...blue], [0...0.05, 0...0.05, 0.96...1],
    ]
    zone = Array(zones[Int.random(in: 0..<zones.count, using: &random)].prefix(channels))
    anchors = (0..<3).map { _ in
      (0..<channels).map { _ in [0, 1, Double.random(in: 0...1, using: &random)].randomElement(using: &random) ?? 0 }
    }
    pixels = []
    // Pixels with an alpha of one half are judged.
    let alpha = Bool.random(using: &random) ? maximum : (maximum / 2).rounded(.up)
    self.alpha = [Double](repeating: alpha, count: layout.width * layout.height)
    pixels = [[Double]](repeating: color(&random), count: layout.width * layout.height)
  }

  private func color(_ random: inout RandomSource) -> [Double] {
    if Int.random(in: 0..<4, using: &random) > 0 {
      return zone.map { (Double.random(in: $0, using: &random) * maximum).rounded() }
    }
    let reach: Double = [0, 0.02, 0.1, 0.3].randomElement(using: &random) ?? 0
    return anchors[Int.random(in: 0..<anchors.count, using: &random)].map {
      (min(max($0 + Double.random(in: -1...1, using: &random) * reach, 0), 1) * maximum).rounded()
    }
  }

  /// Replaces the colour of each pixel of a rectangle by the result of a rule; nil keeps the pixel.
  private mutating func change(_ x: Range<Int>, _ y: Range<Int>, _ rule: (Int, Int, [Double]) -> [Double]?) {
    for row in y.clamped(to: 0..<layout.height) {
      for column in x.clamped(to: 0..<layout.width) {
        let index = row * layout.width + column
        if let color = rule(column, row, pixels[index]) { pixels[index] = color.map { min(max($0, 0), maximum) } }
      }
    }
  }

  mutating func add(_ random: inout RandomSource) {
    let (a, b) = (color(&random), color(&random))
    let x0 = Int.random(in: 0..<layout.width, using: &random)
    let y0 = Int.random(in: 0..<layout.height, using: &random)
    let (all, rows) = (0..<layout.width, 0..<layout.height)
    let side = Int.random(in: 1...25, using: &random)
    let isFlipped = Bool.random(using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0: change(x0..<x0 + side, y0..<y0 + Int.random(in: 1...25, using: &random)) { _, _, _ in a }
    case 1:
      let size = Int.random(in: 1...5, using: &random)
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        let x = Int.random(in: all, using: &random)
        let y = Int.random(in: rows, using: &random)
        change(x..<x + size, y..<y + size) { _, _, _ in a }
      }
    case 2:
      let rim: Double = [0.01, 1, 6].randomElement(using: &random) ?? 1
      change(all, rows) { x, y, old in
        let distance = (Double(x - x0) * Double(x - x0) + Double(y - y0) * Double(y - y0)).squareRoot()
        let share = min(max((Double(side) - distance) / rim + 0.5, 0), 1)
        return share == 0 ? nil : zip(old, a).map { $0 + ($1 - $0) * share }
      }
    case 3, 4:
      let across = Double(Int.random(in: 0...1, using: &random)) / Double(layout.width)
      let down = Double(Int.random(in: 0...1, using: &random)) / Double(layout.height)
      change(x0..<x0 + 2 * side, y0..<y0 + side) { x, y, _ in
        let t = Double(x - x0) * across + Double(y - y0) * down
        return zip(a, b).map { $0 + ($1 - $0) * t }
      }
    case 5: change(isFlipped ? all : x0..<x0 + 1, isFlipped ? y0..<y0 + 1 : rows) { _, _, _ in a }
    case 6:
      let size = side % 4 + 1
      change(x0..<x0 + 2 * side, y0..<y0 + 2 * side) { x, y, _ in (x / size + y / size) % 2 == 0 ? a : b }
    case 7:
      let sigma = ([0.002, 0.01, 0.05].randomElement(using: &random) ?? 0) * maximum
      var noise = RandomSource(seed: random.next())
      change(x0..<x0 + 2 * side, y0..<y0 + side) { _, _, old in old.map { $0 + noise.bell() * sigma } }
    case 9, 10:
      // A gradient over the whole image, repeated or not.
      let length = Double([8, 24, 60, 130, 280].randomElement(using: &random) ?? 60)
      let (slope, isRepeated) = (Double([0, 0, 1].randomElement(using: &random) ?? 0), Bool.random(using: &random))
      change(all, rows) { x, y, _ in
        let way = isFlipped ? Double(x) + slope * Double(y) : Double(y) + slope * Double(x)
        let t = isRepeated ? way.truncatingRemainder(dividingBy: length) / length : min(way / length, 1)
        return zip(a, b).map { $0 + ($1 - $0) * t }
      }
    default: change(all, rows) { x, y, _ in (isFlipped ? x - x0 : x0 - x) + y > y0 ? a : nil }
    }
  }

  mutating func makeHoles(_ random: inout RandomSource) {
    let half = (maximum / 2).rounded(.up)
    let alphas = [0, 1, half - 1, half, maximum]
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let x0 = Int.random(in: 0..<layout.width, using: &random)
      let y0 = Int.random(in: 0..<layout.height, using: &random)
      let side = Int.random(in: 1...12, using: &random)
      let hole = alphas.randomElement(using: &random) ?? 0
      for index in alpha.indices
      where (x0..<x0 + side).contains(index % layout.width) && (y0..<y0 + side).contains(index / layout.width) {
        alpha[index] = hole
      }
    }
    guard Int.random(in: 0..<3, using: &random) == 0 else { return }
    for index in alpha.indices where Int.random(in: 0..<40, using: &random) == 0 { alpha[index] = 0 }
  }

  var samples: [[Int]] {
    zip(pixels, alpha).map { pixel, alpha in
      if let color = layout.transparentColor, alpha == 0 { return pixel.indices.map { Int(color[$0]) } }
      return (pixel + (layout.hasAlpha ? [alpha] : [])).map { Int($0 + 0.5) }
    }
  }
}

extension RandomSource {
  /// Returns a number with mean 0 and variance 1 whose distribution is nearly normal.
  fileprivate mutating func bell() -> Double {
    ((0..<4).reduce(0) { sum, _ in sum + Double.random(in: 0..<1, using: &self) } - 2) * 3.0.squareRoot()
  }
}
