import Gamut
package import PNGCodec

extension GamutReport {
  /// An empty report to decode into.
  package static var blank: GamutReport {
    GamutReport(
      image: .blank, isPartial: false, source: .blank, destination: Destination(bitDepth: 8),
      loss: LossReport(tolerance: 0, jnd: 0), findings: [])
  }

  package mutating func code(_ coder: inout RowCoder) {
    image.code(&coder)
    coder.code(&isPartial)
    source.code(&coder)
    if coder.codes(withoutCICP != nil) {
      if coder.isReading { withoutCICP = Fallback(color: .blank) }
      withoutCICP?.code(&coder)
    }
    ReferenceSpace.code(&destination.space, &coder)
    coder.code(&destination.description)
    coder.code(&destination.bitDepth)
    if destination.bitDepth != 8, destination.bitDepth != 16 { coder.fail() }
    loss.code(&coder)
    let count = coder.codes(count: findings.count)
    if coder.isReading {
      findings = Array(repeating: FileFinding(code: "", severity: .note, message: ""), count: count)
    }
    for index in findings.indices { findings[index].code(&coder) }
    coder.code(&passes)
  }
}

extension GamutReport.Fallback {
  fileprivate mutating func code(_ coder: inout RowCoder) {
    color.code(&coder)
    var recorded = RecordedError.blank
    switch error {
    case .recorded(let own): recorded = own
    case nil: break
    // Only recorded errors can be coded.
    default: coder.fail()
    }
    let isThere = coder.codes(error != nil)
    if isThere { recorded.code(&coder) }
    if coder.isReading { error = isThere ? .recorded(recorded) : nil }
  }
}

extension FileFinding {
  fileprivate mutating func code(_ coder: inout RowCoder) {
    coder.code(&code)
    severity.code(&coder)
    coder.code(&message)
    coder.code(&offset)
    coder.code(&chunk)
  }
}

extension Severity {
  private static let all = allCases

  package mutating func code(_ coder: inout RowCoder) {
    let index = coder.isReading ? nil : Self.all.firstIndex(of: self)
    self = Self.all[coder.codes(index: index, below: Self.all.count)]
  }
}

extension ReferenceSpace {
  private static let all = allCases

  fileprivate static func code(_ space: inout ReferenceSpace?, _ coder: inout RowCoder) {
    guard coder.codes(space != nil) else { return }
    let index = coder.isReading ? nil : all.firstIndex { $0 == space }
    space = all[coder.codes(index: index, below: all.count)]
  }
}

extension ImageHeader {
  package static var blank: ImageHeader { ImageHeader(width: 1, height: 1, bitDepth: 8, colorType: .rgb) }

  package mutating func code(_ coder: inout RowCoder) {
    coder.code(&width)
    coder.code(&height)
    coder.code(&bitDepth)
    var type = colorType.rawValue
    coder.code(&type)
    coder.code(&isInterlaced)
    guard coder.isReading else { return }
    let sizes = 1..<1 << 31
    guard let known = ColorType(rawValue: type), known.allowedDepths.contains(bitDepth), sizes.contains(width),
      sizes.contains(height)
    else { return coder.fail() }
    colorType = known
  }
}

extension DeclaredColor {
  package static var blank: DeclaredColor { DeclaredColor(origin: .assumed) }

  private static let origins = SourceOrigin.allCases

  package mutating func code(_ coder: inout RowCoder) {
    let index = coder.isReading ? nil : Self.origins.firstIndex(of: origin)
    origin = Self.origins[coder.codes(index: index, below: Self.origins.count)]
    coder.code(&description)
    ReferenceSpace.code(&space, &coder)
  }
}

extension RecordedError {
  package static var blank: RecordedError { RecordedError(code: "", message: "", offset: nil) }

  package mutating func code(_ coder: inout RowCoder) {
    coder.code(&code)
    coder.code(&message)
    coder.code(&offset)
  }
}

extension LossReport {
  fileprivate mutating func code(_ coder: inout RowCoder) {
    // No row of a report or of an audit is about a mapping.
    if mapping != nil { coder.fail() }
    coder.code(&tolerance)
    coder.code(&jnd)
    coder.code(&pixels.total)
    coder.code(&pixels.transparent)
    coder.code(&pixels.analyzed)
    coder.code(&lostPixels)
    coder.code(&clippedColors)
    coder.code(&pixels.clipped)
    // Most images fit.
    var hasLosses = coder.isReading || hasLosses
    coder.code(&hasLosses)
    guard hasLosses else { return }
    coder.code(&excess)
    coder.code(&shift.maximum)
    coder.code(&shift.mean)
    coder.code(&shift.p95)
    coder.code(&collapse.groups)
    coder.code(&collapse.colors)
    coder.code(&collapse.pixels)
    let groups = coder.codes(count: collapse.largest.count)
    if coder.isReading { collapse.largest = Array(repeating: .blank, count: groups) }
    for index in collapse.largest.indices { collapse.largest[index].code(&coder) }
    coder.code(&steps.pixels)
    coder.code(&steps.regions)
    coder.code(&steps.visibleRegions)
    coder.code(&steps.visiblePixels)
    let regions = coder.codes(count: steps.largest.count)
    if coder.isReading { steps.largest = Array(repeating: .blank, count: regions) }
    for index in steps.largest.indices { steps.largest[index].code(&coder) }
    coder.code(&areas.pairs)
    coder.code(&areas.pixels)
    let pairs = coder.codes(count: areas.largest.count)
    if coder.isReading { areas.largest = Array(repeating: .blank, count: pairs) }
    for index in areas.largest.indices { areas.largest[index].code(&coder) }
    if steps.largest.contains(where: { $0.shape.map { !areas.largest.indices.contains($0.pair) } ?? false }) {
      coder.fail()
    }
  }

  /// Whether the report differs from one without losses in more than the first numbers.
  private var hasLosses: Bool {
    var plain = LossReport(tolerance: tolerance, jnd: jnd)
    (plain.pixels, plain.lostPixels, plain.clippedColors) = (pixels, lostPixels, clippedColors)
    return plain != self
  }
}

extension LossReport.Position {
  fileprivate mutating func code(_ coder: inout RowCoder) {
    coder.code(&x)
    coder.code(&y)
  }
}

extension LossReport.Box {
  fileprivate static var blank: Self { Self(x: 0, y: 0, width: 0, height: 0) }

  fileprivate mutating func code(_ coder: inout RowCoder) {
    coder.code(&x)
    coder.code(&y)
    coder.code(&width)
    coder.code(&height)
  }
}

extension LossReport.CollapseGroup {
  fileprivate static var blank: Self { Self(destination: .zero, colors: 0, pixels: 0, members: []) }

  fileprivate mutating func code(_ coder: inout RowCoder) {
    coder.code(&destination)
    coder.code(&colors)
    coder.code(&pixels)
    let count = coder.codes(count: members.count)
    if coder.isReading { members = Array(repeating: .init(code: .zero, pixels: 0), count: count) }
    for index in members.indices {
      coder.code(&members[index].code)
      coder.code(&members[index].pixels)
    }
  }
}

extension LossReport.ChangedColor {
  fileprivate static var blank: Self { Self(code: .zero, becomes: .zero) }

  fileprivate mutating func code(_ coder: inout RowCoder) {
    coder.code(&code)
    coder.code(&becomes)
  }
}

extension LossReport.LostRegion {
  fileprivate static var blank: Self {
    Self(box: .blank, pixels: 0, loss: 0, witness: .init(x: 0, y: 0), sides: [.blank, .blank])
  }

  fileprivate mutating func code(_ coder: inout RowCoder) {
    box.code(&coder)
    coder.code(&pixels)
    coder.code(&loss)
    witness.code(&coder)
    // One of each side.
    if sides.count != 2 { return coder.fail() }
    for index in sides.indices { sides[index].code(&coder) }
    if coder.codes(shape != nil) {
      var own = shape ?? LossReport.LostShape(box: .blank, pair: 0)
      own.box.code(&coder)
      coder.code(&own.pair)
      shape = own
    }
  }
}

extension LossReport.AreaPair {
  fileprivate static var blank: Self { Self(first: .blank, second: .blank, before: 0, after: 0) }

  fileprivate mutating func code(_ coder: inout RowCoder) {
    coder.code(&before)
    coder.code(&after)
    first.code(&coder)
    second.code(&coder)
  }
}

extension LossReport.AreaColor {
  fileprivate static var blank: Self { Self(color: .blank, pixels: 0, witness: .init(x: 0, y: 0)) }

  fileprivate mutating func code(_ coder: inout RowCoder) {
    color.code(&coder)
    coder.code(&pixels)
    witness.code(&coder)
  }
}

extension RowCoder {
  fileprivate mutating func code(_ value: inout SIMD3<UInt16>) {
    for channel in 0..<3 { code(&value[channel]) }
  }
}
