import Gamut
import PNGCodec

/// Analyses the pixels of an image for a conversion to a destination of matrix and curves, in as many passes as needed.
struct ConversionAnalysis {
  let source: SourceSpace
  let destination: RGBSpace
  /// Bits of the result.
  let depth: Int
  /// The just-noticeable difference (DIN99o).
  var jnd = Rendition.defaultJND
  let threads: Int
  let limits: Limits
  /// The memory limit of an analysis in bytes.
  let memory: Int

  /// Returns the losses with a mapping, computed from its own codes; nil clamps.
  ///
  /// - Parameter top: the maximum number of groups, regions and pairs listed.
  func report(
    _ mapping: (any GamutMapping)?, top: Int = 0, _ original: OpenedInput
  ) throws(ConvertError) -> LossReport {
    let rendition = Rendition(
      source: source, destination: destination, depth: depth, jnd: jnd, top: top, mapping: mapping)
    do throws(GamutError) {
      func reader() throws(GamutError) -> PNGReader {
        try GamutError.reading { () throws(PNGError) in try PNGReader(original.open(), limits: limits) }
      }
      return try ReportAnalysis(threads: threads, memory: memory, isSingle: true).run(
        try reader(), tables: { RenditionTables(rendition, sourceDepth: $0, codes: $1) },
        again: { () throws(GamutError) in try reader() }
      ).loss
    } catch {
      throw .input(error)
    }
  }

  /// Returns how far each mapping moves the pixels that do not clip.
  func fittingShifts(
    _ mappings: [(any GamutMapping)?], _ original: OpenedInput
  ) throws(ConvertError) -> [LossReport.Shift] {
    try ConvertError.reading { () throws(PNGError) in
      try MemoryRoom.require(MemoryRoom.tables + MemoryRoom.shifts + mappings.count * MemoryRoom.shiftsOfMapping)
    }
    var shifts = try unsafe read(original) {
      FittingShifts(mappings, $0, layout: $1)
    } consume: {
      unsafe $0.consume($1)
    }
    return shifts.finish()
  }

  /// Passes all rows to a consumer created for them.
  func read<Consumer>(
    _ original: OpenedInput, into make: (RenditionTables, PixelLayout) -> Consumer,
    consume: (inout Consumer, UnsafeRawBufferPointer) -> Void
  ) throws(ConvertError) -> Consumer {
    do throws(GamutError) {
      var rows = RenditionRows(try decoder(original)) { layout in
        RenditionTables(Rendition(source: source, destination: destination, depth: depth), sourceDepth: layout.depth)
      }
      var consumer = make(rows.tables, rows.layout)
      while true {
        let bytes = try unsafe rows.next()
        if unsafe bytes.isEmpty { return consumer }
        unsafe consume(&consumer, bytes)
      }
    } catch {
      throw .input(error)
    }
  }

  private func decoder(_ original: OpenedInput) throws(GamutError) -> PNGDecoder {
    try GamutError.reading { () throws(PNGError) in try PNGDecoder(PNGReader(original.open(), limits: limits)) }
  }
}
