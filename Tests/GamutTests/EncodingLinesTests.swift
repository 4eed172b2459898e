import CGamutKernels
import TestSupport
import Testing

@testable import Gamut

/// The inequality in the documentation of ``EncodingLines``, checked with the arithmetic of the kernel.
@Suite struct EncodingLinesTests {
  /// The lines of a curve as a kernel reads them.
  struct Kernel {
    let lines: EncodingLines
    let first: UInt32
    let shift: Int

    /// Returns w(y), in 65,536ths of a code; nil if the line decides nothing.
    func value(_ y: Float) -> Int? {
      let bits = min(max(y, Float(bitPattern: first)), 1).bitPattern
      let line = lines.entries[Int((bits - first) >> UInt32(shift))]
      guard line.base > 0 else { return nil }
      let rest = Float(bits & (1 << UInt32(shift) - 1))
      return Int(line.base) + Int((line.slope * rest).rounded(.toNearestOrEven))
    }
  }

  static let curves: [TransferFunction] = [
    RGBSpace.sRGBCurve, .gamma(1.8), .gamma(2.2), .linear, .sampled((0..<1024).map { UInt16($0 * $0 / 16) }),
    .sampled((0..<26).map { UInt16($0 * $0 * 104) }),
  ]

  @Test(arguments: curves.indices, [8, 16])
  func `Values near a threshold are within the margin`(curve: Int, depth: Int) throws {
    let transfer = Self.curves[curve]
    let destination = try #require(
      RGBSpace(colorants: RGBSpace.sRGB.toPCS, red: transfer, green: transfer, blue: transfer))
    let model = ColorModel(
      Rendition(source: .rgb(.displayP3), destination: destination, depth: depth), sourceDepth: 16)
    let encoder = ChannelEncoder(model: model, channel: 0)
    let error = 1e-9
    let first = Float(sign: .plus, exponent: EncodingLines.firstExponent([encoder]), significand: 1).bitPattern
    let kernel = Kernel(
      lines: EncodingLines(encoder, transfer, depth: depth, first: first, error: error), first: first,
      shift: EncodingLines.shift(depth: depth))
    let margin = Int(GAMUT_LINE_MARGIN)

    var (decided, undecided, beyond, wrong) = (0, 0, 0, 0)
    let thresholds = unsafe Array(encoder.thresholds)
    for (code, threshold) in zip(1..., thresholds) {
      // What the kernel may get for values next to the threshold.
      for y in [threshold - error, threshold, threshold + error] {
        guard let value = kernel.value(Float(y)) else {
          undecided += 1
          continue
        }
        decided += 1
        if abs(value - 65536 * code) >= margin { beyond += 1 }
      }
    }
    // Elsewhere the integer part is the code.
    var random = RandomSource(seed: UInt64(curve))
    for _ in 0..<200_000 {
      let root = Double.random(in: 0...1, using: &random)
      let linear = root * root
      guard let value = kernel.value(Float(linear)) else { continue }
      let rest = (value + margin) & 0xffff
      if rest >= 2 * margin, value >> 16 != Int(encoder.code(linear)) { wrong += 1 }
    }
    #expect(beyond == 0)
    #expect(wrong == 0)
    // Nearly all lines decide, but the upper octaves of linear light in 16 bits are too fine for single precision.
    #expect(decided > (transfer == .linear && depth == 16 ? 0 : 9 * undecided))
  }
}
