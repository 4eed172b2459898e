import SyntheticPNG
import TestSupport

@testable import Gamut

/// A picture of Display P3 as encoded values in [0, 1], blended without linearising, as in drawing programs.
struct Drawing: Sendable {
  let width, height: Int
  private(set) var pixels: [SIMD3<Double>]
  /// Pixels of alpha 0; nil for a picture without alpha.
  private(set) var isTransparent: [Bool]?

  init(width: Int = 64, height: Int = 64, _ color: (_ x: Int, _ y: Int) -> SIMD3<Double>) {
    (self.width, self.height) = (width, height)
    pixels = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width { pixels.append(color(x, y)) }
    }
  }

  init(width: Int = 64, height: Int = 64, ground: SIMD3<Double>) {
    self.init(width: width, height: height) { _, _ in ground }
  }

  /// Blends a colour with a coverage of 0 to 1, which is a function of the distance of a pixel's centre from the left
  /// and top.
  mutating func paint(_ color: SIMD3<Double>, coverage: (_ x: Double, _ y: Double) -> Double) {
    for y in 0..<height {
      for x in 0..<width {
        let share = min(max(coverage(Double(x) + 0.5, Double(y) + 0.5), 0), 1)
        pixels[y * width + x] += (color - pixels[y * width + x]) * share
      }
    }
  }

  /// A disc whose rim is `rim` pixels wide; 0 is a hard edge.
  mutating func disc(_ color: SIMD3<Double>, x: Double, y: Double, radius: Double, rim: Double = 1) {
    paint(color) {
      let inside = radius - Self.distance($0 - x, $1 - y)
      return rim == 0 ? (inside >= 0 ? 1 : 0) : inside / rim + 0.5
    }
  }

  mutating func rectangle(_ color: SIMD3<Double>, x: Range<Int>, y: Range<Int>) {
    for row in y.clamped(to: 0..<height) {
      for column in x.clamped(to: 0..<width) { pixels[row * width + column] = color }
    }
  }

  mutating func clear(where isOutside: (_ x: Int, _ y: Int) -> Bool) {
    isTransparent = pixels.indices.map { isOutside($0 % width, $0 / width) }
  }

  /// Adds noise to each sample, in units of the encoded range.
  mutating func addNoise(_ sigma: Double, seed: UInt64) {
    var random = RandomSource(seed: seed)
    for index in pixels.indices {
      pixels[index] += SIMD3(random.bell(), random.bell(), random.bell()) * sigma
    }
  }

  /// Returns the image at a depth of 8 or 16 bits; with dither, up to half a code of noise avoids banding of gradients.
  func image(depth: Int, dither: Bool = false) -> TestImage {
    var random = RandomSource(seed: 1)
    let maximum = Double(1 << depth - 1)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pixels.count * 8)
    func append(_ code: UInt16) {
      bytes.append(UInt8(truncatingIfNeeded: code))
      if depth == 16 { bytes.append(UInt8(code >> 8)) }
    }
    for (index, pixel) in pixels.enumerated() {
      for channel in 0..<3 {
        let offset = dither ? Double.random(in: 0..<1, using: &random) : 0.5
        append(UInt16(min(max(pixel[channel] * maximum + offset, 0), maximum)))
      }
      if let isTransparent { append(isTransparent[index] ? 0 : UInt16(maximum)) }
    }
    return TestImage(
      layout: PixelLayout(width: width, height: height, depth: depth, hasAlpha: isTransparent != nil), bytes: bytes)
  }

  static func distance(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }
}

extension RandomSource {
  /// Returns a number with mean 0 and variance 1 whose distribution is nearly normal.
  mutating func bell() -> Double {
    ((0..<4).reduce(0) { sum, _ in sum + Double.random(in: 0..<1, using: &self) } - 2) * 3.0.squareRoot()
  }
}
