import Gamut
import PNGCodec

/// Analyses the pixels of an image for a conversion to a destination of matrix and curves, in as many passes as needed.
struct ConversionAnalysis {
  let source: SourceSpace
  let destination: RGBSpace
  /// Bits of the result.
  let depth: Int
  let threads: Int
  let limits: Limits
  /// The memory limit of an analysis in bytes.
  let memory: Int

  /// The number of bytes of rows read at once.
  private static let rowMemory = 256 << 10

  /// Returns the losses with a mapping, computed from its own codes; nil clamps.
  ///
  /// - Parameter top: the maximum number of groups and regions listed.
  func report(
    _ mapping: (any GamutMapping)?, top: Int = 0, _ open: () throws(PNGError) -> ByteSource
  ) throws(ConvertError) -> LossReport {
    let rendition = Rendition(source: source, destination: destination, depth: depth, top: top, mapping: mapping)
    do throws(GamutError) {
      func reader() throws(GamutError) -> PNGReader {
        do { return try PNGReader(try open(), limits: limits) } catch { throw .png(error) }
      }
      return try ReportAnalysis(threads: threads, memory: memory).run(
        try reader(), tables: { RenditionTables(rendition, sourceDepth: $0, codes: $1) },
        again: { () throws(GamutError) in try reader() }
      ).loss
    } catch {
      throw .input(error)
    }
  }

  /// Returns how far each mapping moves the pixels that do not clip.
  func fittingShifts(
    _ mappings: [(any GamutMapping)?], _ open: () throws(PNGError) -> ByteSource
  ) throws(ConvertError) -> [LossReport.Shift] {
    try ConvertError.reading { () throws(PNGError) in
      try MemoryRoom.require(MemoryRoom.tables + MemoryRoom.shifts + mappings.count * MemoryRoom.shiftsOfMapping)
    }
    var shifts = try unsafe read(open) {
      FittingShifts(mappings, $0, layout: $1)
    } consume: {
      unsafe $0.consume($1)
    }
    return shifts.finish()
  }

  /// Passes all rows to a consumer created for them.
  func read<Consumer>(
    _ open: () throws(PNGError) -> ByteSource, into make: (RenditionTables, PixelLayout) -> Consumer,
    consume: (inout Consumer, UnsafeRawBufferPointer) -> Void
  ) throws(ConvertError) -> Consumer {
    try ConvertError.reading { () throws(PNGError) in
      var decoder = try PNGDecoder(try PNGReader(try open(), limits: limits))
      let layout = PixelLayout(decoder.layout)
      let tables = RenditionTables(
        Rendition(source: source, destination: destination, depth: depth), sourceDepth: layout.depth)
      var consumer = make(tables, layout)
      let rows = max(1, min(layout.height, Self.rowMemory / layout.bytesPerRow))
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: rows * layout.bytesPerRow, alignment: 64)
      defer { unsafe buffer.deallocate() }
      while true {
        let count = try unsafe decoder.readRows(into: buffer)
        if count == 0 { return consumer }
        unsafe consume(&consumer, UnsafeRawBufferPointer(rebasing: buffer[..<(count * layout.bytesPerRow)]))
      }
    }
  }
}
