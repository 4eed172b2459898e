import Gamut
import LittleCMS
public import PNGCodec

/// Creates reports with one set of options. One reporter may be used by several threads at a time.
public struct Reporter: Sendable {
  let options: ReportOptions
  private let declaration: DeclarationInForce
  private let destination: RGBSpace
  private let destinationName: GamutReport.Destination
  private let sources = Memo<DeclarationKey, RenditionSource>.ofDeclarations(limit: RenditionSource.limit)
  /// The reports of earlier runs, and a hash of all that decides them besides contents; nil if none are kept.
  private var cache: (reports: RowCache, settings: ContentHash)?

  /// - Parameters:
  ///   - options: the destination, and how files are read.
  ///   - inspector: an inspector of the same files, which shares what it knows of their declarations.
  /// - Throws: `GamutError.destination` if the destination is not a usable RGB profile with matrix and curves.
  public init(
    _ options: ReportOptions = ReportOptions(), _ inspector: Inspector = Inspector()
  ) throws(GamutError) {
    self.options = options
    declaration = DeclarationInForce(
      assumed: options.assume, override: options.override, meanings: inspector.measurements.meanings)
    do throws(DeclarationFault) {
      let target = try SourceColor(options.destination, origin: .override, isGrey: false)
      guard case .rgb(let space) = target.meaning else { throw .tables }
      destination = space
      destinationName = GamutReport.Destination(
        space: target.space, description: target.declared.description, bitDepth: options.depth.rawValue)
    } catch {
      throw .destination(error)
    }
  }

  /// Returns the report on the file at a path.
  ///
  /// - Parameters:
  ///   - path: the path of a PNG.
  ///   - threads: 2 or more to decode and analyse on separate threads, 1 to do both on the calling thread.
  public func report(_ path: Pathname, threads: Int = 1) throws(FailedFile<GamutError>) -> GamutReport {
    try FailedFile.naming(path) { () throws(GamutError) in try report(OpenedInput(.file(path)), threads: threads) }
  }

  /// Returns the report on a PNG in memory.
  public func report(png bytes: [UInt8], threads: Int = 1) throws(GamutError) -> GamutReport {
    try report(OpenedInput(bytes: bytes), threads: threads)
  }

  /// Returns a reporter that takes the reports on contents that are known from a cache.
  package func using(_ cache: RowCache?) -> Reporter {
    var reporter = self
    reporter.cache = cache.map { ($0, ContentHash(describing: DecidingSettings(options: options))) }
    return reporter
  }

  /// How much of an input to keep for a report on it.
  var keeping: OpenedInput.Keeping { cache == nil ? .file : .contents }

  /// Returns the report on the PNG in an input, with its numbers rounded if it is or may become one of a cache.
  package func report(_ input: OpenedInput, threads: Int) throws(GamutError) -> GamutReport {
    guard let cache, input.status != nil else { return try analyze(input, threads: threads) }
    let content = try input.contentHash()
    var key = KeyBytes()
    key.add(cache.settings)
    key.add(content)
    if let known = cache.reports.lookup(key.hash), let report = GamutReport(known) { return report }
    let report = try analyze(input, threads: threads).rounded
    // What is not in memory may have changed in the meantime.
    if try input.held != nil ? true : input.contentHash() == content {
      cache.reports.store(key.hash, JSONWriter.object { $0.members(of: report) })
    }
    return report
  }

  private func analyze(_ input: OpenedInput, threads: Int) throws(GamutError) -> GamutReport {
    let report = try report(threads: threads, opening: input.open)
    if report.passes > 1 { try input.checkUnchanged() }
    return report
  }

  /// Returns the report on the PNG in a source.
  ///
  /// - Parameters:
  ///   - threads: 2 or more to decode and analyse on separate threads, 1 to do both on the calling thread.
  ///   - open: returns the bytes from the beginning. It is called again for each further pass, which an image needs if
  ///     its colours do not fit the memory that the options allow.
  /// - Throws: `GamutError.png` if it cannot be read, `.declaration` if its declaration cannot be used, `.givenSource`
  ///   if the given space does not suit it, `.memory` if further passes do not help.
  public func report(
    threads: Int = 1, opening open: () throws(PNGError) -> ByteSource
  ) throws(GamutError) -> GamutReport {
    let bytes = try GamutError.reading(open)
    // Of many files at a time, most wait, so that their images and colours are not all in memory.
    FairSemaphore.forAnalysis.enter()
    defer { FairSemaphore.forAnalysis.leave() }
    let reader = try read(bytes)
    let image = reader.header
    let isPartial = reader.isAnimated
    let chunks = reader.colorChunks
    let isGrey = image.colorType.isGrey
    let source = try source(chunks, isGrey: isGrey)
    let color = source.color

    let analyzed = try analysis(threads: threads).run(reader) { depth in
      source.tables.value(for: depth) { RenditionTables(rendition(of: color), sourceDepth: depth) }
    } again: { () throws(GamutError) in
      try read(GamutError.reading(open))
    }
    return GamutReport(
      image: image, isPartial: isPartial, source: color.declared, destination: destinationName, loss: analyzed.loss,
      findings: analyzed.findings.map { FileFinding($0) }
        + FileFinding.aboutDeclarations(
          color, below: declaration.sourceBelowCICP(chunks, isGrey: isGrey), image, chunks), passes: analyzed.passes)
  }

  func analysis(threads: Int) -> ReportAnalysis {
    ReportAnalysis(
      threads: threads, memory: options.memory, viewings: options.viewings.count)
  }

  func read(_ source: consuming ByteSource) throws(GamutError) -> PNGReader {
    do { return try PNGReader(source, limits: options.limits.interlaced(within: options.memory)) } catch {
      throw .png(error)
    }
  }

  /// Returns the meaning of an image, which is shared by all images with the same declaration.
  func source(_ chunks: ColorChunks, isGrey: Bool) throws(GamutError) -> RenditionSource {
    try sources.value(for: declaration.key(chunks, isGrey: isGrey)) { () throws(GamutError) in
      RenditionSource(color: try declaration.source(chunks, isGrey: isGrey))
    }
  }

  func rendition(of color: SourceColor) -> Rendition {
    var rendition = Rendition(
      source: color.meaning, destination: destination, depth: options.depth.rawValue, jnd: options.jnd,
      top: options.top)
    rendition.viewings = options.viewings
    return rendition
  }
}

/// The outcome for one input of `report`.
public typealias ReportRow = RunRow<GamutReport>

extension Reporter {
  /// Reports on every input on `jobs` threads (one file per thread, or a single file on two threads), and passes the
  /// rows to `each` in the order of the inputs, on the calling thread. An error thrown by `each` stops the work and is
  /// rethrown.
  public func report<Failure: Error>(
    _ inputs: [Input], jobs: Int, each: (ReportRow) throws(Failure) -> Void
  ) throws(Failure) {
    try ReportRow.rows(of: inputs, jobs: jobs, each: each) { input throws(GamutError) in
      try report(OpenedInput(input, keeping: keeping), at: input.path, threads: inputs.count == 1 ? jobs : 1)
    }
  }

  /// Returns the report of a row: as one that is read again, and with what the files beside the image say.
  func report(_ input: OpenedInput, at path: Pathname, threads: Int) throws(GamutError) -> GamutReport {
    var report = try report(input, threads: threads).rounded
    try GamutError.asking { () throws(UnansweredQuestion) in report.beside = try report.filesBeside(path) }
    return report
  }
}

extension FileFinding {
  static func aboutDeclarations(
    _ color: SourceColor, below other: SourceColor?, _ image: ImageHeader, _ chunks: ColorChunks
  ) -> [FileFinding] {
    var findings: [FileFinding] = []
    if color.declared.origin == .iCCP, let profile = color.profile, let offset = chunks.iCCP?.offset {
      findings =
        aboutGreyImage(image, profile, at: offset)
        + aboutReaders(of: profile, color.wordsOnTables, at: offset)
    }
    if let other, !other.meaning.isEquivalent(to: color.meaning, isGrey: image.colorType.isGrey) {
      let below = other.declared
      findings.append(
        FileFinding(
          .disagreement, .warning,
          "The cICP chunk declares \(color.declared.words), and the \(below.origin.chunkNames) for older decoders "
            + "\(below.origin == .gammaAndChromaticities ? "declare" : "declares") \(below.words).",
          offset: chunks.cICP?.offset, chunk: "cICP"))
    }
    return findings
  }
}
