import Gamut
import LittleCMS
public import PNGCodec

/// Makes reports with one set of options. One reporter may work for several threads at a time.
public struct Reporter: Sendable {
  private let options: ReportOptions
  private let declaration: DeclarationInForce
  private let destination: RGBSpace
  private let destinationName: GamutReport.Destination
  private let cache = RenditionCache()

  /// - Throws: `GamutError.destination` where the destination is not a usable RGB profile with matrix and curves.
  public init(_ options: ReportOptions = ReportOptions()) throws(GamutError) {
    self.options = options
    declaration = DeclarationInForce(assumed: options.assume, override: options.override)
    do throws(DeclarationFault) {
      let target = try SourceColor(options.destination, origin: .override, isGrey: false)
      guard case .rgb(let space) = target.meaning else { throw .tables }
      destination = space
      destinationName = GamutReport.Destination(
        space: target.space, description: target.description, bitDepth: options.depth.rawValue)
    } catch {
      throw .destination(error)
    }
  }

  /// The report on the file at a path.
  ///
  /// - Parameter threads: 2 or more to decode on one and analyse on another, 1 to do all on the calling thread.
  public func report(on path: Path, threads: Int = 1) throws(GamutError) -> GamutReport {
    let source: ByteSource
    do {
      source = try ByteSource(pathBytes: path.bytes)
    } catch {
      throw .png(error)
    }
    return try report(on: source, threads: threads)
  }

  /// The report on the PNG that a source holds.
  ///
  /// - Throws: `GamutError.png` where it cannot be read, `.declaration` where what it declares cannot be used,
  ///   `.givenSource` where the space given for it does not suit it.
  public func report(on source: consuming ByteSource, threads: Int = 1) throws(GamutError) -> GamutReport {
    let reader: PNGReader
    do {
      reader = try PNGReader(source, limits: options.limits)
    } catch {
      throw .png(error)
    }
    let image = reader.header
    let isPartial = reader.isAnimated
    let chunks = reader.colorChunks
    let isGrey = image.colorType.isGrey
    let key = RenditionCache.Key(declaration: chunks.declarations.first, isGrey: isGrey)
    let color = try cache.color(key) { () throws(GamutError) in try declaration.source(chunks, isGrey: isGrey) }
    let fallback = declaration.sourceWithoutCICP(chunks, isGrey: isGrey)

    let loss: LossReport
    let findings: [Finding]
    do {
      let decoder = try PNGDecoder(reader)
      let layout = PixelLayout(decoder.layout)
      let tables = cache.tables(key, depth: layout.depth) {
        RenditionTables(rendition(of: color), sourceDepth: layout.depth)
      }
      (loss, findings) = try Self.analyze(decoder, Analyzer(tables, layout: layout), threads: threads)
    } catch {
      throw .png(error)
    }
    return GamutReport(
      image: image, isPartial: isPartial,
      source: GamutReport.Source(color, isGrey: isGrey, without: fallback, in: chunks),
      destination: destinationName, loss: loss,
      findings: findings.map { ReportFinding($0) }
        + ReportFinding.aboutDeclarations(color, fallback, chunks, isGrey: isGrey))
  }

  private func rendition(of color: SourceColor) -> Rendition {
    Rendition(
      source: color.meaning, destination: destination, depth: options.depth.rawValue, jnd: options.jnd,
      top: options.top)
  }

  private static func analyze(
    _ decoder: consuming PNGDecoder, _ analyzer: consuming Analyzer, threads: Int
  ) throws(PNGError) -> (LossReport, [Finding]) {
    guard threads > 1 else {
      var batch = RowBatch(analyzer.layout)
      while true {
        let buffer = unsafe batch.buffer
        batch.rows = try unsafe decoder.readRows(into: buffer)
        if batch.rows == 0 { break }
        batch.classify(with: analyzer.classifier)
        analyzer.absorb(batch)
      }
      let findings = try decoder.finish()
      return (analyzer.finish(), findings)
    }
    let findings = try Pipeline.run(decoder, into: &analyzer)
    return (analyzer.finish(workers: threads, perform: concurrently), findings)
  }
}

extension PixelLayout {
  init(_ rows: RowLayout) {
    self.init(
      width: rows.width, height: rows.height, depth: rows.depth, isGrey: rows.isGrey, hasAlpha: rows.hasAlpha,
      transparentColor: rows.transparentColor)
  }
}
