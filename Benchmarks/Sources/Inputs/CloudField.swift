#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A random field with the spectrum of a photograph: amplitudes fall with a power of the frequency.
///
/// A sum of octaves, each a lattice of random numbers with smooth passages between them. The mean over the picture is 0
/// and the variance 1.
struct CloudField: Sendable {
  private struct Octave {
    let shift: Int
    let amplitude: Float
    let numbers: RandomNumbers
    /// How far a pixel is on its way from one lattice point to the next.
    let weights: [Float]
  }

  private let width: Int
  private var octaves: [Octave]
  private var mean: Float = 0
  private var scale: Float = 1

  /// - Parameter power: amplitudes fall with the frequency to this power.
  init(width: Int, height: Int, power: Float, seed: UInt64) {
    self.width = width
    let count = max(1, Int.bitWidth - (max(width, height) / 2).leadingZeroBitCount)
    octaves = (0..<count).map { shift in
      let steps = 1 << shift
      let weights = (0..<steps).map { step in
        let t = Float(step) / Float(steps)
        return t * t * (3 - 2 * t)
      }
      // The variance in an octave of a plane goes with f^(2 - 2 power); blending four points takes away almost half.
      let amplitude = Self.power(2, Float(shift) * (power - 1)) * (shift == 0 ? 1 : 1.35)
      return Octave(
        shift: shift, amplitude: amplitude, numbers: RandomNumbers(seed: seed &+ UInt64(shift) &* 7919),
        weights: weights)
    }
    var line = [Float](repeating: 0, count: width)
    var (sum, squares, number) = (0.0, 0.0, 0.0)
    for row in stride(from: 0, to: height, by: max(1, height / 500)) {
      write(row: row, to: &line)
      for value in line {
        sum += Double(value)
        squares += Double(value) * Double(value)
      }
      number += Double(width)
    }
    mean = Float(sum / number)
    scale = 1 / Float((squares / number - sum / number * sum / number).squareRoot())
  }

  func write(row: Int, to line: inout [Float]) {
    for x in line.indices { line[x] = 0 }
    for octave in octaves { add(octave, row: row, to: &line) }
    for x in line.indices { line[x] = (line[x] - mean) * scale }
  }

  private func add(_ octave: Octave, row: Int, to line: inout [Float]) {
    let steps = 1 << octave.shift
    let top = row >> octave.shift
    let down = octave.weights[row & (steps - 1)]
    func point(_ column: Int) -> Float {
      let above = octave.numbers.normal(top, column)
      let value = down == 0 ? above : above + (octave.numbers.normal(top + 1, column) - above) * down
      return value * octave.amplitude
    }
    var left = point(0)
    var x = 0
    var column = 1
    while x < width {
      let right = steps == 1 && column == width ? left : point(column)
      let difference = right - left
      for step in 0..<min(steps, width - x) { line[x + step] += left + difference * octave.weights[step] }
      left = right
      x += steps
      column += 1
    }
  }

  private static func power(_ base: Float, _ exponent: Float) -> Float { exp2(exponent * log2(base)) }
}
