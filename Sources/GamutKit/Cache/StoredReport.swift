import Gamut
package import PNGCodec

extension GamutReport {
  /// A report to read into.
  package static var blank: GamutReport {
    GamutReport(
      image: .blank, isPartial: false, source: .blank, destination: Destination(bitDepth: 8),
      loss: LossReport(tolerance: 0, jnd: 0), findings: [])
  }

  package mutating func code(_ coder: inout RowCoder) {
    image.code(&coder)
    coder.code(&isPartial)
    source.code(&coder)
    coder.code(&withoutCICP, blank: Fallback(color: .blank)) { coder, fallback in
      fallback.color.code(&coder)
      // The errors of this run have no form of their own.
      var error: RecordedError?
      switch fallback.error {
      case .recorded(let recorded): error = recorded
      case nil: break
      default: coder.fail()
      }
      coder.code(&error, blank: .blank) { $1.code(&$0) }
      if coder.isReading { fallback.error = error.map { .recorded($0) } }
    }
    coder.code(&destination.space, blank: .sRGB) { $0.code(choice: &$1) }
    coder.code(&destination.description, blank: "") { $0.code(&$1) }
    coder.code(&destination.bitDepth)
    if destination.bitDepth != 8, destination.bitDepth != 16 { coder.fail() }
    loss.code(&coder)
    coder.code(&findings, blank: FileFinding(code: "", severity: .note, message: "")) { coder, finding in
      coder.code(&finding.code)
      coder.code(choice: &finding.severity)
      coder.code(&finding.message)
      coder.code(&finding.offset, blank: 0) { $0.code(&$1) }
      coder.code(&finding.chunk, blank: "") { $0.code(&$1) }
    }
    coder.code(&passes)
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

  package mutating func code(_ coder: inout RowCoder) {
    coder.code(choice: &origin)
    coder.code(&description, blank: "") { $0.code(&$1) }
    coder.code(&space, blank: .sRGB) { $0.code(choice: &$1) }
  }
}

extension RecordedError {
  package static var blank: RecordedError { RecordedError(code: "", message: "", offset: nil) }

  package mutating func code(_ coder: inout RowCoder) {
    coder.code(&code)
    coder.code(&message)
    coder.code(&offset, blank: 0) { $0.code(&$1) }
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
    red.code(&coder)
    green.code(&coder)
    blue.code(&coder)
    coder.code(&excess)
    coder.code(&shift.maximum)
    coder.code(&shift.mean)
    coder.code(&shift.p95)
    collapse.all.code(&coder)
    collapse.visible.code(&coder)
    coder.code(&collapse.largest, blank: .blank) { $1.code(&$0) }
    coder.code(&flattened.runs)
    coder.code(&flattened.pixels)
    coder.code(&flattened.visibleRegions)
    coder.code(&flattened.visiblePixels)
    coder.code(&flattened.regions, blank: .blank) { $1.code(&$0) }
  }

  /// Whether it differs from a report without losses in more than the first numbers.
  private var hasLosses: Bool {
    var plain = LossReport(tolerance: tolerance, jnd: jnd)
    (plain.pixels, plain.lostPixels, plain.clippedColors) = (pixels, lostPixels, clippedColors)
    return plain != self
  }
}

extension LossReport.ChannelCounts {
  fileprivate mutating func code(_ coder: inout RowCoder) {
    coder.code(&below)
    coder.code(&above)
  }
}

extension LossReport.GroupCounts {
  fileprivate mutating func code(_ coder: inout RowCoder) {
    coder.code(&groups)
    coder.code(&colors)
    coder.code(&pixels)
  }
}

extension LossReport.Position {
  fileprivate mutating func code(_ coder: inout RowCoder) {
    coder.code(&x)
    coder.code(&y)
  }
}

extension LossReport.Witnesses {
  fileprivate static var blank: Self { Self(.init(x: 0, y: 0), .init(x: 0, y: 0)) }

  fileprivate mutating func code(_ coder: inout RowCoder) {
    first.code(&coder)
    second.code(&coder)
  }
}

extension LossReport.CollapseGroup {
  fileprivate static var blank: Self {
    Self(
      destination: .zero, colors: 0, pixels: 0, spread: 0, deltaE2000: nil, witnesses: nil, members: [],
      example: .init(x: 0, y: 0))
  }

  fileprivate mutating func code(_ coder: inout RowCoder) {
    coder.code(&destination)
    coder.code(&colors)
    coder.code(&pixels)
    coder.code(&spread)
    coder.code(&deltaE2000, blank: 0) { $0.code(&$1) }
    coder.code(&witnesses, blank: .blank) { $1.code(&$0) }
    coder.code(&members, blank: .init(code: .zero, pixels: 0)) { coder, member in
      coder.code(&member.code)
      coder.code(&member.pixels)
    }
    example.code(&coder)
  }
}

extension LossReport.FlattenedRegion {
  fileprivate static var blank: Self {
    Self(x: 0, y: 0, width: 0, height: 0, pixels: 0, loss: 0, witnesses: .blank)
  }

  fileprivate mutating func code(_ coder: inout RowCoder) {
    coder.code(&x)
    coder.code(&y)
    coder.code(&width)
    coder.code(&height)
    coder.code(&pixels)
    coder.code(&loss)
    witnesses.code(&coder)
  }
}

extension RowCoder {
  fileprivate mutating func code(_ value: inout SIMD3<UInt16>) {
    for channel in 0..<3 { code(&value[channel]) }
  }
}
