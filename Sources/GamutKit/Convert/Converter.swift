import Gamut
import PNGCodec

/// Converts images to another colour space. One converter may be used by several threads at a time.
public struct Converter: Sendable {
  /// The options of all conversions.
  public let options: ConvertOptions
  let target: ConversionTarget
  private let declaration: DeclarationInForce
  private let sources = Memo<DeclarationKey, ConversionSource>.ofDeclarations(limit: ConversionSource.limit)
  /// The chunks with the destination's profile, for grey images and for others: compressing it takes as long as a small
  /// image.
  private let profileChunks = Memo<Bool, [UInt8]>()

  /// - Throws: `ConvertError.destination` if the destination cannot be used, `mappingToTables` if it does not support
  ///   the mapping or the report.
  public init(_ options: ConvertOptions) throws(ConvertError) {
    self.options = options
    target = try ConversionTarget(options.destination)
    if options.mapping != .clip || options.measuresEffect {
      guard case .rgb? = target.color else { throw .mappingToTables }
    }
    declaration = DeclarationInForce(assumed: options.assume, override: options.override, meanings: .few)
  }

  /// Determines the changes that a file needs.
  func plan(
    _ original: OpenedInput, threads: Int, _ progress: ConvertProgress?
  ) throws(ConvertError) -> (contents: NewContents<ConvertError>, report: ConvertReport) {
    let reader = try ConvertError.reading { () throws(PNGError) in
      try MemoryRoom.require(MemoryRoom.tables)
      return try PNGReader(original.open(), limits: options.readLimits, keepsChunks: true)
    }
    let header = reader.header
    if reader.isAnimated { throw .animation }
    // A row, the row above, and the window of the decoder.
    let rows = 3 * ((header.width * header.bitsPerPixel + 7) / 8)
    guard rows <= options.memory else { throw .input(.memory(needed: rows, limit: options.memory)) }
    let chunks = reader.colorChunks
    let isGrey = header.colorType.isGrey
    let source = try source(chunks, isGrey: isGrey)
    let color = source.color
    let depth = options.depth == .sixteen ? 16 : options.depth == .eight ? 8 : max(header.bitDepth, 8)
    var report = ConvertReport(
      image: header, source: color.declared, destination: target.name, space: target.space)
    report.rendering = rendering(of: color.meaning)

    let isPalette = header.colorType == .palette
    let changes = try changes(color, isGrey: isGrey, depth: isPalette ? 8 : depth, threads: threads, original)
    (report.preserve, report.effect) = (changes.preserve, changes.effect)
    let conversion = ColorConversion(
      source: source, isGrey: isGrey, target: target, options: options, mapping: changes.mapping)

    if isPalette {
      if depth == 16, !options.palettesKeepDepth { throw .paletteDepth }
      let method = try conversion.method(from: 8, to: 8)
      report.result = header
      return (.edited(try edit(reader.palette ?? [], by: method, original, &report)), report)
    }
    if options.depth == .same || header.bitDepth == depth {
      let method = try conversion.method(from: header.bitDepth, to: depth)
      if conversion.isIdentity(method, depth: header.bitDepth) {
        report.result = header
        return (.edited(try edit(isGrey: isGrey, original, &report)), report)
      }
    }
    let dithering = depth == 8 ? options.dithering : nil
    let method = try conversion.method(from: header.bitDepth, to: dithering == nil ? depth : 16)
    let recoding = try Recoding(reader, method, dithering, depth: depth) { () throws(PNGError) in
      try PNGDecoder(try PNGReader(original.open(), limits: options.readLimits))
    }
    guard let kept = reader.keptChunks else { throw .input(.changedWhileRead) }
    let declaring = try declaringChunk(isGrey: recoding.output.colorType.isGrey)
    report.result = recoding.output
    report.dropped = ColorChunks.Kind.describingPixels.intersection(reader.colorChunkKinds).names + kept.dropped
    let image = ConvertedImage(
      recoding: recoding, kept: kept, declaring: declaring, compression: options.compression,
      limits: options.readLimits, memory: options.memory)
    let contents = NewContents<ConvertError>.recoded(recoding.output) { each throws(ConvertError) in
      try image.write(original.open(), threads: threads, progress: progress, each: each)
    }
    return (contents, report)
  }

  /// Returns the meaning of an image, which is shared by all images with the same declaration.
  private func source(_ chunks: ColorChunks, isGrey: Bool) throws(ConvertError) -> ConversionSource {
    do throws(GamutError) {
      return try sources.value(for: declaration.key(chunks, isGrey: isGrey)) { () throws(GamutError) in
        ConversionSource(color: try declaration.source(chunks, isGrey: isGrey))
      }
    } catch {
      throw .input(error)
    }
  }

  /// Returns how tables of profiles are used; nil if neither the source nor the destination has any.
  private func rendering(of source: SourceSpace) -> ConvertReport.Rendering? {
    let rendering = ConvertReport.Rendering(
      intent: options.intent, blackPointCompensation: options.blackPointCompensation)
    if case .table = source { return rendering }
    if case .table? = target.color { return rendering }
    return nil
  }

  /// Returns the bytes of the chunk that declares the destination.
  private func declaringChunk(isGrey: Bool) throws(ConvertError) -> [UInt8] {
    try profileChunks.value(for: isGrey) { () throws(ConvertError) in
      guard let chunk = target.chunk(isGrey: isGrey) else { throw .greyDestination }
      return try ConvertError.reading { () throws(PNGError) in try PNGAssembler.colorChunk(chunk) }
    }
  }
}
