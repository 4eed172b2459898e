import ColorScience

/// A rendition prepared for rows of pixels: decoding tables, a matrix and thresholds.
///
/// Construction costs one power for each code of each distinct curve. The tables are immutable: one instance serves any
/// number of images and threads.
public final class RenditionTables: Sendable {
  package let model: ColorModel
  /// A copy of the model's matrix, for fast access.
  let toDestination: Matrix3
  let depth: Int
  let encoders: [ChannelEncoder]
  /// The linear value of each source code; empty if the source is a table of a profile.
  let decoding: ChannelTables<Double>
  /// The same in single precision.
  private let decodingFloats: [Float]
  /// The linear value of each destination code; empty if nothing can clip.
  let decodingOfResult: ChannelTables<Double>
  /// The linear values between which codes are inside the cube, and in [0, 1].
  let interior: (lower: SIMD3<Double>, upper: SIMD3<Double>)
  /// The largest error of a linear value in single precision.
  let margin: Float
  let rootCodes: RootCodes
  /// The conversion with which kernels find codes; nil if there are no such kernels, and if it is not worthwhile.
  let vectorConversion: VectorConversion?
  /// The test whether clamping moves a colour; nil if it always does.
  let clampTest: ClampTest?
  /// Whether any colour can leave [0, 1], and whether it can leave it far enough to clip.
  let canExceed, canClip: Bool
  /// Whether a mapping gives the codes.
  var isMapped: Bool { canExceed && model.rendition.mapping != nil }

  /// - Parameters:
  ///   - rendition: the source and the destination.
  ///   - sourceDepth: bits of the image's samples, 1 to 16.
  public init(_ rendition: Rendition, sourceDepth: Int) {
    let model = ColorModel(rendition, sourceDepth: sourceDepth)
    self.model = model
    toDestination = model.toDestination
    depth = rendition.depth
    encoders = ChannelEncoder.all(of: model)
    decoding = ChannelTables(decoding: model)
    decodingFloats = decoding.elements.map { Float($0) }
    interior = Self.interior(encoders)
    // Of three products and two sums of values up to the largest row sum, each rounded to 24 bits, and of the tables.
    margin = Float(8 * max(toDestination.largestRowSum, 1)) * Float.ulpOfOne
    rootCodes = RootCodes(model, encoders, margin: margin)
    (canExceed, canClip) = Self.reach(model)
    decodingOfResult = ChannelTables(ofResult: model, codes: canClip ? 0...Int(model.maximum) : 0...0)
    clampTest = canClip && !decoding.isEmpty ? ClampTest(model, decoding) : nil
    vectorConversion =
      canClip && !decoding.isEmpty && VectorExtension.best != .portable
        && encoders.allSatisfy(\.isRegular)
      ? VectorConversion(model, encoders, decoding) : nil
  }

  /// Creates the tables of the same rendition with another mapping; nil clamps.
  package init(_ other: RenditionTables, mapping: (any GamutMapping)?) {
    var model = other.model
    model.rendition.mapping = mapping
    self.model = model
    (toDestination, depth, margin) = (other.toDestination, other.depth, other.margin)
    (encoders, decodingOfResult) = (other.encoders, other.decodingOfResult)
    (decoding, decodingFloats) = (other.decoding, other.decodingFloats)
    (interior, rootCodes, vectorConversion) = (other.interior, other.rootCodes, other.vectorConversion)
    (clampTest, canExceed, canClip) = (other.clampTest, other.canExceed, other.canClip)
  }

  private static func interior(_ encoders: [ChannelEncoder]) -> (lower: SIMD3<Double>, upper: SIMD3<Double>) {
    var (lower, upper) = (SIMD3<Double>(), SIMD3<Double>())
    for (channel, encoder) in encoders.enumerated() {
      let thresholds = unsafe encoder.thresholds
      // If thresholds decide nothing, every colour is evaluated.
      lower[channel] = encoder.isRegular ? unsafe max(thresholds[0], 0) + 1e-9 : .infinity
      upper[channel] = unsafe min(thresholds[thresholds.count - 1], 1) - 1e-9
    }
    return (lower, upper)
  }

  /// Returns whether any colour can leave [0, 1], and whether it can leave it far enough to clip.
  private static func reach(_ model: ColorModel) -> (canExceed: Bool, canClip: Bool) {
    if case .table = model.rendition.source { return (true, true) }
    if model.isOdd { return (true, true) }
    // The extremes of the destination's values are sums of those of the source's, which are mostly 0 and 1.
    let ends = (0..<3).map { channel -> [Double] in
      // The rounded numbers of a profile end near 1.
      let reached = [0.0, 1.0].map { end -> Double in
        let value = model.curve(channel)?.unclamped(end) ?? end
        return (value - end).magnitude < ColorModel.linearTolerance / 2 ? end : value
      }
      return reached + [0, 1]
    }
    let rows = [model.toDestination.row0, model.toDestination.row1, model.toDestination.row2]
    func extreme(_ row: SIMD3<Double>, _ choose: ([Double]) -> Double?) -> Double {
      (0..<3).reduce(0) { sum, channel in sum + (choose(ends[channel].map { $0 * row[channel] }) ?? 0) }
    }
    let above = rows.map { extreme($0) { $0.max() } }.max() ?? 0
    let below = rows.map { extreme($0) { $0.min() } }.min() ?? 0
    return (
      above > 1 || below < 0, above > 1 + ColorModel.linearTolerance || below < -ColorModel.linearTolerance
    )
  }

  /// Returns the destination code of each colour: mapped, or clamped without a mapping.
  public func codes(of colors: [SIMD3<UInt16>]) -> [SIMD3<UInt16>] {
    sourceLinear(colors.map { PackedColor($0).bits }).map {
      let linear = toDestination * $0
      return encoders.code(model.rendition.mapping.map { $0(linear) } ?? ClipMapping()(linear))
    }
  }

  /// The rendition that the tables were made for.
  public var rendition: Rendition { model.rendition }

  func sourceLinear(_ color: PackedColor) -> SIMD3<Double> {
    decoding.isEmpty ? model.sourceLinear(CollectionOfOne(color.color))[0] : decoding.linear(color.color)
  }

  /// Returns the linear values of packed colours; a table of a profile evaluates all at once.
  func sourceLinear(_ colors: [UInt64]) -> [SIMD3<Double>] {
    decoding.isEmpty
      ? model.sourceLinear(colors.map { PackedColor(bits: $0).color })
      : colors.map { decoding.linear(PackedColor(bits: $0).color) }
  }

  func din99o(_ source: UInt64) -> DIN99o { model.din99o(sourceLinear(PackedColor(bits: source))) }

  @unsafe
  func withTables(
    _ body: (_ decode: UnsafePointer<Float>, _ codes: UnsafePointer<UInt16>?, _ exact: ExactCoder) -> Void
  ) {
    unsafe decoding.elements.withUnsafeBufferPointer { doubles in
      unsafe decodingFloats.withUnsafeBufferPointer { decode in
        unsafe rootCodes.tables.elements.withUnsafeBufferPointer { codes in
          guard let doubles = doubles.baseAddress, let decode = decode.baseAddress else { return }
          unsafe body(
            decode, codes.isEmpty ? nil : codes.baseAddress,
            ExactCoder(model, encoders, decode: doubles, decoding.offsets))
        }
      }
    }
  }
}

extension Matrix3 {
  var largestRowSum: Double {
    [row0, row1, row2].map { $0.x.magnitude + $0.y.magnitude + $0.z.magnitude }.max() ?? 0
  }

  /// The elements in single precision, by rows.
  var floats: (Float, Float, Float, Float, Float, Float, Float, Float, Float) {
    (
      Float(row0.x), Float(row0.y), Float(row0.z), Float(row1.x), Float(row1.y), Float(row1.z), Float(row2.x),
      Float(row2.y), Float(row2.z)
    )
  }
}

/// Tables of three channels, one after the other; equal channels share one.
struct ChannelTables<Element> {
  private(set) var elements: [Element] = []
  /// The start of each channel's table.
  private(set) var offsets = SIMD3<Int>()

  init(areEqual: (Int, Int) -> Bool, table: (Int) -> [Element]) {
    for channel in 0..<3 {
      if let same = (0..<channel).first(where: { areEqual($0, channel) }) {
        offsets[channel] = offsets[same]
      } else {
        offsets[channel] = elements.count
        elements += table(channel)
      }
    }
  }
}

extension ChannelTables: Sendable where Element: Sendable {}

extension ChannelTables<Double> {
  var isEmpty: Bool { elements.isEmpty }

  /// Returns the linear values of a colour; the tables must not be empty.
  @inline(__always)
  func linear(_ color: SIMD3<UInt16>) -> SIMD3<Double> {
    SIMD3(
      elements[offsets.x + Int(color.x)], elements[offsets.y + Int(color.y)], elements[offsets.z + Int(color.z)])
  }

  /// Creates the tables of the linear value of each source code; empty if the source is a table of a profile.
  init(decoding model: ColorModel) {
    self.init(areEqual: { model.curve($0) == model.curve($1) }) { channel in
      guard let curve = model.curve(channel) else { return [] }
      return (0...Int(model.sourceMaximum)).map { code in
        curve.unclamped(Double(code) / model.sourceMaximum)
      }
    }
  }

  init(ofResult model: ColorModel, codes: ClosedRange<Int>) {
    let space = model.rendition.destination
    self.init(areEqual: { space[$0] == space[$1] }) { channel in
      codes.map { space[channel](Double($0) / model.maximum) }
    }
  }
}
