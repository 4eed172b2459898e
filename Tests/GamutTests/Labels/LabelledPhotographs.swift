import Foundation
import SyntheticPNG
import TestSupport

@testable import Gamut

/// A field of clouds: octaves of random numbers on lattices with smooth interpolation, mean 0, variance about 1.
private struct Clouds {
  private static let octaves = 9
  private let seed: UInt64

  init(seed: UInt64) { self.seed = seed }

  private func lattice(_ octave: Int, _ x: Int, _ y: Int) -> Float {
    var random = RandomSource(seed: seed &+ UInt64(octave) << 48 &+ UInt64(x) << 24 &+ UInt64(y))
    return Float(random.next() >> 40) / Float(1 << 23) - 1
  }

  func row(_ y: Int, width: Int) -> [Float] {
    var line = [Float](repeating: 0, count: width)
    for octave in 0..<Self.octaves {
      let side = 1 << octave
      // Amplitudes fall with the frequency, as in photographs.
      let amplitude = exp2(Float(octave - Self.octaves) * 0.4) * 1.9
      func weight(_ step: Int) -> Float {
        let t = Float(step) / Float(side)
        return t * t * (3 - 2 * t)
      }
      let down = weight(y % side)
      func point(_ column: Int) -> Float {
        let above = lattice(octave, column, y / side)
        return above + (lattice(octave, column, y / side + 1) - above) * down
      }
      let weights = (0..<side).map(weight)
      var left = point(0)
      for column in 0..<(width + side - 1) / side {
        let right = point(column + 1)
        for step in 0..<min(side, width - column * side) {
          line[column * side + step] += (left + (right - left) * weights[step]) * amplitude
        }
        left = right
      }
    }
    return line
  }
}

/// A simulated camera image of clouds of light and colour, with photon and read noise.
private struct Photograph {
  static let width = 1152, height = 900
  /// The middle grey in stops below white; the variation of light and colour in stops.
  var exposure: Float, light: Float, color: Float
  /// The additional exposure of each channel, in stops.
  var cast: SIMD3<Float>

  private static let stops = 4096

  func image(seed: UInt64, depth: Int) -> TestImage {
    // Encoded values and their noise by stops below white, from -16 to 0.
    let table = (0...Self.stops).map { index in
      let linear = exp2(Double(index) / Double(Self.stops) * 16 - 16)
      let encoded = PerceivedColor.encode(linear)
      let slope = (PerceivedColor.encode(linear * 1.001) - encoded) / (linear * 0.001)
      return SIMD2(Float(encoded), Float(slope * (linear * 2e-5 + 1e-7).squareRoot()))
    }
    let (clouds, warmth, tint) = (Clouds(seed: seed * 3), Clouds(seed: seed * 3 + 1), Clouds(seed: seed * 3 + 2))
    let mixes: [SIMD2<Float>] = [[1, 0.2], [-0.6, 0.5], [-0.2, -1.1]]
    let maximum = Float(1 << depth - 1)
    var random = RandomSource(seed: seed)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.width * Self.height * 3 * depth / 8)
    for y in 0..<Self.height {
      let light = clouds.row(y, width: Self.width)
      let (warmth, tint) = (warmth.row(y, width: Self.width), tint.row(y, width: Self.width))
      for x in 0..<Self.width {
        // Two random numbers give each channel the sum of two 16-bit numbers.
        let (a, b) = (random.next(), random.next())
        for channel in 0..<3 {
          let stop =
            exposure + cast[channel] + light[x] * self.light
            + (mixes[channel] * SIMD2(warmth[x], tint[x])).sum() * color
          let index = Int((min(max(stop + 16, 0), 16) / 16) * Float(Self.stops))
          let shift = UInt64(channel * 16)
          let sum = (a >> shift & 0xffff) + (b >> shift & 0xffff)
          let noise = (Float(sum) / 65536 - 1) * 2.449
          let value = (table[index].x + noise * table[index].y) * maximum + 0.5
          let code = UInt16(min(max(value, 0), maximum))
          bytes.append(UInt8(truncatingIfNeeded: code))
          if depth == 16 { bytes.append(UInt8(code >> 8)) }
        }
      }
    }
    return TestImage(
      layout: PixelLayout(width: Self.width, height: Self.height, depth: depth), bytes: bytes)
  }
}

extension LabelledImage {
  /// Eight photographs of about 1 megapixel, by number; created on demand.
  static let photographs = 0..<8

  static func photograph(_ number: Int) -> LabelledImage {
    let shots: [(name: String, shot: Photograph, depth: Int, fits: Bool)] = [
      ("overcast", Photograph(exposure: -3.5, light: 0.8, color: 0.1, cast: [0, 0, 0]), 8, true),
      ("fog", Photograph(exposure: -2, light: 0.2, color: 0.04, cast: [0, 0, 0]), 16, true),
      ("garden", Photograph(exposure: -3, light: 0.7, color: 0.9, cast: [0, 0, 0]), 8, false),
      ("garden in 16 bits", Photograph(exposure: -3, light: 0.7, color: 0.9, cast: [0, 0, 0]), 16, false),
      ("leaves", Photograph(exposure: -3, light: 0.8, color: 0.4, cast: [-1.5, 0.5, -2.5]), 8, false),
      ("sunset", Photograph(exposure: -2.5, light: 0.8, color: 0.4, cast: [1, -1, -3]), 8, false),
      ("lagoon", Photograph(exposure: -2.5, light: 0.6, color: 0.3, cast: [-4, 0.2, 0.5]), 16, false),
      ("street at night", Photograph(exposure: -6, light: 1.5, color: 1, cast: [0.5, 0, -0.5]), 8, false),
    ]
    let (name, shot, depth, fits) = shots[number]
    return LabelledImage(
      .photograph, name, fits ? .fits : .clips,
      fits ? "sRGB has its muted colours." : "Saturated places pale a little; every cloud of them is still there.",
      shot.image(seed: UInt64(number), depth: depth))
  }
}
