import Gamut
import PNGCodec

/// The meaning of a declaration, with tables by the depth of the image's samples.
struct RenditionSource: Sendable {
  let color: SourceColor
  let tables = Memo<Int, RenditionTables>()

  /// The number of sources that are cached: the tables of each take up to 2.3 MB.
  static let limit = 32
}

/// A file to decode again, with the tables for its meaning.
typealias RenditionRows = DecodedRows<RenditionTables>

/// The rows of a file, and what is computed from their layout.
struct DecodedRows<Tables>: ~Copyable {
  private var decoder: PNGDecoder
  let layout: PixelLayout
  let tables: Tables
  private let batch: RowBatch

  init(_ decoder: consuming PNGDecoder, tables: (PixelLayout) -> Tables) {
    layout = decoder.layout
    self.tables = tables(layout)
    batch = RowBatch(layout)
    self.decoder = decoder
  }

  /// Returns some whole rows, in order, valid until the next call; empty at the end.
  mutating func next() throws(GamutError) -> UnsafeRawBufferPointer {
    let buffer = unsafe batch.buffer
    do {
      let count = try unsafe decoder.readRows(into: buffer)
      return unsafe UnsafeRawBufferPointer(rebasing: buffer[..<(count * layout.bytesPerRow)])
    } catch {
      throw .png(error)
    }
  }

  mutating func forEachRow(_ body: (UnsafeRawBufferPointer) throws(GamutError) -> Void) throws(GamutError) {
    while true {
      let bytes = try unsafe next()
      if unsafe bytes.isEmpty { return }
      for start in stride(from: 0, to: bytes.count, by: layout.bytesPerRow) {
        try unsafe body(UnsafeRawBufferPointer(rebasing: bytes[start..<(start + layout.bytesPerRow)]))
      }
    }
  }

  /// Checks that the file ends correctly, after all rows were read.
  consuming func finish() throws(GamutError) { do { _ = try decoder.finish() } catch { throw .png(error) } }
}
