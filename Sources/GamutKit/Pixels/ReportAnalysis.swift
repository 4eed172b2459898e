import Gamut
import PNGCodec

/// What the engine says of a file, and what the file held besides.
struct AnalyzedImage {
  var loss: LossReport
  /// Which pixels are lost; nil where none is.
  var lost: LostPixels?
  var findings: [Finding]
  var passes = 1
}

/// Takes the pixels of a file through the engine, on one thread or on two, in one pass or in several.
struct ReportAnalysis {
  var threads: Int
  /// Bytes that the analysis may take.
  var memory: Int
  var decoder = DecoderChoice.automatic

  /// What an image of any size takes: the program, tables, the decoder.
  private static let fixedMemory = 32 << 20
  /// The least for what grows with the colours and with what goes flat.
  private static let leastMemory = 8 << 20
  /// Images of at most so many pixels do not pay for tables of all 65,536 codes when they come alone.
  private static let smallImage = 1 << 14

  /// - Parameters:
  ///   - tables: for a depth; only for the codes that are marked, where some are.
  ///   - again: opens the same file once more.
  func run(
    _ reader: consuming PNGReader, tables: (_ depth: Int, _ codes: [Bool]?) -> RenditionTables,
    again: () throws(GamutError) -> PNGReader
  ) throws(GamutError) -> AnalyzedImage {
    // What is held for as long as the image is read: rows, and for each column of them what runs and labels need.
    let header = reader.header
    let held = header.isInterlaced ? header.height * ((header.width * header.bitsPerPixel + 7) / 8) : 0
    func taken(by threads: Int) -> Int { Self.fixedMemory + held + Self.rowMemory(header, threads: threads) }
    var work = self
    if taken(by: threads) + Self.leastMemory > memory { work.threads = 1 }
    let taken = taken(by: work.threads)
    guard taken + Self.leastMemory <= memory else {
      throw .memory(needed: taken + Self.leastMemory, limit: memory)
    }
    var colorMemory = memory - taken
    if let room = MemoryRoom.share {
      let least = min(Self.leastMemory, 64 * header.width * header.height + (2 << 20))
      func needed(by threads: Int) -> Int {
        MemoryRoom.tables + held + Self.rowMemory(header, threads: threads) + least
          + (threads > 1 ? threads * MemoryRoom.thread : 0)
      }
      if needed(by: work.threads) > room { work.threads = 1 }
      let needed = needed(by: work.threads)
      guard needed <= room else { throw .png(.outOfMemory(bytes: needed)) }
      // Not all that is left: it comes in large pieces.
      colorMemory = min(colorMemory, least + (room - needed) / 2)
    }
    let decoder = try begin(reader)
    let layout = PixelLayout(decoder.layout)
    if work.threads > 1, layout.depth == 16, layout.width * layout.height <= Self.smallImage {
      return try Self.runSmall(decoder, layout, tables)
    }
    let tables = tables(layout.depth, nil)
    var analyzer = Analyzer(tables, layout: layout, memory: colorMemory)
    let findings = try work.feed(decoder, &analyzer)
    var pass = work.finish(analyzer)
    var passes = 1
    while true {
      switch pass {
      case .complete(let report, let lost):
        return AnalyzedImage(loss: report, lost: lost, findings: findings, passes: passes)
      case .exceedsMemory(let needed): throw .memory(needed: taken + needed, limit: memory)
      case .outOfMemory(let bytes): throw .png(.outOfMemory(bytes: bytes))
      case .partial(let partial):
        let decoder = try begin(try again())
        guard PixelLayout(decoder.layout) == layout else { throw .changedWhileRead }
        var analyzer = Analyzer(tables, layout: layout, memory: colorMemory, continuing: partial)
        _ = try work.feed(decoder, &analyzer)
        pass = work.finish(analyzer)
        passes += 1
      }
    }
  }

  /// What the rows on their way, and the columns that they go through, may take.
  private static func rowMemory(_ header: ImageHeader, threads: Int) -> Int {
    let width = header.width
    let pixelBytes = max(header.bitsPerPixel / 8, header.colorType == .palette ? 4 : 1)
    let batchRows = min(max(RowBatch.size / (width * pixelBytes), 1), header.height)
    let batch = width * batchRows * (2 * pixelBytes + 12) + 24 * width
    return (threads > 1 ? Pipeline.batches : 1) * batch + width * (80 + 3 * pixelBytes)
  }

  func begin(_ reader: consuming PNGReader) throws(GamutError) -> PNGDecoder {
    do {
      return try PNGDecoder(reader, choice: decoder)
    } catch {
      throw .png(error)
    }
  }

  private func finish(_ analyzer: consuming Analyzer) -> AnalysisPass {
    threads > 1
      ? analyzer.finishPass(workers: threads, perform: concurrently)
      : analyzer.finishPass(workers: 1) { count, body in (0..<count).forEach(body) }
  }

  func feed(_ decoder: consuming PNGDecoder, _ analyzer: inout Analyzer) throws(GamutError) -> [Finding] {
    do {
      let layout = analyzer.layout
      // What is one batch leaves nothing to a second thread.
      if threads > 1, layout.bytesPerRow * layout.height > RowBatch.size {
        return try Pipeline.run(decoder, into: &analyzer)
      }
      var batch = RowBatch(layout)
      while true {
        let buffer = unsafe batch.buffer
        batch.rows = try unsafe decoder.readRows(into: buffer)
        if batch.rows == 0 { return try decoder.finish() }
        batch.classify(with: analyzer.classifier)
        analyzer.absorb(batch)
      }
    } catch {
      throw .png(error)
    }
  }

  /// All rows first, then tables for the codes that they have.
  private static func runSmall(
    _ decoder: consuming PNGDecoder, _ layout: PixelLayout,
    _ tables: (_ depth: Int, _ codes: [Bool]?) -> RenditionTables
  ) throws(GamutError) -> AnalyzedImage {
    var batch = RowBatch(layout, bytes: layout.bytesPerRow * layout.height)
    let findings: [Finding]
    do {
      while batch.rows < layout.height {
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: batch.buffer[(batch.rows * layout.bytesPerRow)...])
        let rows = try unsafe decoder.readRows(into: rest)
        if rows == 0 { break }
        batch.rows += rows
      }
      findings = try decoder.finish()
    } catch {
      throw .png(error)
    }
    var analyzer = Analyzer(tables(layout.depth, batch.codes(layout)), layout: layout)
    batch.classify(with: analyzer.classifier)
    analyzer.absorb(batch)
    let pass = analyzer.finishPass(workers: 1) { count, body in (0..<count).forEach(body) }
    // Its memory is not limited, so that it takes one pass.
    guard case .complete(let loss, let lost) = pass else {
      throw .png(.outOfMemory(bytes: layout.width * layout.height))
    }
    return AnalyzedImage(loss: loss, lost: lost, findings: findings)
  }
}
