/// A direct implementation of the definitions: every pixel in memory, every colour in double precision, no
/// optimisation.
///
/// The tests compare ``Analyzer`` with it. It needs about 100 bytes for each pixel and is 50 times slower.
public struct ReferenceAnalyzer {
  let layout: PixelLayout
  let model: ColorModel
  /// The colour of each pixel in reading order; nil if it is transparent.
  private var pixels: [PackedColor?] = []

  /// Creates an analyser without pixels, for the rows of an image with this layout.
  public init(_ rendition: Rendition, layout: PixelLayout) {
    self.layout = layout
    model = ColorModel(rendition, sourceDepth: layout.depth)
    pixels.reserveCapacity(layout.width * layout.height)
  }

  /// Adds the next rows of the image: whole rows, in order.
  public mutating func consume(_ rows: RawSpan) { unsafe rows.withUnsafeBytes { unsafe consume($0) } }

  /// Adds the next rows of the image: whole rows, in order.
  public mutating func consume(_ rows: UnsafeRawBufferPointer) {
    let channels = layout.channels
    let samples = rows.count / layout.bytesPerSample
    func sample(_ index: Int) -> UInt16 {
      layout.depth == 16
        ? unsafe rows.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self) : UInt16(unsafe rows[index])
    }
    for first in stride(from: 0, to: samples, by: channels) {
      let color: SIMD3<UInt16> =
        layout.isGrey ? .init(repeating: sample(first)) : [sample(first), sample(first + 1), sample(first + 2)]
      let isTransparent =
        (layout.hasAlpha && sample(first + channels - 1) == 0) || color == layout.transparentColor
      pixels.append(isTransparent ? nil : PackedColor(color))
    }
  }

  /// Returns the analysis of the pixels consumed so far.
  public func analysis() -> ReferenceAnalysis { ReferenceAnalysis(pixels: pixels, layout: layout, model: model) }
}

/// The result of one colour in a destination.
struct ColorOutcome {
  var sourceLinear, linear, mapped: SIMD3<Double>
  var code: SIMD3<UInt16>
  var below, above: [Bool]
  var isClipped: Bool { below.contains(true) || above.contains(true) }

  init(sourceLinear: SIMD3<Double>, model: ColorModel) {
    self.sourceLinear = sourceLinear
    let linear = model.toDestination * sourceLinear
    self.linear = linear
    mapped = model.mapped(linear)
    code = model.rendition.mapping == nil ? model.code(linear) : model.code(mapped)
    below = (0..<3).map { model.isBelow(linear[$0], $0) }
    above = (0..<3).map { model.isAbove(linear[$0], $0) }
  }

  var excess: Double { max(0, (linear - .one).max(), (-linear).max()) }
}

/// The report of the reference path, and two counts that need all colours in memory.
public struct ReferenceAnalysis {
  /// The losses, which must equal those that ``Analyzer`` reports.
  public private(set) var report: LossReport
  /// Distinct colours of the analysed pixels.
  public let distinctColors: Int
  /// Distinct destination codes of the analysed pixels.
  public let destinationColors: Int

  init(pixels: [PackedColor?], layout: PixelLayout, model: ColorModel) {
    report = LossReport(tolerance: model.tolerance, jnd: model.rendition.jnd)
    report.pixels.total = pixels.count
    report.pixels.transparent = pixels.count { $0 == nil }
    report.pixels.analyzed = report.pixels.total - report.pixels.transparent

    // The distinct colours in order, with their pixels and flat pixels, and the first of each.
    let order = pixels.indices.filter { pixels[$0] != nil }.sorted {
      guard let a = pixels[$0], let b = pixels[$1], a != b else { return $0 < $1 }
      return a < b
    }
    var colors: [ReferenceColor] = []
    for index in order {
      guard let color = pixels[index] else { continue }
      if colors.last?.color != color { colors.append(ReferenceColor(color: color, first: index)) }
      colors[colors.count - 1].pixels += 1
      guard Self.isFlat(index, pixels, width: layout.width) else { continue }
      if colors[colors.count - 1].flatPixels == 0 { colors[colors.count - 1].firstFlat = index }
      colors[colors.count - 1].flatPixels += 1
    }
    let outcomes = zip(colors, model.sourceLinear(colors.map(\.color.color))).map {
      ColorOutcome(sourceLinear: $1, model: model)
    }
    let groups = Dictionary(grouping: colors.indices) { PackedColor(outcomes[$0].code) }
    distinctColors = colors.count
    destinationColors = groups.count

    tallyClipping(colors, outcomes, model)
    let lost = tallyCollapse(groups.values.map { $0 }, colors, outcomes, layout, model)
    report.flattened = ReferenceFlattening(pixels, colors, outcomes, layout, model).flattened(
      top: model.rendition.top, regionPixels: Visibility.regionPixels(analyzed: report.pixels.analyzed))
    report.lostPixels = max(report.flattened.visiblePixels, lost)
  }

  /// Returns whether a pixel and its left, upper and upper left neighbours exist, are analysed and have one colour.
  private static func isFlat(_ index: Int, _ pixels: [PackedColor?], width: Int) -> Bool {
    guard index % width > 0, index >= width, let color = pixels[index] else { return false }
    return [index - 1, index - width, index - width - 1].allSatisfy { pixels[$0] == color }
  }

  private mutating func tallyClipping(_ colors: [ReferenceColor], _ outcomes: [ColorOutcome], _ model: ColorModel) {
    var shift = ShiftTally()
    var mapping = MappingTally()
    defer { if model.rendition.mapping != nil { report.mapping = mapping.effect } }
    for (color, outcome) in zip(colors, outcomes) {
      mapping.add(
        MappedColor(
          model.okLab(outcome.sourceLinear),
          outcome.mapped == outcome.linear ? nil : OKLab(linearSRGB: model.destinationToSRGB * outcome.mapped),
          isChanged: outcome.isClipped || outcome.code != model.code(ClipMapping()(outcome.linear))),
        pixels: color.pixels)
      report.excess = max(report.excess, outcome.excess)
      guard outcome.isClipped else { continue }
      report.clippedColors += 1
      report.pixels.clipped += color.pixels
      shift.add(model.shift(outcome.sourceLinear), pixels: color.pixels)
      for (channel, path) in [\LossReport.red, \LossReport.green, \LossReport.blue].enumerated() {
        if outcome.below[channel] { report[keyPath: path].below += color.pixels }
        if outcome.above[channel] { report[keyPath: path].above += color.pixels }
      }
    }
    report.shift = shift.summary
  }

  /// Counts the groups. Returns the number of pixels lost in visible groups.
  ///
  /// - Parameter groups: for each group, the ascending indices of the colours that share its destination code.
  private mutating func tallyCollapse(
    _ groups: [[Int]], _ colors: [ReferenceColor], _ outcomes: [ColorOutcome], _ layout: PixelLayout,
    _ model: ColorModel
  ) -> Int {
    let broadPixels = Visibility.broadPixels(analyzed: report.pixels.analyzed)
    func position(_ index: Int) -> LossReport.Position {
      LossReport.Position(x: index % layout.width, y: index / layout.width)
    }
    func member(_ index: Int) -> LossReport.Member {
      LossReport.Member(code: colors[index].color.color, pixels: colors[index].pixels)
    }
    var listed: [LossReport.CollapseGroup] = []
    var lost = 0
    for members in groups where members.count > 1 && members.contains(where: { outcomes[$0].isClipped }) {
      let labs = Dictionary(uniqueKeysWithValues: members.map { ($0, model.okLab(outcomes[$0].sourceLinear)) })
      let pixels = members.reduce(0) { $0 + colors[$1].pixels }
      var group = LossReport.CollapseGroup(
        destination: outcomes[members[0]].code, colors: members.count, pixels: pixels, spread: 0, deltaE2000: nil,
        witnesses: nil, members: members.map(member).largestMembers(),
        example: position(members.map { colors[$0].first }.min() ?? 0))
      report.collapse.all.add(colors: members.count, pixels: pixels)
      let broad = members.filter { colors[$0].flatPixels >= broadPixels }
      if let spread = Self.spread(broad.compactMap { labs[$0] }) {
        let (lower, higher) = (broad[spread.first], broad[spread.second])
        group.spread = spread.distance
        group.deltaE2000 = model.deltaE2000(outcomes[lower].sourceLinear, outcomes[higher].sourceLinear)
        group.witnesses = .init(position(colors[lower].firstFlat), position(colors[higher].firstFlat))
        group.members = group.members.largestMembers(after: [member(lower), member(higher)])
        if spread.distance >= model.rendition.jnd {
          report.collapse.visible.add(colors: members.count, pixels: pixels)
          let reference = colors[higher].pixels > colors[lower].pixels ? higher : lower
          for index in members {
            guard let lab = labs[index], let from = labs[reference], from.deltaE(to: lab) >= model.rendition.jnd else {
              continue
            }
            lost += colors[index].pixels
          }
        }
      }
      listed.append(group)
    }
    report.collapse.largest = listed.largestGroups(model.rendition.top)
    return lost
  }

  /// Returns the largest distance between two points, and the first pair that has it; nil for fewer than two points.
  static func spread(_ points: [OKLab]) -> (distance: Double, first: Int, second: Int)? {
    guard points.count > 1 else { return nil }
    var best = (distance: -1.0, first: 0, second: 0)
    for i in points.indices {
      for j in points.indices.dropFirst(i + 1) {
        let distance = points[i].deltaE(to: points[j])
        if distance > best.distance { best = (distance, i, j) }
      }
    }
    return best
  }
}

/// A distinct colour of the image.
struct ReferenceColor {
  var color: PackedColor
  var pixels = 0, flatPixels = 0
  /// The indices of its first pixel and of its first flat one.
  var first: Int, firstFlat = 0

  init(color: PackedColor, first: Int) {
    self.color = color
    self.first = first
  }
}
