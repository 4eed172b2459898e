import ColorScience
public import Gamut

/// A direct implementation of the definitions: every pixel in memory, every colour in double precision, no
/// optimisation.
///
/// The tests compare `Analyzer` with it. It needs about 200 bytes for each pixel and is a hundred times slower.
public struct ReferenceAnalyzer: Sendable {
  private let layout: PixelLayout
  private let model: ColorModel
  /// The pixels in reading order.
  private var pixels: [ReferencePixel] = []
  /// What becomes of each colour met so far.
  private var outcomes: [PackedColor: ColorOutcome] = [:]

  /// Creates an analyser without pixels, for the rows of an image with this layout.
  public init(_ rendition: Rendition, layout: PixelLayout) {
    self.layout = layout
    model = ColorModel(rendition, sourceDepth: layout.depth)
    pixels.reserveCapacity(layout.width * layout.height)
  }

  /// Adds the next rows of the image: whole rows, in order.
  public mutating func consume(_ rows: RawSpan) {
    let channels = layout.channels
    let samples = rows.byteCount / layout.bytesPerSample
    func sample(_ index: Int) -> UInt16 {
      layout.depth == 16
        ? unsafe rows.unsafeLoadUnaligned(fromByteOffset: index * 2, as: UInt16.self)
        : UInt16(unsafe rows.unsafeLoad(fromByteOffset: index, as: UInt8.self))
    }
    for first in stride(from: 0, to: samples, by: channels) {
      let color: SIMD3<UInt16> =
        layout.isGrey ? .init(repeating: sample(first)) : [sample(first), sample(first + 1), sample(first + 2)]
      let opaque = layout.depth == 16 ? 65_535 : 255
      let alpha =
        layout.hasAlpha ? Int(sample(first + channels - 1)) : color == layout.transparentColor ? 0 : opaque
      let outcome = outcome(of: PackedColor(color))
      pixels.append(
        ReferencePixel(
          color: PackedColor(color), code: PackedColor(outcome.code), isAnalyzed: alpha > 0,
          isJudged: Visibility.isJudged(alpha: alpha, depth: layout.depth), isChanged: alpha > 0 && outcome.isClipped,
          before: outcome.before, after: outcome.after))
    }
  }

  private mutating func outcome(of color: PackedColor) -> ColorOutcome {
    if let known = outcomes[color] { return known }
    let outcome = ColorOutcome(color.color, sourceLinear: model.sourceLinear([color.color])[0], model)
    outcomes[color] = outcome
    return outcome
  }

  /// Returns the losses of the pixels consumed so far, which must equal those that `Analyzer` reports.
  public func report() -> LossReport {
    var report = LossReport(tolerance: model.tolerance, jnd: model.rendition.jnd)
    report.pixels.total = pixels.count
    report.pixels.analyzed = pixels.count { $0.isAnalyzed }
    report.pixels.transparent = report.pixels.total - report.pixels.analyzed
    guard report.pixels.analyzed > 0 else { return report }

    // Information.
    var counts: [PackedColor: Int] = [:]
    for pixel in pixels where pixel.isAnalyzed { counts[pixel.color, default: 0] += 1 }
    tallyClipping(counts, into: &report)
    tallyCollapse(counts, into: &report)
    // Losses.
    let losses = ReferenceLosses(pixels, layout, model, analyzed: report.pixels.analyzed)
    losses.write(to: &report)
    report.renditions = renditions()
    return report
  }

  /// What other eyes and other light lose.
  private func renditions() -> [ViewingLoss] {
    let most = 1 << layout.depth - 1
    let seen = pixels.map { pixel in
      let codes = (0..<3).map { Int((Double(pixel.color.color[$0]) * 255 / Double(most)).rounded()) }
      return ReferenceViewing.Pixel(
        code: codes, original: model.shown(outcomes[pixel.color]?.sourceLinear ?? .zero), isJudged: pixel.isJudged)
    }
    let reference = ReferenceViewing(pixels: seen, width: layout.width, height: seen.count / max(layout.width, 1)) {
      model.shown(model.sourceLinear([SIMD3($0.map { UInt16($0 * most / 255) })])[0])
    }
    return model.rendition.viewings.map { reference.loss($0, top: model.rendition.top) }
  }

  private func tallyClipping(_ counts: [PackedColor: Int], into report: inout LossReport) {
    var shift = ShiftTally()
    for (color, pixels) in counts.sorted(by: { $0.key < $1.key }) {
      guard let outcome = outcomes[color] else { continue }
      report.excess = max(report.excess, outcome.excess)
      guard outcome.isClipped else { continue }
      report.clippedColors += 1
      report.pixels.clipped += pixels
      if model.isDarker(outcome.linear) { report.pixels.darker += pixels }
      shift.add(model.shift(outcome.sourceLinear), pixels: pixels)
    }
    report.shift = shift.summary
  }

  private func tallyCollapse(_ counts: [PackedColor: Int], into report: inout LossReport) {
    let groups = Dictionary(grouping: counts.keys) { outcomes[$0].map { model.code($0.linear) } ?? .zero }
    var listed: [LossReport.CollapseGroup] = []
    for (code, colors) in groups where colors.count > 1 && colors.contains(where: { outcomes[$0]?.isClipped == true }) {
      let members = colors.map { LossReport.Member(code: $0.color, pixels: counts[$0] ?? 0) }
      let pixels = members.reduce(0) { $0 + $1.pixels }
      report.collapse.groups += 1
      report.collapse.colors += colors.count
      report.collapse.pixels += pixels
      listed.append(
        LossReport.CollapseGroup(
          destination: code, colors: colors.count, pixels: pixels, members: members.largestMembers()))
    }
    report.collapse.largest = listed.largestGroups(model.rendition.top)
  }
}

/// What becomes of one colour in a destination.
struct ColorOutcome: Sendable {
  var sourceLinear, linear: SIMD3<Double>
  var code: SIMD3<UInt16>
  var isClipped: Bool
  /// The coordinates of the colour and of its destination code.
  var before, after: SIMD3<Int16>

  init(_ color: SIMD3<UInt16>, sourceLinear: SIMD3<Double>, _ model: ColorModel) {
    self.sourceLinear = sourceLinear
    let linear = model.toDestination * sourceLinear
    self.linear = linear
    code = model.code(model.rendition.mapping.map { $0(linear) } ?? linear)
    isClipped = model.clips(color, linear)
    before = model.din99o(sourceLinear).coordinates
    after = model.din99o(destination: model.linear(ofCode: code)).coordinates
  }

  var excess: Double { max(0, (linear - .one).max(), (-linear).max()) }
}

/// A pixel of the image.
struct ReferencePixel: Sendable {
  /// Its colour, and the code in the destination.
  var color, code: PackedColor
  var isAnalyzed, isJudged, isChanged: Bool
  /// The coordinates of its colour and of its destination code.
  var before, after: SIMD3<Int16>
}
