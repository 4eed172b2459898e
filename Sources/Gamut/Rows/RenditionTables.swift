/// A rendition prepared for rows of pixels: decoding tables, a matrix in single precision and thresholds.
///
/// Construction costs one power for each code of each distinct curve. The tables are immutable: one instance serves any
/// number of images and threads.
public final class RenditionTables: Sendable {
  let model: ColorModel
  /// A copy of the model's matrix, for fast access.
  let toDestination: Matrix3
  /// The destination's depth.
  let depth: Int
  let encoders: [ChannelEncoder]
  /// Linear values of each code, a table for each distinct curve; empty if the source is a table of a profile.
  let decode: [Double]
  let decodeFloat: [Float]
  /// The start of each channel's table.
  let offsets: SIMD3<Int>
  /// The 8-bit codes by `rootSteps` times the square root of a linear value, a table for each distinct destination
  /// curve; `ambiguous` if single precision cannot decide. Empty for 16 bits.
  let codes: [UInt16]
  let codeOffsets: SIMD3<Int>
  /// The conversion with which a kernel finds 16-bit codes; nil for 8 bits, and if it is not worthwhile.
  let vectorConversion: VectorConversion?
  static let rootSteps: Float = 32768
  /// Adding this to a float below 2^16 leaves the nearest integer in the low bits of the pattern.
  static let rounding: Float = 8_388_608
  static let ambiguous: UInt16 = 0x8000
  /// The columns of the matrix to the destination.
  let column0, column1, column2: SIMD4<Float>
  /// Linear values outside [lower, upper] may have a code on the surface, or exceed [0, 1].
  let lower, upper: SIMD4<Float>
  /// Linear values below `low`, or above `high`, are out of range.
  let low, high: SIMD4<Float>
  /// The largest error of single precision.
  let margin: Float
  /// The matrix from the source's linear values to OKLab's cone responses.
  let toLMS0, toLMS1, toLMS2: SIMD4<Float>
  /// The matrix from the roots of the cone responses to OKLab.
  let fromRoots0, fromRoots1, fromRoots2: SIMD4<Float>
  /// The absolute values of `toLMS0`, `toLMS1` and `toLMS2`.
  let toLMSMagnitude0, toLMSMagnitude1, toLMSMagnitude2: SIMD4<Float>
  /// Whether any colour can leave [0, 1], and whether it can leave it far enough to clip.
  let canExceed, canClip: Bool
  /// Whether a mapping gives the codes, so that every pixel is evaluated.
  var isMapped: Bool { canExceed && model.rendition.mapping != nil }

  /// - Parameters:
  ///   - rendition: the source and the destination.
  ///   - sourceDepth: bits of the image's samples, 1 to 16.
  ///   - used: the codes that occur in the image, if the tables are for it alone; nil for all codes.
  public init(_ rendition: Rendition, sourceDepth: Int, codes used: [Bool]? = nil) {
    let model = ColorModel(rendition, sourceDepth: sourceDepth)
    self.model = model
    toDestination = model.toDestination
    depth = rendition.depth

    let destination = rendition.destination
    var encoders: [ChannelEncoder] = []
    for channel in 0..<3 {
      let same = (0..<channel).first { destination[$0] == destination[channel] }
      encoders.append(same.map { encoders[$0] } ?? ChannelEncoder(model: model, channel: channel))
    }
    self.encoders = encoders

    var decode: [Double] = []
    var offsets = SIMD3<Int>()
    for channel in 0..<3 {
      guard let curve = model.curve(channel) else { break }
      if let same = (0..<channel).first(where: { model.curve($0) == curve }) {
        offsets[channel] = offsets[same]
      } else {
        offsets[channel] = decode.count
        for code in 0...Int(model.sourceMaximum) {
          decode.append(used?[code] ?? true ? curve(Double(code) / model.sourceMaximum) : 0)
        }
      }
    }
    self.decode = decode
    self.offsets = offsets
    decodeFloat = decode.map { Float($0) }

    let matrix = model.toDestination
    func column(_ m: Matrix3, _ index: Int) -> SIMD4<Float> { SIMD4(SIMD3<Float>(m.column(index)), 0) }
    column0 = column(matrix, 0)
    column1 = column(matrix, 1)
    column2 = column(matrix, 2)
    let toLMS = OKLab.toLMS * model.toSRGB
    toLMS0 = column(toLMS, 0)
    toLMS1 = column(toLMS, 1)
    toLMS2 = column(toLMS, 2)
    fromRoots0 = column(OKLab.fromRoots, 0)
    fromRoots1 = column(OKLab.fromRoots, 1)
    fromRoots2 = column(OKLab.fromRoots, 2)
    func magnitudes(_ v: SIMD4<Float>) -> SIMD4<Float> { v.replacing(with: -v, where: v .< 0) }
    toLMSMagnitude0 = magnitudes(toLMS0)
    toLMSMagnitude1 = magnitudes(toLMS1)
    toLMSMagnitude2 = magnitudes(toLMS2)

    // The error of three products and two sums of values up to the largest row sum, each rounded to 24 bits, and of the
    // tables.
    let rows = [matrix.row0, matrix.row1, matrix.row2]
    let largest = rows.map { $0.x.magnitude + $0.y.magnitude + $0.z.magnitude }.max() ?? 1
    let margin = Float(8 * max(largest, 1)) * Float.ulpOfOne
    self.margin = margin
    var lower = SIMD4<Float>(repeating: -.infinity)
    var upper = SIMD4<Float>(repeating: .infinity)
    for channel in 0..<3 {
      // If thresholds decide nothing, every colour is evaluated.
      guard encoders[channel].isRegular else {
        lower[channel] = .infinity
        continue
      }
      // Values outside [0, 1] must also be evaluated, whatever their code.
      lower[channel] = Float(max(unsafe encoders[channel].thresholds[0], 0)) + margin
      upper[channel] = Float(min(unsafe encoders[channel].thresholds[Int(model.maximum) - 1], 1)) - margin
    }
    self.lower = lower
    self.upper = upper
    // The fourth lane decides nothing: it contains 0 and is within all limits.
    low = SIMD4(Float(encoders[0].low), Float(encoders[1].low), Float(encoders[2].low), -.infinity)
    high = SIMD4(Float(encoders[0].high), Float(encoders[1].high), Float(encoders[2].high), .infinity)

    if case .table = rendition.source {
      (canExceed, canClip) = (true, true)
    } else {
      // Each channel of the source is in [0, 1], so the extremes are sums of a row's positive or negative parts.
      let above = rows.map { max($0.x, 0) + max($0.y, 0) + max($0.z, 0) }.max() ?? 0
      let below = rows.map { min($0.x, 0) + min($0.y, 0) + min($0.z, 0) }.min() ?? 0
      canExceed = above > 1 || below < 0
      canClip = above > 1 + ColorModel.linearTolerance || below < -ColorModel.linearTolerance
    }

    var codes: [UInt16] = []
    var codeOffsets = SIMD3<Int>()
    if rendition.depth == 8, encoders.allSatisfy(\.isRegular) {
      for channel in 0..<3 {
        if let same = (0..<channel).first(where: { destination[$0] == destination[channel] }) {
          codeOffsets[channel] = codeOffsets[same]
        } else {
          codeOffsets[channel] = codes.count
          codes += Self.codesByRoot(encoders[channel], margin: Double(margin))
        }
      }
    }
    self.codes = codes
    self.codeOffsets = codeOffsets
    vectorConversion =
      canExceed && rendition.depth > 8 && used == nil && !decode.isEmpty && VectorExtension.best != .portable
        && encoders.allSatisfy(\.isRegular)
      ? VectorConversion(model, encoders, decode: decode, offsets: offsets) : nil
  }

  /// The rendition that the tables were made for.
  public var rendition: Rendition { model.rendition }

  /// Returns the linear values of a colour at the source's depth.
  func sourceLinear(_ color: PackedColor) -> SIMD3<Double> {
    guard !decode.isEmpty else { return model.sourceLinear(CollectionOfOne(color.color))[0] }
    let c = color.color
    return SIMD3(decode[offsets.x + Int(c.x)], decode[offsets.y + Int(c.y)], decode[offsets.z + Int(c.z)])
  }

  /// Returns the linear values of packed colours; a table of a profile evaluates all at once.
  func sourceLinear(_ colors: [UInt64]) -> [SIMD3<Double>] {
    decode.isEmpty
      ? model.sourceLinear(colors.map { PackedColor(bits: $0).color })
      : colors.map { sourceLinear(PackedColor(bits: $0)) }
  }

  private static func codesByRoot(_ encoder: ChannelEncoder, margin: Double) -> [UInt16] {
    let last = Int(rootSteps)
    func step(_ linear: Double) -> Double { max(linear, 0).squareRoot() * Double(rootSteps) }
    var codes: [UInt16] = []
    codes.reserveCapacity(last + 1)
    let thresholds = unsafe encoder.thresholds
    for code in 0..<thresholds.count {
      let end = min(Int(step(unsafe thresholds[code]).rounded(.up)), last + 1)
      codes.append(contentsOf: repeatElement(UInt16(code), count: max(end - codes.count, 0)))
    }
    codes.append(contentsOf: repeatElement(UInt16(unsafe encoder.thresholds.count), count: last + 1 - codes.count))
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
