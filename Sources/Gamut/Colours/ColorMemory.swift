/// The surface colours of the destination cube that occur in the rows of an image so far.
///
/// Not thread-safe: only one thread at a time may use it.
@safe public final class ColorMemory: @unchecked Sendable {
  // Sendable unchecked: the caller synchronises the transfer between threads.
  @unsafe let store = UnsafeMutablePointer<ColorStore>.allocate(capacity: 1)
  private let layout: PixelLayout
  /// Whether any colour can be on the surface.
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

  /// Records that the rows of a batch are stored next.
  func begin(_ batch: borrowing RowBatch) {
    row += batch.classified.rows
    unsafe store.pointee.beginBatch()
  }

  /// Stores the colours of the next rows of the image, which must be classified. Batches must come in row order.
  public func remember(_ batch: borrowing RowBatch) {
    let start = row
    begin(batch)
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
    var start = 0
    var y = 0
    while y < classified.rows {
      var next = y + 1
      while unsafe next < classified.rows && classified.repeats.base[next] { next += 1 }
      let end = unsafe classified.ends.base[y]
      unsafe store.pointee.beginRows((row + y)..<(row + next))
      let weight = UInt32(truncatingIfNeeded: next - y)
      let rowStart = (row + y) * layout.width
      var stretches = unsafe SurfaceStretches<Format>(base + y * layout.bytesPerRow, classified, start..<end)
      while unsafe stretches.next() {
        let (start, end) = unsafe (stretches.start, stretches.stop)
        let (source, code) = unsafe (stretches.source, stretches.code)
        unsafe store.pointee.add(
          ColorRecord(
            source: source, surface: code.bits, pixels: weight &* UInt32(truncatingIfNeeded: end &- start),
            first: UInt32(truncatingIfNeeded: rowStart &+ start)))
        if end &- start > 1 { unsafe store.pointee.addFlat(source, code, from: start, to: end) }
      }
      start = end
      y = next
    }
  }
}
