import Gamut
import LittleCMS
public import PNGCodec

/// Makes reports with one set of options. One reporter may work for several threads at a time.
public struct Reporter: Sendable {
  private let options: ReportOptions
  private let declaration: DeclarationInForce
  private let destination: RGBSpace
  private let destinationName: GamutReport.Destination

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
  public func report(on path: Path) throws(GamutError) -> GamutReport {
    let source: ByteSource
    do {
      source = try ByteSource(pathBytes: path.bytes)
    } catch {
      throw .png(error)
    }
    return try report(on: source)
  }

  /// The report on the PNG that a source holds.
  ///
  /// - Throws: `GamutError.png` where it cannot be read, `.declaration` where what it declares cannot be used,
  ///   `.givenSource` where the space given for it does not suit it.
  public func report(on source: consuming ByteSource) throws(GamutError) -> GamutReport {
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
    let color = try declaration.source(chunks, isGrey: isGrey)
    let fallback = declaration.sourceWithoutCICP(chunks, isGrey: isGrey)

    let rendition = Rendition(
      source: color.meaning, destination: destination, depth: options.depth.rawValue, jnd: options.jnd,
      top: options.top)
    let (loss, findings) = try analyze(reader, rendition)
    return GamutReport(
      image: image, isPartial: isPartial,
      source: GamutReport.Source(color, isGrey: isGrey, without: fallback, in: chunks),
      destination: destinationName, loss: loss,
      findings: findings.map { ReportFinding($0) }
        + ReportFinding.aboutDeclarations(color, fallback, chunks, isGrey: isGrey))
  }

  private func analyze(
    _ reader: consuming PNGReader, _ rendition: Rendition
  ) throws(GamutError) -> (LossReport, [Finding]) {
    do {
      var decoder = try PNGDecoder(reader)
      let layout = PixelLayout(decoder.layout)
      var analyzer = Analyzer(rendition, layout: layout)
      // Large enough that calls do not count, small enough to stay in the cache.
      let rows = max(1, (128 << 10) / max(1, layout.bytesPerRow))
      let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: min(rows, layout.height) * layout.bytesPerRow, alignment: 16)
      defer { unsafe buffer.deallocate() }
      while true {
        let count = try unsafe decoder.readRows(into: buffer)
        if count == 0 { break }
        unsafe analyzer.consume(UnsafeRawBufferPointer(rebasing: buffer[..<(count * layout.bytesPerRow)]))
      }
      let findings = try decoder.finish()
      return (analyzer.finish(), findings)
    } catch {
      throw .png(error)
    }
  }
}

extension PixelLayout {
  init(_ rows: RowLayout) {
    self.init(
      width: rows.width, height: rows.height, depth: rows.depth, isGrey: rows.isGrey, hasAlpha: rows.hasAlpha,
      transparentColor: rows.transparentColor)
  }
}
