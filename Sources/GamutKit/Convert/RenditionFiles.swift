public import Gamut
import PNGCodec

extension Reporter {
  /// Writes the renditions of every input: what other eyes or other light make of its pixels, in the space and the depth of
  /// the file (8 bits for fewer), limited to what that can hold. An image whose profile has lookup tables, which cannot be
  /// inverted, is written in sRGB.
  ///
  /// - Parameters:
  ///   - inputs: the inputs to read.
  ///   - plans: for each rendition a plan for the same inputs.
  ///   - jobs: the number of threads.
  ///   - each: receives the inputs that have an error, in their order. An error that it throws stops the work and is
  ///     rethrown.
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

  private var options: ReportOptions { reporter.options }
  var readLimits: Limits { options.limits.interlaced(within: options.memory) }

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
    let (space, isTable): (RGBSpace, Bool) =
      switch color.meaning {
      case .rgb(let space): (space, false)
      case .grey(let curve): (RGBSpace.sRGB.with(curve), false)
      case .table: (.sRGB, true)
      }

    let isPalette = header.colorType == .palette
    let (codeDepth, depth) = (isPalette ? 8 : header.bitDepth, isPalette ? 8 : max(header.bitDepth, 8))
    let shown = ColorModel(reporter.rendition(of: color), sourceDepth: codeDepth)
    let own = ColorModel(Rendition(source: .rgb(.sRGB), destination: space, depth: depth), sourceDepth: 8)
    let evaluate = { @Sendable (colors: [SIMD3<UInt16>]) in
      shown.sourceLinear(colors).map { own.code(own.toDestination * viewing(shown.shown($0))) }
    }
    if isPalette {
      let palette = evaluate((reader.palette ?? []).map { SIMD3<UInt16>(truncatingIfNeeded: $0) })
      let edit = try ConvertError.reading { () throws(PNGError) in
        try ChunkEdit(
          of: file, removing: isTable ? file.declarations(except: []) : [], adding: isTable ? [.sRGB(intent: 1)] : [],
          palette: palette.map { SIMD3<UInt8>(truncatingIfNeeded: $0) })
      }
      return (.edited(edit), report)
    }
    let method =
      isGrey
      // Grey stays grey for every eye, but for rounding.
      ? Recoding.Method.grey(
        GreyConverter(
          colors: evaluate((0..<(1 << codeDepth)).map { SIMD3(repeating: UInt16($0)) }).map { SIMD3(repeating: $0.y) },
          sourceDepth: codeDepth, depth: depth, staysGrey: true))
      : .colors(evaluate)
    let recoding = try Recoding(reader, method, nil, depth: depth) { () throws(PNGError) in
      try original.decoder(readLimits)
    }
    guard let kept = reader.keptChunks else { throw .input(.changedWhileRead) }
    // The file's own chunks that declare the colour space, as they stand there.
    let ranges = file.colorRanges.filter {
      !$0.isFaulty && !ColorChunks.Kind.describingPixels.contains($0.kind)
    }.map(\.range)
    let declaring = try ConvertError.reading { () throws(PNGError) in
      if isTable { return try PNGAssembler.colorChunk(.sRGB(intent: 1)) }
      var chunks = EditedSource(original.open(), keeping: ranges)
      return try chunks.readSome(ranges.reduce(0) { $0 + $1.count })
    }
    let image = ConvertedImage(
      recoding: recoding, kept: kept, declaring: declaring, metadata: nil, compression: .default, limits: readLimits,
      memory: options.memory)
    return (image.contents(of: original, threads: threads), report)
  }
}
