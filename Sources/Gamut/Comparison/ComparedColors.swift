internal import CGamutKernels
import ColorScience

/// The colours of an image that is compared: rows as codes of 8 or 16 bits with alpha, and codes as linear values.
struct ComparedColors {
  let layout: PixelLayout
  /// The meaning of the codes, and their depth, 8 or 16: those of the file, or of the display that shows it.
  let source: SourceSpace
  let depth: Int
  let model: ColorModel
  /// Codes per code of the file, whose 1 to 4 bits count as 8.
  private let scale: Int
  private let decoding: ChannelTables<Double>
  private let metric: MetricTables
  /// DIN99o of the opaque pixels of a strip, in planes, and the bits of those of which it is not known.
  private var planes = [Int32](repeating: 0, count: 3 * strip)
  private var unknown = UInt64.max
  /// The values of recent codes, if the source is a table.
  private var known = ColorCache<SIMD3<Double>>(.zero, bits: 12)
  /// The model of the file, if a display shows it, and its results for recent codes.
  private let file: ColorModel?
  private var shown = ColorCache<UInt64>(0, bits: 12)

  /// - Parameter display: the space of a display with 8 bits that shows the image; nil for the file itself.
  init(_ source: SourceSpace, layout: PixelLayout, display: RGBSpace?) {
    func model(_ source: SourceSpace, _ destination: RGBSpace, depth: Int) -> ColorModel {
      ColorModel(Rendition(source: source, destination: destination), sourceDepth: depth)
    }
    let fileDepth = max(layout.depth, 8)
    self.layout = layout
    scale = layout.depth < 8 ? 255 / (1 << layout.depth - 1) : 1
    file = display.map { model(source, $0, depth: fileDepth) }
    self.source = display.map { .rgb($0) } ?? source
    depth = display == nil ? fileDepth : 8
    self.model = model(self.source, .sRGB, depth: depth)
    decoding = ChannelTables(decoding: self.model)
    metric = MetricTables(tables: decoding, toXYZ: self.model.toXYZ)
  }

  var maximum: Int { depth == 16 ? 65_535 : 255 }

  func encoded(_ code: SIMD4<UInt16>) -> SIMD3<Double> {
    SIMD3<Double>(SIMD3(code.x, code.y, code.z)) / Double(maximum)
  }

  @inline(__always)
  mutating func linear(_ code: SIMD4<UInt16>) -> SIMD3<Double> {
    let color = SIMD3(code.x, code.y, code.z)
    guard decoding.isEmpty else { return decoding.linear(color) }
    let packed = PackedColor(color).bits
    if let known = known[packed] { return known }
    let linear = model.sourceLinear(CollectionOfOne(color))[0]
    known[packed] = linear
    return linear
  }

  /// Replaces `codes` with those of a row, and their alpha.
  @unsafe
  mutating func read(_ row: UnsafeRawPointer, into codes: inout [SIMD4<UInt16>]) {
    let key = layout.transparentColor.map { PackedColor($0).bits }
    layout.withFormat { unsafe read(row, into: &codes, key: key, $0) }
    guard let file else { return }
    for x in codes.indices {
      let code = codes[x]
      let color = SIMD3(code.x, code.y, code.z)
      let packed = PackedColor(color).bits
      if shown[packed] == nil {
        let linear = file.toDestination * file.sourceLinear(CollectionOfOne(color))[0]
        shown[packed] = PackedColor(file.code(file.mapped(linear))).bits
      }
      codes[x] = SIMD4(PackedColor(bits: shown[packed] ?? 0).color, layout.depth == 16 ? (code.w &+ 128) / 257 : code.w)
    }
  }

  @unsafe
  private func read<Format: PixelFormat>(
    _ row: UnsafeRawPointer, into codes: inout [SIMD4<UInt16>], key: UInt64?, _ format: Format.Type
  ) {
    let opaque = Format.Sample.max == 255 ? UInt16(255) : 65_535
    for x in 0..<layout.width {
      let color = unsafe Format.color(row, x)
      var alpha = Format.hasAlpha ? UInt16(truncatingIfNeeded: unsafe Format.alpha(row, x) &* scale) : opaque
      if let key, unsafe Format.packed(row, x) == key { alpha = 0 }
      codes[x] = SIMD4(
        UInt16(truncatingIfNeeded: color.red &* scale), UInt16(truncatingIfNeeded: color.green &* scale),
        UInt16(truncatingIfNeeded: color.blue &* scale), alpha)
    }
  }

  /// The pixels that are located together.
  static let strip = Int(GAMUT_STRIP)

  /// Computes DIN99o of the pixels of a strip, for ``coordinates(_:_:over:)``.
  mutating func locate(_ codes: [SIMD4<UInt16>], from start: Int) {
    guard !decoding.isEmpty else { return }
    let (metric, count) = (metric, min(Self.strip, codes.count - start))
    unknown = unsafe planes.withUnsafeMutableBufferPointer { planes in
      unsafe codes.withUnsafeBufferPointer { codes in
        guard let planes = planes.baseAddress, let codes = codes.baseAddress else { return .max }
        return unsafe metric.withMetric {
          unsafe VectorExtension.best.kernels.coordinates($0, codes + start, 4, 2, count, planes)
        }
      }
    }
  }

  /// Returns DIN99o of a pixel in the strip over a ground, 0 for black and 1 for white, mixed as browsers do.
  mutating func coordinates(_ codes: [SIMD4<UInt16>], _ x: Int, over ground: Double) -> SIMD3<Int32> {
    let (code, lane) = (codes[x], x % Self.strip)
    let isOpaque = Int(code.w) == maximum
    if isOpaque, unknown >> UInt64(lane) & 1 == 0 {
      return SIMD3(planes[lane], planes[Self.strip + lane], planes[2 * Self.strip + lane])
    }
    let linear = linear(code)
    if isOpaque { return SIMD3(truncatingIfNeeded: model.din99o(linear).coordinates) }
    let mixed = ColorInSRGB.mixed(
      model.toSRGB * linear, over: SIMD3(repeating: ground), alpha: Double(code.w) / Double(maximum))
    return SIMD3(truncatingIfNeeded: DIN99o(linearSRGB: mixed).coordinates)
  }
}

/// The linear values between which a colour has a code: those of the codes half a code above and below.
struct CodeBounds {
  private let tables: ChannelTables<Double>
  private let maximum: Int

  init(_ space: RGBSpace, maximum: Int) {
    self.maximum = maximum
    // From the lower bound of code -1 to that of the code after the next of the last.
    tables = ChannelTables(areEqual: { space[$0] == space[$1] }) { channel in
      (0...maximum + 3).map { space[channel].extended((Double($0) - 1.5) / Double(maximum)) }
    }
  }

  /// Returns whether linear values have a code, or one that is at most `slack`, 0 or 1, beside it; all below and above the
  /// codes have the first or the last if they are `clamped`.
  @inline(__always)
  func hold(_ linear: SIMD3<Double>, _ code: SIMD4<UInt16>, slack: Int = 0, clamped: Bool = false) -> Bool {
    for channel in 0..<3 {
      let (code, value) = (Int(code[channel]), linear[channel])
      let low = tables.offsets[channel] + code + 1 - slack
      let isBelow = value < tables.elements[low] && !(clamped && code <= slack)
      let isAbove = value >= tables.elements[low + 1 + 2 * slack] && !(clamped && code + slack >= maximum)
      if isBelow || isAbove { return false }
    }
    return true
  }
}
