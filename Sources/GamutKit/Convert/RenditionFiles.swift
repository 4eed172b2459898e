public import Gamut
import PNGCodec

extension Reporter {
  /// Writes the renditions of every input: what other eyes or other light make of its pixels, in the space and the depth of
  /// the file (8 bits for fewer), limited to what that can hold. An image whose profile has lookup tables, which cannot be
  /// inverted, is written in sRGB. `each` receives the inputs that have an error, in their order; an error that it throws
  /// stops the work and is rethrown.
  public func writeRenditions<Failure: Error>(
    of inputs: [Input], _ plans: [(viewing: Viewing, plan: OutputPlan)], jobs: Int,
    each: (Pathname, ConvertError) throws(Failure) -> Void
  ) throws(Failure) {
    let variants = plans.map { (rewriter: RenditionWriter(reporter: self, viewing: $0.viewing), plan: $0.plan) }
    try RenditionWriter.rewrite(inputs, variants, jobs: jobs) { row throws(Failure) in
      if case .failure(let error) = row.result { try each(row.path, error) }
    }
  }
}

private struct RenditionWriter: ImageRewriter {
  let reporter: Reporter
  let viewing: Viewing

  var readLimits: Limits { reporter.options.limits.interlaced(within: reporter.options.memory) }

  func plan(
    _ original: OpenedInput, threads: Int
  ) throws(ConvertError) -> (contents: NewContents<ConvertError>, report: ConvertReport) {
    let reader = try ConvertError.reading { () throws(PNGError) in
      try PNGReader(original.open(), limits: readLimits, keepsChunks: true)
    }
    let file = try ConvertError.reading { () throws(PNGError) in try PNGStructure(original.open(), limits: readLimits) }
    let header = reader.header
    let isGrey = header.colorType.isGrey
    if reader.isAnimated { throw .animation }
    let color = try ConvertError.reading { () throws(GamutError) in
      try reporter.source(reader.colorChunks, isGrey: isGrey).color
    }
    let report = ConvertReport(
      image: header, source: color.declared, destination: color.declared.words, space: color.space)
    let isPalette = header.colorType == .palette
    let codeDepth = isPalette ? 8 : header.bitDepth
    let evaluate = evaluation(color, codeDepth: codeDepth)
    if isPalette {
      let palette = evaluate((reader.palette ?? []).map { SIMD3<UInt16>(truncatingIfNeeded: $0) })
      let isTable = color.meaning.isTable
      let edit = try ConvertError.reading { () throws(PNGError) in
        try ChunkEdit(
          of: file, removing: isTable ? file.declarations(except: []) : [], adding: isTable ? [.sRGB(intent: 1)] : [],
          palette: palette.map { SIMD3<UInt8>(truncatingIfNeeded: $0) })
      }
      return (.edited(edit), report)
    }
    var method = Recoding.Method.colors(evaluate)
    if isGrey {
      // Grey stays grey for every eye, but for rounding.
      let greys = evaluate((0..<(1 << codeDepth)).map { SIMD3(repeating: UInt16($0)) })
      method = .grey(
        GreyConverter(
          colors: greys.map { SIMD3(repeating: $0.y) }, sourceDepth: codeDepth, depth: max(codeDepth, 8),
          staysGrey: true))
    }
    let recoding = Recoding(reader, method, depth: max(codeDepth, 8))
    guard let kept = reader.keptChunks else { throw .input(.changedWhileRead) }
    let image = ConvertedImage(
      recoding: recoding, kept: kept, declaring: try declaration(in: file, color, original), metadata: nil,
      compression: .default, limits: readLimits, memory: reporter.options.memory)
    return (image.contents(of: original, threads: threads), report)
  }

  /// Returns what the codes of an image become.
  private func evaluation(_ color: SourceColor, codeDepth: Int) -> ColorConverter.Evaluate {
    let space: RGBSpace =
      switch color.meaning {
      case .rgb(let space): space
      case .grey(let curve): RGBSpace.sRGB.with(curve)
      case .table: .sRGB
      }
    let shown = ColorModel(reporter.rendition(of: color), sourceDepth: codeDepth)
    let own = ColorModel(
      Rendition(source: .rgb(.sRGB), destination: space, depth: max(codeDepth, 8)), sourceDepth: 8)
    return { [viewing] colors in
      shown.sourceLinear(colors).map { own.code(own.toDestination * viewing(shown.shown($0))) }
    }
  }

  /// Returns the file's own chunks that declare the colour space, as they stand there; or an sRGB chunk instead of tables.
  private func declaration(
    in file: PNGStructure, _ color: SourceColor, _ original: OpenedInput
  ) throws(ConvertError) -> [UInt8] {
    try ConvertError.reading { () throws(PNGError) in
      if color.meaning.isTable { return try NewColorChunk.sRGB(intent: 1).bytes() }
      let ranges = file.chunks.filter { chunk in
        !chunk.isFaulty && chunk.kind.map { !ColorChunks.Kind.describingPixels.contains($0) } == true
      }.map(\.range)
      var chunks = EditedSource(original.open(), keeping: ranges)
      return try chunks.readSome(ranges.reduce(0) { $0 + $1.count })
    }
  }
}
