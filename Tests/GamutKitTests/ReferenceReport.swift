import Dispatch
import Gamut
import PNGCodec
import Synchronization
import TestSupport

@testable import GamutKit

extension Reporter {
  /// Creates a reporter with changed options.
  init(_ change: (inout ReportOptions) -> Void) throws(GamutError) {
    var options = ReportOptions()
    change(&options)
    try self.init(options)
  }
}

/// The pixels of a golden image, and what they mean.
struct DecodedPixels {
  let layout: PixelLayout
  let bytes: [UInt8]
  let rendition: Rendition
  private let image: ImageHeader
  private let origin: SourceOrigin

  init(_ entry: GoldenEntry) throws {
    let options = try entry.reportOptions()
    let reader = try PNGReader(ByteSource(bytes: entry.bytes()))
    image = reader.header
    let color = try DeclarationInForce(assumed: options.assume).source(
      reader.colorChunks, isGrey: image.colorType.isGrey)
    origin = color.declared.origin
    var decoder = try PNGDecoder(reader)
    let layout = decoder.layout
    self.layout = layout
    rendition = Rendition(
      source: color.meaning, destination: .sRGB, depth: options.depth.rawValue, jnd: options.jnd)
    bytes = try decoder.samples()
    _ = try decoder.finish()
  }

  /// Returns the report by some vector instructions, with the rows given in parts.
  func report(rowsAtOnce: Int, vector: VectorExtension) throws -> GamutReport {
    let tables = RenditionTables(rendition, sourceDepth: layout.depth)
    var partial: PartialAnalysis?
    while true {
      var analyzer = Analyzer(tables, layout: layout, vector: vector, continuing: partial)
      let step = rowsAtOnce * layout.bytesPerRow
      let rows = unsafe bytes.span.bytes
      for start in stride(from: 0, to: rows.byteCount, by: step) {
        analyzer.consume(rows.extracting(start..<min(start + step, rows.byteCount)))
      }
      switch analyzer.finishPass() {
      case .complete(let loss, _): return report(loss)
      case .partial(let next): partial = next
      case .exceedsMemory(let bytes), .outOfMemory(let bytes): throw GamutError.memory(needed: bytes, limit: .max)
      }
    }
  }

  private func sample(_ index: Int) -> Int {
    layout.depth == 16 ? Int(bytes[2 * index]) | Int(bytes[2 * index + 1]) << 8 : Int(bytes[index])
  }

  /// Returns the code of the pixel in a row and a column.
  func code(_ x: Int, _ y: Int) -> [Int] {
    let first = (y * layout.width + x) * layout.channels
    return layout.isGrey ? [Int](repeating: sample(first), count: 3) : (0..<3).map { sample(first + $0) }
  }

  /// Returns the number of pixels of a code that are at least half opaque.
  func count(of code: [Int]) -> Int {
    (0..<layout.width * layout.height).count { index in
      let (x, y) = (index % layout.width, index / layout.width)
      guard self.code(x, y) == code else { return false }
      if let color = layout.transparentColor { return code != (0..<3).map { Int(color[$0]) } }
      let alpha = layout.hasAlpha ? sample((index + 1) * layout.channels - 1) : .max
      return alpha >= (layout.depth == 16 ? 32_768 : 128)
    }
  }

  /// Returns the report by the reference path.
  func referenceReport() -> GamutReport {
    var analyzer = ReferenceAnalyzer(rendition, layout: layout)
    unsafe analyzer.consume(bytes.span.bytes)
    return report(analyzer.report())
  }

  private func report(_ loss: LossReport) -> GamutReport {
    GamutReport(
      image: image, isPartial: false, source: DeclaredColor(origin: origin, space: .displayP3),
      destination: GamutReport.Destination(space: .sRGB, bitDepth: rendition.depth), loss: loss, findings: [])
  }
}

extension GoldenEntry {
  /// Returns the row of the report that the expectation is about.
  func report() throws -> ReportRow {
    ReportRow(path: Pathname(name + ".png"), result: .success(try Reporter(reportOptions()).report(png: bytes())))
  }

  /// The reports by the reference path, by name.
  static let references: [String: GamutReport] = {
    let entries = forReference
    let reports = Mutex<[String: GamutReport]>([:])
    DispatchQueue.concurrentPerform(iterations: entries.count) { index in
      let report = try? DecodedPixels(entries[index]).referenceReport()
      reports.withLock { $0[entries[index].name] = report }
    }
    return reports.withLock { $0 }
  }()
}
