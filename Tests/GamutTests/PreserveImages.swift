import LibC
import SyntheticPNG
import TestSupport
import Testing

@testable import Gamut

/// An image of Display P3 as encoded values in [0, 1], from which files of both depths are created.
struct WideImage: CustomTestStringConvertible {
  var name: String
  var width: Int
  var pixels: [SIMD3<Double>]
  /// Whether it contains only noise.
  var isNoise = false

  var testDescription: String { name }

  init(
    _ name: String, width: Int = 120, height: Int = 24, isNoise: Bool = false,
    _ color: (_ x: Double, _ y: Double) -> SIMD3<Double>
  ) {
    self.name = name
    self.width = width
    self.isNoise = isNoise
    pixels = []
    for y in 0..<height {
      for x in 0..<width { pixels.append(color(Double(x) / Double(width - 1), Double(y) / Double(height - 1))) }
    }
  }

  /// Returns the rows at a depth of 8 or 16 bits.
  func image(depth: Int) -> TestImage {
    let maximum = Double(1 << depth - 1)
    return TestImage(
      layout: PixelLayout(width: width, height: pixels.count / width, depth: depth),
      samples: pixels.map { pixel in (0..<3).map { Int(min(max(pixel[$0], 0), 1) * maximum + 0.5) } })
  }
}

extension WideImage {
  static let fromSRGB = RGBSpace.displayP3.fromPCS * RGBSpace.sRGB.toPCS
  static let toSRGB = RGBSpace.sRGB.fromPCS * RGBSpace.displayP3.toPCS

  static func encoded(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    let curve = RGBSpace.sRGBCurve
    return SIMD3(curve.inverse(linear.x), curve.inverse(linear.y), curve.inverse(linear.z))
  }

  /// Returns the largest chroma of a lightness and hue (radians) within a space.
  static func largestChroma(_ l: Double, _ hue: Double, _ isIn: (SIMD3<Double>) -> Bool) -> Double {
    var chroma = 0.0
    while isIn(lch(l, chroma + 0.0005, hue).linearSRGB), chroma < 0.5 { chroma += 0.0005 }
    return chroma
  }

  static func lch(_ l: Double, _ chroma: Double, _ hue: Double) -> OKLab {
    OKLab(l: l, a: chroma * cos(hue), b: chroma * sin(hue))
  }

  static func isWithin(_ v: SIMD3<Double>) -> Bool { v.min() >= 0 && v.max() <= 1 }

  static let corners: [(name: String, color: SIMD3<Double>)] = [
    ("red", [1, 0, 0]), ("green", [0, 1, 0]), ("blue", [0, 0, 1]), ("cyan", [0, 1, 1]), ("magenta", [1, 0, 1]),
    ("yellow", [1, 1, 0]),
  ]

  /// Ramps to the corners of Display P3: from black, white and grey, from the same corner of sRGB, from near the end,
  /// and from corner to corner.
  static let ramps: [WideImage] = corners.flatMap { name, end in
    let linear = SIMD3(end.x, end.y, end.z)
    let srgb = encoded(fromSRGB * linear)
    let starts: [(String, SIMD3<Double>)] =
      [("black", .zero), ("white", .one), ("grey", SIMD3(repeating: 0.5)), ("sRGB", srgb), ("near", end * 0.8)]
      + corners.filter { $0.name > name }.map { ($0.name, $0.color) }
    return starts.map { start in
      WideImage("\(start.0) to \(name)") { x, _ in start.1 + (end - start.1) * x }
    }
  }

  /// Ramps at constant OKLab lightness and hue from inside sRGB to the limit of Display P3.
  static let chromaRamps: [WideImage] = stride(from: 0.1, to: 6.2, by: 0.35).flatMap { hue in
    [(0.45, 0.0), (0.65, 0.8), (0.8, 0.95)].map { l, start in
      let low = start * largestChroma(l, hue) { isWithin($0) }
      let high = largestChroma(l, hue) { isWithin(fromSRGB * $0) }
      return WideImage("hue \(hue), lightness \(l), from \(start)") { x, _ in
        encoded(fromSRGB * lch(l, low + (high - low) * x, hue).linearSRGB)
      }
    }
  }

  /// Typical pictures: gradients in any direction, two similar colours, skies, flowers; and noise.
  static let pictures: [WideImage] = {
    var random = RandomSource(seed: 2026)
    var images: [WideImage] = []
    func unit() -> Double { Double.random(in: 0...1, using: &random) }
    func grain(_ size: Double) -> Double { (unit() + unit() + unit() - 1.5) * size }
    /// Returns a colour that is strong in one channel and weak in another.
    func strong() -> SIMD3<Double> {
      var color = SIMD3(unit(), unit(), unit())
      let weak = Int.random(in: 0..<3, using: &random)
      color[weak] *= 0.2 * unit()
      color[(weak + 1) % 3] = 0.7 + 0.3 * unit()
      return color
    }
    for index in 0..<8 {
      let (a, b, c, d, angle) = (strong(), strong(), strong(), SIMD3(unit(), unit(), unit()), 6.28 * unit())
      let (dx, dy) = (cos(angle), sin(angle))
      images.append(
        WideImage("gradient \(index)", width: 80, height: 80) { x, y in
          a + (d - a) * min(max(0.5 + (x - 0.5) * dx + (y - 0.5) * dy, 0), 1)
        })
      images.append(
        WideImage("four corners \(index)", width: 80, height: 80) { x, y in
          (a * (1 - x) + b * x) * (1 - y) + (c * (1 - x) + d * x) * y
        })
      let corner = corners[index % 6].color
      let near = corner + SIMD3(grain(0.2), grain(0.2), grain(0.2))
      images.append(
        WideImage("icon \(index)", width: 48, height: 48) { x, y in
          (x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5) < 0.1 ? corner : near
        })
      let zenith = SIMD3(0.3 * unit(), 0.4 + 0.3 * unit(), 0.85 + 0.15 * unit())
      images.append(
        WideImage("sky \(index)", width: 80, height: 80) { _, y in
          let light = grain(0.01)
          return zenith + (SIMD3(0.6, 0.8, 1) - zenith) * y
            + SIMD3(light + grain(0.005), light + grain(0.005), light + grain(0.005))
        })
      let petals = (0..<10).map { _ in (x: unit(), y: unit(), size: 0.05 + 0.15 * unit(), color: strong()) }
      images.append(
        WideImage("flowers \(index)", width: 100, height: 100) { x, y in
          var color = SIMD3(0.15, 0.35, 0.1)
          for petal in petals {
            let d = ((x - petal.x) * (x - petal.x) + (y - petal.y) * (y - petal.y)) / (petal.size * petal.size)
            if d < 1 { color = petal.color * (1 - 0.6 * d) }
          }
          return color + SIMD3(grain(0.01), grain(0.01), grain(0.01))
        })
    }
    images.append(
      WideImage("noise", width: 150, height: 150, isNoise: true) { _, _ in SIMD3(unit(), unit(), unit()) })
    images.append(
      WideImage("strong noise", width: 150, height: 150, isNoise: true) { _, _ in strong() })
    images.append(
      WideImage("dark noise", width: 150, height: 150, isNoise: true) { _, _ in
        SIMD3(unit(), unit(), unit()) * 0.25
      })
    return images
  }()
}
