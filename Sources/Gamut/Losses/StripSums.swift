internal import CGamutKernels

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The sums of the coordinates and shifts of 64 columns from some row on, with which the sum of a part of a column is one
/// difference.
///
/// It exists only near changed pixels. Sums wrap; their differences do not.
final class StripSums: @unchecked Sendable {
  // Sendable unchecked: it belongs to the finder that made it, and moves with that.
  private let sums: Scratch<Int32>
  private let planes = Scratch<Int32>(count: 6 * StripSums.columns, filledWith: 0)
  /// The rows that are summed: the sums up to each of these and to the end are there.
  private(set) var rows = 0..<0

  static let columns = Int(GAMUT_STRIP)
  /// The elements of the sums up to one row.
  static let stride = Int(GAMUT_PLANES) * columns
  private static let count = PixelWindow.rows + 1

  init() { sums = Scratch(count: Self.count * Self.stride) }

  /// The sums of the rows above row `y`, which is one of `rows` or their end.
  @unsafe
  func above(_ y: Int) -> UnsafeMutablePointer<Int32> { unsafe sums.base + y % Self.count * Self.stride }

  /// Adds rows up to `end`, from `first` on if those before were not added.
  @unsafe
  func extend<Format: PixelFormat>(
    _ strip: Int, from first: Int, to end: Int, _ window: borrowing PixelWindow, _ coordinates: PixelCoordinates,
    _ memory: inout PixelCoordinates.Memory, vector: VectorExtension, as format: Format.Type
  ) {
    if rows.upperBound < first || rows.lowerBound > first {
      rows = first..<first
      unsafe above(first).update(repeating: 0, count: Self.stride)
    }
    let size = Format.channels * MemoryLayout<Format.Sample>.size
    let count = min(window.layout.width - Self.columns * strip, Self.columns)
    for y in rows.upperBound..<max(end, rows.upperBound) {
      let pixels = unsafe window.row(y) + Self.columns * strip * size
      let isRepeat: Bool =
        unsafe y > rows.lowerBound
        && memcmp(pixels, window.row(y - 1) + Self.columns * strip * size, count * size) == 0
      if !isRepeat { unsafe coordinates.write(pixels, count: count, to: planes.base, &memory, as: format) }
      unsafe gamut_add_row(vector.kernel, planes.base, window.changed(y, strip), above(y), above(y + 1))
    }
    rows = max(rows.lowerBound, end - Self.count + 1)..<max(end, rows.upperBound)
  }
}

/// The sums along a row, and those along the two rows before and after it.
struct RowSums: ~Copyable, Sendable {
  /// The rows whose sums are kept.
  static let rows = 2 * Visibility.keptReach + 1
  private let sums: Scratch<Int32>
  /// The distance of two planes.
  let stride: Int

  init(width: Int) {
    stride = (width + 63) / 64 * 64 + 2 * PixelWindow.margin + 64
    sums = Scratch(count: Self.rows * Int(GAMUT_PLANES) * stride, filledWith: 0)
  }

  /// The sums of the pixels before column `x` of row `y`, in the first plane.
  @unsafe
  func before(_ x: Int, _ y: Int) -> UnsafeMutablePointer<Int32> {
    unsafe sums.base + y % Self.rows * Int(GAMUT_PLANES) * stride + PixelWindow.margin + x
  }
}
