public import Gamut
import PNGCodec

/// What a conversion does to the colours of an image.
public struct ConversionEffect: Sendable, Hashable {
  public var mapping: ConvertOptions.Mapping
  /// What clamping loses, and what the mapping does by its own codes; the same where that is clamping.
  public var before, after: LossReport

  /// Pixels that do not keep their colour, or do not get the code that clamping gives.
  public var changed: Int { after.mapping?.changed ?? after.pixels.clipped }
  /// ΔEOK of these.
  public var shift: LossReport.Shift { after.mapping?.shift ?? after.shift }
  /// Mean ΔEOK of the pixels that fit.
  public var inGamutShift: Double { after.mapping?.inGamutShift ?? 0 }
  /// Mean change of hue in degrees, of pixels that have one; nil where it was not measured.
  public var hueShift: Double? { after.mapping?.hueShift }
}

extension Converter {
  /// Analyses the image as clamping leaves it and as the mapping does.
  func effect(
    _ color: SourceColor, mapping: (any GamutMapping)?, depth: Int, threads: Int,
    _ open: () throws(PNGError) -> ByteSource
  ) throws(ConvertError) -> ConversionEffect {
    guard case .rgb(let destination)? = target.color else { throw .destination(.tables) }
    let analysis = ReportAnalysis(threads: threads, memory: 1 << 30)
    func report(_ mapping: (any GamutMapping)?) throws(ConvertError) -> LossReport {
      let rendition = Rendition(source: color.meaning, destination: destination, depth: depth, mapping: mapping)
      do throws(GamutError) {
        func reader() throws(GamutError) -> PNGReader {
          do { return try PNGReader(try open(), limits: options.limits) } catch { throw .png(error) }
        }
        return try analysis.run(
          try reader(), tables: { RenditionTables(rendition, sourceDepth: $0, codes: $1) },
          again: { () throws(GamutError) in try reader() }
        ).loss
      } catch {
        throw .input(error)
      }
    }
    let before = try report(nil)
    return ConversionEffect(
      mapping: options.mapping, before: before, after: mapping == nil ? before : try report(mapping))
  }

  /// The mapping for an image, nil where it is clamping: for `preserve` after a first pass over its pixels.
  func mapping(
    _ color: SourceColor, depth: Int, _ open: () throws(PNGError) -> ByteSource
  ) throws(ConvertError) -> (any GamutMapping)? {
    guard options.mapping != .clip else { return nil }
    guard case .rgb(let destination)? = target.color else { throw .destination(.tables) }
    guard options.mapping == .preserve else { return CSSMapping(destination: destination) }
    return try ConvertError.reading { () throws(PNGError) in
      var decoder = try PNGDecoder(try PNGReader(try open(), limits: options.limits))
      let layout = PixelLayout(decoder.layout)
      let tables = RenditionTables(
        Rendition(source: color.meaning, destination: destination, depth: depth), sourceDepth: layout.depth)
      var survey = PreserveSurvey(tables)
      let rows = max(1, min(layout.height, (256 << 10) / layout.bytesPerRow))
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: rows * layout.bytesPerRow, alignment: 64)
      defer { unsafe buffer.deallocate() }
      while true {
        let count = try unsafe decoder.readRows(into: buffer)
        if count == 0 { break }
        let part = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<(count * layout.bytesPerRow)])
        unsafe survey.consume(part, layout: layout, tables: tables)
      }
      return PreserveMapping(survey)
    }
  }
}
