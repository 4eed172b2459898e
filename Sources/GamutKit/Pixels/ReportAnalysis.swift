import Gamut
import PNGCodec

/// The result of the engine for a file, and the findings about the file.
struct AnalyzedImage {
  var loss: LossReport
  var lost: LostPixels?
  var findings: [Finding]
  var passes = 1
}

/// Analyses the pixels of a file with the engine, on one or two threads, in one or several passes.
struct ReportAnalysis {
  var threads: Int
  var memory: Int
  var viewings = 0
  /// Whether only the lost steps, areas and pixels of the report are needed.
  var findsLossesOnly = false

  /// The memory that an image of any size needs: the program, tables, the decoder.
  private static let fixedMemory = 32 << 20
  /// The minimum memory for colours and the map of lost pixels, which grow with the image.
  private static let leastMemory = 8 << 20

  func run(
    _ reader: consuming PNGReader, tables: (_ depth: Int) -> RenditionTables,
    again: () throws(GamutError) -> PNGReader
  ) throws(GamutError) -> AnalyzedImage {
    // The memory used as long as the image is read: rows in progress, and the last rows.
    let header = reader.header
    let held = header.isInterlaced ? header.height * ((header.width * header.bitsPerPixel + 7) / 8) : 0
    let viewed = ViewingFinder.bytes(viewings: viewings, width: header.width, height: header.height)
    func taken(by threads: Int) -> Int { Self.fixedMemory + held + viewed + Self.rowMemory(header, threads: threads) }
    var work = self
    if taken(by: threads) + Self.leastMemory > memory { work.threads = 1 }
    let taken = taken(by: work.threads)
    guard taken + Self.leastMemory <= memory else {
      throw .memory(needed: taken + Self.leastMemory, limit: memory)
    }
    var colorMemory = memory - taken
    if let room = MemoryRoom.share {
      let least = min(Self.leastMemory, 64 * header.width * header.height + (2 << 20))
      let steps = Analyzer.memory(ofStepsIn: header.width, height: header.height)
      func needed(by threads: Int) -> Int {
        MemoryRoom.tables + held + viewed + steps + Self.rowMemory(header, threads: threads) + least
          + (threads > 1 ? threads * MemoryRoom.thread : 0)
      }
      if needed(by: work.threads) > room { work.threads = 1 }
      let needed = needed(by: work.threads)
      guard needed <= room else { throw .png(.outOfMemory(bytes: needed)) }
      // Do not use all remaining memory, because it is allocated in large chunks.
      colorMemory = min(colorMemory, least + (room - needed) / 2)
    }
    let decoder = try begin(reader)
    let layout = decoder.layout
    let tables = tables(layout.depth)
    var analyzer = Analyzer(tables, layout: layout, memory: colorMemory, findsLossesOnly: findsLossesOnly)
    let findings = try work.feed(decoder, &analyzer)
    var pass = analyzer.finishPass()
    var passes = 1
    while true {
      switch pass {
      case .complete(let report, let lost):
        return AnalyzedImage(loss: report, lost: lost, findings: findings, passes: passes)
      case .exceedsMemory(let needed): throw .memory(needed: taken + needed, limit: memory)
      case .outOfMemory(let bytes): throw .png(.outOfMemory(bytes: bytes))
      case .partial(let partial):
        let decoder = try begin(try again())
        guard decoder.layout == layout else { throw .changedWhileRead }
        var analyzer = Analyzer(
          tables, layout: layout, memory: colorMemory, findsLossesOnly: findsLossesOnly, continuing: partial)
        _ = try work.feed(decoder, &analyzer)
        pass = analyzer.finishPass()
        passes += 1
      }
    }
  }

  /// Returns the memory of the rows in progress, and of the last rows, in which losses are found.
  private static func rowMemory(_ header: ImageHeader, threads: Int) -> Int {
    let width = header.width
    let pixelBytes = max(header.bitsPerPixel / 8, header.colorType == .palette ? 4 : 1)
    let rowBytes = width * pixelBytes
    let size = threads == 1 ? RowBatch.size(forImageOf: rowBytes * header.height) : RowBatch.size
    let batchRows = min(max(size / rowBytes, 1), header.height)
    let batch = width * batchRows * (2 * pixelBytes + 12) + 24 * width
    // What fits into 32 MB needs no room of its own.
    let last = max(width * pixelBytes * min(330, header.height) - (32 << 20), 0)
    return (threads > 1 ? Pipeline.batches : 1) * batch + width * (80 + 3 * pixelBytes) + last
  }

  func begin(_ reader: consuming PNGReader) throws(GamutError) -> PNGDecoder {
    do { return try PNGDecoder(reader) } catch { throw .png(error) }
  }

  func feed(_ decoder: consuming PNGDecoder, _ analyzer: inout Analyzer) throws(GamutError) -> [Finding] {
    do {
      let layout = analyzer.layout
      // A single batch leaves no work for a second thread.
      let imageBytes = layout.bytesPerRow * layout.height
      if threads > 1, imageBytes > RowBatch.size {
        return try Pipeline.run(decoder, into: &analyzer)
      }
      var batch = RowBatch(layout, bytes: RowBatch.size(forImageOf: imageBytes))
      while true {
        batch.rows = try unsafe decoder.readRows(into: batch.buffer)
        if batch.rows == 0 { return try decoder.finish() }
        batch.classify(with: analyzer.classifier)
        analyzer.absorb(batch)
      }
    } catch {
      throw .png(error)
    }
  }
}
