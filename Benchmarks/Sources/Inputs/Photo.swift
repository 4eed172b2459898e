#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a camera gives: clouds of light and colour, saturated patches, and the noise of photons and of reading.
///
/// About 23 in 100 pixels are outside sRGB when read as Display P3; nearly all colours are different.
public struct Photo: Picture {
  public let width, height: Int
  public var channels: Int { 3 }
  public var depth: Int { 16 }
  private let light, warmth, tint: CloudField
  private let noise: RandomNumbers

  public init(width: Int, height: Int, seed: UInt64) {
    self.width = width
    self.height = height
    light = CloudField(width: width, height: height, power: 1.3, seed: seed &* 1000)
    warmth = CloudField(width: width, height: height, power: 1.5, seed: seed &* 1000 &+ 1)
    tint = CloudField(width: width, height: height, power: 1.5, seed: seed &* 1000 &+ 2)
    noise = RandomNumbers(seed: seed &* 1000 &+ 3)
  }

  public func write(row: Int, to samples: inout [UInt16]) {
    var (light, warmth, tint) = (line, line, line)
    self.light.write(row: row, to: &light)
    self.warmth.write(row: row, to: &warmth)
    self.tint.write(row: row, to: &tint)
    let mixes: [(warmth: Float, tint: Float)] = [(1, 0.2), (-0.6, 0.5), (-0.2, -1.1)]
    for (channel, mix) in mixes.enumerated() {
      for x in 0..<width {
        // Stops below white, in linear light; the variance of photons goes with their number.
        let stops = light[x] * 1.1 - 2.3 + warmth[x] * mix.warmth + tint[x] * mix.tint
        let clean = exp2(stops)
        let grain = noise.normal(row, 3 * x + channel)
        let linear = clean + grain * (clean * 2e-5 + 1e-7).squareRoot()
        samples[3 * x + channel] = UInt16(min(max(Self.encode(linear), 0), 1) * 65535 + 0.5)
      }
    }
  }

  private var line: [Float] { [Float](repeating: 0, count: width) }

  /// The curve of sRGB and Display P3 (IEC 61966-2-1).
  private static func encode(_ x: Float) -> Float {
    x <= 0.003_130_8 ? 12.92 * x : 1.055 * pow(min(x, 1), 1 / 2.4) - 0.055
  }
}
