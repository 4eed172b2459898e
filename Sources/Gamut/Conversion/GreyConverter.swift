package import ColorScience

/// Converts rows of grey with a table of the result of each code: grey, or red, green and blue.
package struct GreyConverter: Sendable {
  /// The results of the codes, from 0 on: one value for each code, or three.
  private let table: [UInt16]
  private let resultChannels: Int
  /// Bits of a sample of the result, 8 or 16.
  package let depth: Int
  private let sourceDepth: Int

  /// Creates a converter from grey to grey: the source's curve decodes, and the destination's curve encodes.
  package init(_ source: TransferFunction, to destination: TransferFunction, sourceDepth: Int, depth: Int) {
    // The colorants do not matter: grey values bypass the matrix.
    let rendition = Rendition(source: .grey(source), destination: .sRGB.with(destination), depth: depth)
    let model = ColorModel(rendition, sourceDepth: sourceDepth)
    let encoder = ChannelEncoder(model: model, channel: 0)
    table = (0..<(1 << sourceDepth)).map { encoder.code(source(Double($0) / model.sourceMaximum)) }
    resultChannels = 1
    self.sourceDepth = sourceDepth
    self.depth = depth
  }

  /// Takes the red, green and blue result of each code, from 0 on, which may stay grey if they are equal but for rounding.
  package init(colors: [SIMD3<UInt16>], sourceDepth: Int, depth: Int, staysGrey: Bool = false) {
    let isGrey = staysGrey && colors.allSatisfy { $0.max() - $0.min() <= 1 }
    table = isGrey ? colors.map(\.y) : colors.flatMap { [$0.x, $0.y, $0.z] }
    resultChannels = isGrey ? 1 : 3
    self.sourceDepth = sourceDepth
    self.depth = depth
  }

  package var isGrey: Bool { resultChannels == 1 }

  package var isIdentity: Bool {
    isGrey && depth == sourceDepth && table.enumerated().allSatisfy { $0 == Int($1) }
  }

  /// Returns the result of a code; all channels are equal if the result is grey.
  package func convert(_ code: Int) -> SIMD3<UInt16> {
    isGrey ? SIMD3(repeating: table[code]) : SIMD3(table[3 * code], table[3 * code + 1], table[3 * code + 2])
  }

  /// Converts `count` pixels. A pixel has one sample of grey, in one byte below 16 bits, and one of alpha if `hasAlpha`.
  package func convert(
    _ pixels: UnsafeRawPointer, count: Int, hasAlpha: Bool, into result: UnsafeMutableRawPointer
  ) {
    let (from, to) = (sourceDepth == 16 ? 2 : 1, depth == 16 ? 2 : 1)
    var (input, output) = (0, 0)
    @inline(__always) func sample(at place: Int) -> Int {
      from == 2
        ? unsafe Int(pixels.loadUnaligned(fromByteOffset: place, as: UInt16.self))
        : unsafe Int(pixels.load(fromByteOffset: place, as: UInt8.self))
    }
    @inline(__always) func store(_ value: UInt16) {
      if to == 2 {
        unsafe result.storeBytes(of: value, toByteOffset: output, as: UInt16.self)
      } else {
        unsafe result.storeBytes(of: UInt8(truncatingIfNeeded: value), toByteOffset: output, as: UInt8.self)
      }
      output += to
    }
    for _ in 0..<count {
      let code = sample(at: input)
      input += from
      for channel in 0..<resultChannels { store(table[resultChannels * code + channel]) }
      guard hasAlpha else { continue }
      let alpha = sample(at: input)
      input += from
      store(UInt16(truncatingIfNeeded: from == to ? alpha : to == 2 ? alpha * 257 : (alpha + 128) / 257))
    }
  }
}
