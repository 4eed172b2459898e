internal import CGamutKernels

/// The result of classifying a batch of rows: the pixels whose destination code is on the surface, in order.
///
/// Its memory is reused from batch to batch.
@safe struct ClassifiedRows: ~Copyable, Sendable {
  /// The largest number of pixels.
  let pixelCapacity: Int
  /// The x of each surface pixel and its code. A following entry with ``SurfaceCode/repeated`` contains the last x of a
  /// stretch of that pixel's colour.
  let positions: Scratch<UInt32>
  let surface: Scratch<UInt64>
  /// The pixels of one row that a vector kernel leaves to double precision.
  let undecided, exceeding: Scratch<UInt32>
  /// The results of the stretches of the previous row.
  @unsafe let stretches: Scratch<gamut_stretch>
  /// The end of each row's pixels in `positions`. A row that equals the one above it has no pixels of its own.
  let ends: Scratch<Int>
  /// Whether a row equals the one above it in the same batch.
  let repeats: Scratch<Bool>
  /// Rows in this batch.
  var rows = 0
  /// Transparent pixels of the batch.
  var transparent = 0
  /// The largest excess in this batch and in earlier ones in the same memory: smaller ones are not measured.
  var excess = 0.0
  /// The effect of the mapping on the batch's pixels, if there is a mapping.
  var mapping = MappingTally()

  init(rows: Int, width: Int) {
    pixelCapacity = rows * width
    // Kernels store whole blocks, up to 16 elements beyond the end.
    positions = Scratch(count: pixelCapacity + 16)
    surface = Scratch(count: pixelCapacity + 16)
    undecided = Scratch(count: width + 16)
    exceeding = Scratch(count: width + 16)
    unsafe stretches = Scratch(count: width / 8 + 1)
    ends = Scratch(count: rows)
    repeats = Scratch(count: rows)
  }
}
