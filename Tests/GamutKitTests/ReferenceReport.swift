import Gamut
import PNGCodec

@testable import GamutKit

extension GoldenEntry {
  /// Returns the report by the double-precision reference path, and the additional counts of that path.
  func referenceReport() throws -> (GamutReport, ReferenceAnalysis) {
    let options = try reportOptions()
    let reader = try PNGReader(ByteSource(bytes: bytes()))
    let image = reader.header
    let color = try DeclarationInForce(assumed: options.assume).source(
      reader.colorChunks, isGrey: image.colorType.isGrey)
    var decoder = try PNGDecoder(reader)
    let layout = PixelLayout(decoder.layout)
    var analyzer = ReferenceAnalyzer(
      Rendition(source: color.meaning, destination: .sRGB, depth: options.depth.rawValue, jnd: options.jnd),
      layout: layout)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: layout.bytesPerRow, alignment: 16)
    defer { unsafe buffer.deallocate() }
    while try unsafe decoder.readRows(into: buffer) > 0 {
      unsafe analyzer.consume(UnsafeRawBufferPointer(buffer))
    }
    _ = try decoder.finish()
    let analysis = analyzer.analysis()
    let report = GamutReport(
      image: image, isPartial: false,
      source: DeclaredColor(origin: color.declared.origin, space: .displayP3),
      destination: GamutReport.Destination(space: .sRGB, bitDepth: options.depth.rawValue), loss: analysis.report,
      findings: [])
    return (report, analysis)
  }
}
