import ColorScience

/// The 8-bit codes by `steps` times the square root of a linear value, a table for each distinct destination curve;
/// `ambiguous` if single precision cannot decide.
struct RootCodes: Sendable {
  private let tables: ChannelTables<UInt16>

  static let steps: Float = 32768
  /// Adding this to a float below 2^16 leaves the nearest integer in the low bits of the pattern.
  static let rounding: Float = 8_388_608
  static let ambiguous: UInt16 = 0x8000

  /// Creates the tables; empty for 16 bits, and if thresholds decide nothing.
  ///
  /// - Parameter margin: the largest error of a linear value.
  init(_ model: ColorModel, _ encoders: [ChannelEncoder], margin: Float) {
    let isUsed = model.rendition.depth == 8 && encoders.allSatisfy(\.isRegular)
    tables = ChannelTables(areEqual: { !isUsed || encoders[$0] === encoders[$1] }) { channel in
      isUsed ? Self.codes(encoders[channel], margin: Double(margin)) : []
    }
  }

  var codes: [UInt16] { tables.elements }
  /// The start of each channel's table.
  var offsets: SIMD3<Int> { tables.offsets }

  private static func codes(_ encoder: ChannelEncoder, margin: Double) -> [UInt16] {
    let last = Int(steps)
    func step(_ linear: Double) -> Double { max(linear, 0).squareRoot() * Double(steps) }
    var codes: [UInt16] = []
    codes.reserveCapacity(last + 1)
    let thresholds = unsafe encoder.thresholds
    for code in 0..<thresholds.count {
      let end = min(Int(step(unsafe thresholds[code]).rounded(.up)), last + 1)
      codes.append(contentsOf: repeatElement(UInt16(code), count: max(end - codes.count, 0)))
    }
    codes.append(contentsOf: repeatElement(UInt16(thresholds.count), count: last + 1 - codes.count))
    /// Marks the steps to which single precision may round the root of a value between `low` and `high`.
    func mark(_ low: Double, _ high: Double) {
      let first = Int((step(low - margin) * (1 - 1e-6) - 0.5).rounded(.down))
      let end = Int((step(high + margin) * (1 + 1e-6) + 0.5).rounded(.up))
      // The last step also covers all values above 1.
      for index in max(min(first, last), 0)...min(max(end, 0), last) { codes[index] = ambiguous }
    }
    for code in 0..<thresholds.count where unsafe thresholds[code].isFinite {
      mark(unsafe thresholds[code], unsafe thresholds[code])
    }
    if let seam = encoder.seam { mark(seam.lowerBound, seam.upperBound) }
    // A vector kernel reads two elements at a time.
    return codes + [0]
  }
}
