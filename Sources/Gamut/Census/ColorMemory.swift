/// The surface colours of the destination cube that occur in the rows of an image so far.
///
/// Not thread-safe: only one thread at a time may use it.
@safe public final class ColorMemory: @unchecked Sendable {
  // Sendable unchecked: the caller synchronises the transfer between threads.
  @unsafe let store = UnsafeMutablePointer<ColorStore>.allocate(capacity: 1)
  private let layout: PixelLayout
  /// Whether any colour can be on the surface, so that colours must be stored.
  private let isUsed: Bool
  /// The number of rows stored so far.
  private var row = 0

  init(_ layout: PixelLayout, tables: RenditionTables, from start: ColorKey?, limit: Int) {
    self.layout = layout
    isUsed = tables.canClip && start != nil
    unsafe store.initialize(
      to: ColorStore(
        depth: tables.depth, width: layout.width, height: layout.height, from: start ?? .first, limit: limit))
  }

  deinit {
    unsafe store.deinitialize(count: 1)
    unsafe store.deallocate()
  }

  /// Stores the colours of the next rows of the image, which must be classified. Batches must come in row order.
  public func remember(_ batch: borrowing RowBatch) {
    let start = row
    row += batch.classified.rows
    unsafe store.pointee.beginBatch()
    guard isUsed, let base = unsafe batch.filled.baseAddress else { return }
    switch (layout.depth == 16, layout.channels) {
    case (false, 1): unsafe remember(base, batch.classified, from: start, as: Grey8.self)
    case (false, 2): unsafe remember(base, batch.classified, from: start, as: GreyAlpha8.self)
    case (false, 3): unsafe remember(base, batch.classified, from: start, as: RGB8.self)
    case (false, _): unsafe remember(base, batch.classified, from: start, as: RGBA8.self)
    case (true, 1): unsafe remember(base, batch.classified, from: start, as: Grey16.self)
    case (true, 2): unsafe remember(base, batch.classified, from: start, as: GreyAlpha16.self)
    case (true, 3): unsafe remember(base, batch.classified, from: start, as: RGB16.self)
    case (true, _): unsafe remember(base, batch.classified, from: start, as: RGBA16.self)
    }
  }

  @unsafe
  private func remember<Format: PixelFormat>(
    _ base: UnsafeRawPointer, _ classified: borrowing ClassifiedRows, from row: Int, as format: Format.Type
  ) {
    let store = unsafe store
    var distinct = DistinctRows()
    while distinct.next(in: classified) {
      let y = distinct.rows.lowerBound
      unsafe store.pointee.beginRows((row + y)..<(row + distinct.rows.upperBound))
      var stretches = unsafe SurfaceStretches<Format>(base + y * layout.bytesPerRow, classified, distinct.entries)
      while unsafe stretches.next() {
        let (start, end) = unsafe (stretches.start, stretches.stop)
        let (source, code) = unsafe (stretches.source, stretches.code)
        let slot = unsafe store.pointee.prepare(source)
        unsafe store.pointee.add(source, code, from: start, to: end, at: slot)
      }
    }
  }
}
