internal import CGamutKernels

/// What classification leaves of a batch of rows: the pixels whose destination code is on the surface, in order.
///
/// Its memory is reused from batch to batch.
@safe struct ClassifiedRows: ~Copyable, Sendable {
  /// The largest number of rows and of pixels.
  let rowCapacity, pixelCapacity: Int
  /// The x of each surface pixel and its code; or, after a pixel, the last x of many that are of its colour and
  /// ``SurfaceCode/repeated``.
  let positions: Scratch<UInt32>
  let surface: Scratch<UInt64>
  /// What a vector kernel leaves to double precision in one row.
  let undecided, exceeding: Scratch<UInt32>
  /// What each stretch of the row before came to.
  @unsafe let stretches: Scratch<gamut_stretch>
  /// Where each row's pixels end in `positions`. A row that equals the one above it has none of its own.
  let ends: Scratch<Int>
  /// Whether a row equals the one above it in the same batch.
  let repeats: Scratch<Bool>
  /// Rows in this batch.
  var rows = 0
  /// Transparent pixels of the batch.
  var transparent = 0
  /// The largest excess in this batch and those that were in its place before: what does not exceed that is not measured.
  var excess = 0.0
  /// What the mapping does to the batch's pixels, where there is one.
  var mapping = MappingTally()

  init(rows: Int, width: Int) {
    rowCapacity = rows
    pixelCapacity = rows * width
    // Kernels store whole blocks: 16 more than there are.
    positions = Scratch(count: pixelCapacity + 16)
    surface = Scratch(count: pixelCapacity + 16)
    undecided = Scratch(count: width + 16)
    exceeding = Scratch(count: width + 16)
    unsafe stretches = Scratch(count: width / 16 + 1)
    ends = Scratch(count: rows)
    repeats = Scratch(count: rows)
  }
}
