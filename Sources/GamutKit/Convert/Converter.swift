import Gamut
import PNGCodec

/// Converts images to another colour space. One converter may be used by several threads at a time.
public struct Converter: Sendable {
  /// The options of all conversions.
  public let options: ConvertOptions
  let target: ConversionTarget
  /// The mapping of all images, and of those in a set, if they share one.
  var shared: SharedMapping?
  var sharedInSets: [Pathname: SharedMapping] = [:]
  /// Why the images that share a mapping are not converted.
  var refusal: ConvertError?
  private let declaration: DeclarationInForce
  private let sources = Memo<DeclarationKey, ConversionSource>.ofDeclarations(limit: ConversionSource.limit)
  /// The chunks that declare the destination, for grey images and for others: a profile takes as long as a small image.
  private let declaringChunks = Memo<Bool, [UInt8]>()

  /// - Throws: `ConvertError.destination` if the destination cannot be used, or does not support the mapping.
  public init(_ options: ConvertOptions) throws(ConvertError) {
    self.options = options
    target = try ConversionTarget(options.destination)
    if options.mapping != .clip {
      guard case .rgb = target.color else { throw .destination(.tables) }
    }
    declaration = DeclarationInForce(assumed: options.assume, override: options.override)
  }

  func plan(
    _ original: OpenedInput, threads: Int
  ) throws(ConvertError) -> (contents: NewContents<ConvertError>, report: ConvertReport) {
    if let refusal { throw refusal }
    let reader = try ConvertError.reading { () throws(PNGError) in
      try MemoryRoom.require(MemoryRoom.tables)
      return try PNGReader(original.open(), limits: options.readLimits, keepsChunks: true)
    }
    let header = reader.header
    if reader.isAnimated { throw .animation }
    // A row, the row above, and the window of the decoder.
    let rows = 3 * ((header.width * header.bitsPerPixel + 7) / 8)
    guard rows <= options.memory else { throw .input(.memory(needed: rows, limit: options.memory)) }
    let isGrey = header.colorType.isGrey
    var source = try source(reader.colorChunks, isGrey: isGrey)
    var report = report(of: reader, source)
    if options.dropsAlpha {
      let translucency = try ConvertError.reading { () throws(PNGError) in
        try original.translucency(options.readLimits)
      }
      if let translucency { throw .notOpaque(translucency.first) }
      // For an equal space by other numbers, no code changes.
      if let space = source.color.space, space == target.space {
        do {
          source = ConversionSource(color: try SourceColor(options.destination, origin: .override, isGrey: isGrey))
        } catch {
          throw .destination(error)
        }
      }
    }
    let depth = resultDepth(of: header)
    let chosen = try chosenMapping(source.color, isGrey: isGrey, depth: depth, threads: threads, original)
    (report.preserve, report.areas) = (chosen.strength, chosen.areas)
    let conversion = ColorConversion(source: source, isGrey: isGrey, target: target, mapping: chosen.mapping)

    if header.colorType == .palette {
      let method = try conversion.method(from: 8, to: 8)
      let codes = method.convert((reader.palette ?? []).map { SIMD3<UInt16>(truncatingIfNeeded: $0) })
      let palette = codes.map { SIMD3<UInt8>(truncatingIfNeeded: $0) }
      return (.edited(try edit(palette: palette, isGrey: false, original, &report)), report)
    }
    let method = try conversion.method(from: header.bitDepth, to: depth)
    // A copy of the image data keeps its channels.
    let isCopy =
      !(options.dropsAlpha && header.colorType.hasAlpha) && (options.depth == nil || header.bitDepth == depth)
      && conversion.isIdentity(method, depth: header.bitDepth)
    var copy = report
    let edit = isCopy ? try edit(isGrey: isGrey, original, &copy) : nil
    if let edit, options.compression != .small { return (.edited(edit), copy) }
    var recoding = Recoding(reader, method, depth: depth, dropsAlpha: options.dropsAlpha)
    guard var kept = reader.keptChunks else { throw .input(.changedWhileRead) }
    if options.compression == .small, !options.keepsColorType {
      let allowed = Reduction.Allowed(grey: target.greyCurve != nil, depth: options.depth == nil)
      let threads = try StripePipeline.threads(threads, recoding, memory: options.memory)
      recoding.reduction = try .smallest(of: recoding, allowed, threads: threads) { () throws(PNGError) in
        try original.decoder(options.readLimits)
      }
    } else if options.dropsAlpha, header.colorType.hasAlpha {
      recoding.reduction = Reduction(withoutAlpha: recoding.output)
    }
    report.result = recoding.result
    report.dropped = ColorChunks.Kind.describingPixels.intersection(reader.colorChunkKinds).names + kept.dropped
    report.metadata = kept.agree(with: target.metadata)
    let image = ConvertedImage(
      recoding: recoding, kept: kept, declaring: try declaringChunk(isGrey: recoding.result.colorType.isGrey),
      metadata: target.metadata, compression: options.compression, limits: options.readLimits, memory: options.memory)
    if let edit {
      let (old, new) = (header, recoding.result)
      if options.keepsColorType, (old.colorType, old.bitDepth) != (new.colorType, new.bitDepth) {
        return (.edited(edit), copy)
      }
      var size = 0
      _ = try image.write(original, threads: threads) { size += $0.count }
      if size >= edit.size { return (.edited(edit), copy) }
    }
    return (image.contents(of: original, threads: threads), report)
  }

  /// Bits per sample of the result; a palette keeps its 8.
  func resultDepth(of header: ImageHeader) -> Int {
    header.colorType == .palette ? 8 : options.depth?.rawValue ?? max(header.bitDepth, 8)
  }

  func source(_ chunks: ColorChunks, isGrey: Bool) throws(ConvertError) -> ConversionSource {
    try ConvertError.reading { () throws(GamutError) in
      try sources.value(for: declaration.key(chunks, isGrey: isGrey)) { () throws(GamutError) in
        ConversionSource(color: try declaration.source(chunks, isGrey: isGrey))
      }
    }
  }

  private func chunk(isGrey: Bool) -> NewColorChunk {
    if options.destination == .sRGB, !options.embedsProfile { return .sRGB(intent: 0) }
    return target.profileChunk(isGrey: isGrey)
  }

  private func declaringChunk(isGrey: Bool) throws(ConvertError) -> [UInt8] {
    try declaringChunks.value(for: isGrey) { () throws(ConvertError) in
      try ConvertError.reading { () throws(PNGError) in try chunk(isGrey: isGrey).bytes() }
    }
  }
}

extension Converter: ImageRewriter {
  var readLimits: Limits { options.readLimits }
  var settings: ContentHash? {
    // The bytes are the same within any memory.
    var options = options
    options.memory = ReportOptions.defaultMemory
    return ContentHash(describing: DecidingSettings(options: (options, shared, sharedInSets)))
  }

  func standing(_ original: OpenedInput, at output: Pathname) throws(ConvertError) -> ConvertReport {
    let reader = try ConvertError.reading { () throws(PNGError) in try original.reader(options.readLimits) }
    var report = report(of: reader, try source(reader.colorChunks, isGrey: reader.header.colorType.isGrey))
    report.result = try ConvertError.reading { () throws(PNGError) in
      try PNGReader(ByteSource(pathBytes: output.bytes), limits: options.readLimits).header
    }
    return report
  }

  private func report(of reader: borrowing PNGReader, _ source: ConversionSource) -> ConvertReport {
    var report = ConvertReport(
      image: reader.header, source: source.color.declared, destination: target.name, space: target.space)
    if reader.header.colorType == .palette, options.depth == .sixteen {
      let words = "A palette keeps 8 bits per channel, instead of 16."
      report.findings = [FileFinding(code: "palette-depth", severity: .note, message: words, offset: 8, chunk: "IHDR")]
    }
    return report
  }

  /// Returns the converted file as bytes; the same bytes if it needs no conversion.
  public func convert(png bytes: [UInt8], threads: Int = 1) throws(ConvertError) -> (
    bytes: [UInt8], report: ConvertReport
  ) { try rewrite(bytes, threads: threads) }

  /// Converts one file, to one output.
  public func convert(
    _ path: Pathname, _ options: WriteOptions, threads: Int = 1
  ) throws(FailedFile<ConvertError>) -> ConvertReport { try rewrite(path, options, threads: threads) }

  /// Converts every input on `jobs` threads (one file per thread, or a single file on all threads). Passes each row to
  /// `each` in the order of the inputs, on the calling thread, after the file has been moved into place and
  /// synchronised to disk. An error that `each` throws stops the work and is rethrown. The plan must be one for these
  /// inputs.
  public func convert<Failure: Error>(
    _ inputs: [Input], _ plan: OutputPlan, jobs: Int, each: (ConvertRow) throws(Failure) -> Void
  ) throws(Failure) { try Self.rewrite(inputs, [(self, plan)], jobs: jobs, each: each) }

  /// Does the same for several variants, each with its converter and plan. The rows of one input are consecutive.
  public static func convert<Failure: Error>(
    _ inputs: [Input], _ variants: [(converter: Converter, plan: OutputPlan)], jobs: Int,
    each: (ConvertRow) throws(Failure) -> Void
  ) throws(Failure) {
    try rewrite(inputs, variants.map { ($0.converter, $0.plan) }, jobs: jobs, each: each)
  }
}

/// Conversions that copy the image data: only chunks change, and the entries of a palette.
extension Converter {
  func edit(
    palette: [SIMD3<UInt8>]? = nil, isGrey: Bool, _ original: OpenedInput,
    _ report: inout ConvertReport
  ) throws(ConvertError) -> ChunkEdit {
    let file = try ConvertError.reading { () throws(PNGError) in
      try PNGStructure(original.open(), limits: options.readLimits)
    }
    let chunk = chunk(isGrey: isGrey)
    try checkImageData(original)
    var there: ColorChunks.Kind?
    if case .iCCP(_, let profile) = target.profileChunk(isGrey: isGrey),
      file.colorChunks.iCCP?.value.contents == .success(profile)
    {
      // A file that has the profile already needs no other chunk.
      there = .iCCP
    } else if chunk.kind == .sRGB, let intent = file.colorChunks.sRGB?.value, intent <= 3 {
      there = .sRGB
    }
    if let kind = there, file.faultyKinds.contains(kind) { there = nil }
    var removed = file.declarations(except: there.map { [$0] } ?? [])
    let changesPalette = palette != nil && palette != file.palette
    if changesPalette { removed.formUnion(ColorChunks.Kind.describingPixels) }
    report.dropped =
      ColorChunks.Kind.describingPixels.intersection(removed).intersection(file.colorChunkKinds).names
    report.findings += file.findings.map(FileFinding.init)
    report.keepsPixels = !changesPalette
    let edit = try ConvertError.reading { () throws(PNGError) in
      try ChunkEdit(
        of: file, removing: removed, adding: there == nil ? [chunk] : [], palette: palette,
        removesTransparency: options.dropsAlpha, agreeing: target.metadata, removesTime: true)
    }
    report.metadata = edit.metadataChanges
    report.dropped += file.chunks.filter {
      changesPalette && $0.dependsOnPalette || !edit.isEmpty && $0.type.description == "tIME"
    }.map(\.type.description)
    return edit
  }

  private func checkImageData(_ original: OpenedInput) throws(ConvertError) {
    try ConvertError.reading { () throws(PNGError) in
      var decoder = try original.decoder(options.readLimits)
      let rows = UnsafeMutableRawBufferPointer.allocate(
        byteCount: max(decoder.layout.bytesPerRow, 1 << 16), alignment: 16)
      defer { unsafe rows.deallocate() }
      while try unsafe decoder.readRows(into: rows) > 0 {}
      _ = try decoder.finish()
    }
  }
}
