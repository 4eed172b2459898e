public import Gamut
import PNGCodec

/// A picture of what a report says of an image.
public enum ReportPicture: Sendable, Hashable {
  /// The heat map: an image of the same size, pixel for pixel, in the colours of ``HeatMapPalette``. It replaces no file
  /// but an earlier heat map.
  case heatMap
  /// What other eyes or other light make of the pixels, in the space and the depth of the file (8 bits for fewer), limited
  /// to what that can hold. An image whose profile has lookup tables, which cannot be inverted, is written in sRGB.
  case rendition(Viewing)
}

extension Reporter {
  /// Writes pictures of every input, each by a plan for these inputs, to a file or to a tree. `each` receives the pictures
  /// that have an error, in the order of the inputs; an error that it throws stops the work and is rethrown.
  public func writePictures<Failure: Error>(
    of inputs: [Input], _ plans: [(picture: ReportPicture, plan: OutputPlan)], jobs: Int,
    each: (ReportPicture, Pathname, ConvertError) throws(Failure) -> Void
  ) throws(Failure) {
    let writers = plans.map { (rewriter: PictureWriter(reporter: self, picture: $0.picture), plan: $0.plan) }
    var done = 0
    try PictureWriter.rewrite(inputs, writers, jobs: jobs) { row throws(Failure) in
      defer { done += 1 }
      if case .failure(let error) = row.result { try each(plans[done % plans.count].picture, row.path, error) }
    }
  }
}

private struct PictureWriter: ImageRewriter {
  let reporter: Reporter
  let picture: ReportPicture

  var readLimits: Limits { reporter.options.limits.interlaced(within: reporter.options.memory) }

  func plan(
    _ original: OpenedInput, threads: Int
  ) throws(ConvertError) -> (contents: NewContents<ConvertError>, report: ConvertReport) {
    let reader = try ConvertError.reading { () throws(PNGError) in
      try PNGReader(original.open(), limits: readLimits, keepsChunks: true)
    }
    let header = reader.header
    let isGrey = header.colorType.isGrey
    let color = try ConvertError.reading { () throws(GamutError) in
      try reporter.source(reader.colorChunks, isGrey: isGrey).color
    }
    let report = ConvertReport(
      image: header, source: color.declared, destination: color.declared.words, space: color.space)
    guard case .rendition(let viewing) = picture else {
      let map = ImageHeader(width: header.width, height: header.height, bitDepth: 8, colorType: .palette)
      return (
        .recoded(map) { each throws(ConvertError) in
          try writeMap(of: original, threads: threads, each)
          return []
        }, report
      )
    }
    if reader.isAnimated { throw .animation }
    let file = try ConvertError.reading { () throws(PNGError) in try PNGStructure(original.open(), limits: readLimits) }
    let isPalette = header.colorType == .palette
    let codeDepth = isPalette ? 8 : header.bitDepth
    let evaluate = evaluation(color, viewing, codeDepth: codeDepth)
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

  func mayReplace(_ file: Pathname) -> Bool { picture != .heatMap || HeatMapEncoder.mark.isIn(file) }

  private func writeMap(
    of image: OpenedInput, threads: Int, _ each: ([UInt8]) throws(ConvertError) -> Void
  ) throws(ConvertError) {
    let lost = try ConvertError.reading { () throws(GamutError) in
      try reporter.findLostPixels(image, threads: threads)
    }
    let rows = try ConvertError.reading { () throws(GamutError) in try reporter.renditionRows(image) }
    try HeatMapEncoder.encode(rows, lost: lost, write: each)
    try ConvertError.reading { () throws(GamutError) in try image.checkUnchanged() }
  }

  private func evaluation(
    _ color: SourceColor, _ viewing: Viewing, codeDepth: Int
  ) -> ColorConverter.Evaluate {
    let space = color.meaning.comparable ?? .sRGB
    let shown = ColorModel(reporter.rendition(of: color), sourceDepth: codeDepth)
    let own = ColorModel(
      Rendition(source: .rgb(.sRGB), destination: space, depth: max(codeDepth, 8)), sourceDepth: 8)
    return { colors in
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
