internal import CGamutKernels

/// The sums of the coordinates of 64 columns from some row on, with which the sum of a part of a column is one
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
  /// For each row the last one, up to it, with a pixel that shifts so much that it can be part of a loss; and the last one
  /// that differs from the row above it.
  private let shifted = Scratch<Int>(count: StripSums.count), varied = Scratch<Int>(count: StripSums.count)
  /// The next such rows, as far as they were looked for.
  private var nextShifted = 0, nextVaried = 0

  init() { sums = Scratch(count: Self.count * Self.stride) }

  /// The memory that the sums of an image of some height take.
  static func bytes(height: Int) -> Int { min(count, height + 1) * stride * MemoryLayout<Int32>.size }

  /// The sums along the columns, from row `y` on.
  @unsafe
  func line(_ y: Int) -> gamut_line {
    unsafe gamut_line(
      sums: sums.base, start: Int32(y % Self.count), count: Int32(Self.count), step: Self.stride, plane: Self.columns)
  }

  /// The distance from a row to the next one, up or down, with a shift that can be part of a loss.
  func distanceOfShift(_ y: Int) -> Int {
    nextShifted = next(shifted, from: max(nextShifted, y))
    return min(unsafe y - shifted.base[y % Self.count], nextShifted < rows.upperBound ? nextShifted - y : .max)
  }

  /// Whether a pixel of a row has such a shift.
  func hasShift(_ y: Int) -> Bool { unsafe shifted.base[y % Self.count] == y }

  /// The largest length for which the boxes of all pixels of a row have one colour in their columns.
  func uniformDown(_ y: Int) -> Int {
    nextVaried = next(varied, from: max(nextVaried, y + 1))
    return min(unsafe y - varied.base[y % Self.count], nextVaried - y - 1)
  }

  /// The first row, from one on, that is its own last one; the end if there is none.
  private func next(_ last: borrowing Scratch<Int>, from first: Int) -> Int {
    var y = first
    while y < rows.upperBound, unsafe last.base[y % Self.count] != y { y += 1 }
    return y
  }

  /// The sums of the rows above row `y`, which is one of `rows` or their end.
  @unsafe
  func above(_ y: Int) -> UnsafeMutablePointer<Int32> { unsafe sums.base + y % Self.count * Self.stride }

  /// Adds rows up to `end`, from `first` on if those before were not added.
  @unsafe
  func extend<Format: PixelFormat>(
    _ strip: Int, from first: Int, to end: Int, _ window: borrowing PixelWindow, _ coordinates: PixelCoordinates,
    _ memory: inout PixelCoordinates.Memory, strong least: Double, vector: VectorExtension, as format: Format.Type
  ) {
    if rows.upperBound < first || rows.lowerBound > first {
      rows = first..<first
      unsafe above(first).update(repeating: 0, count: Self.stride)
    }
    let size = Format.channels * MemoryLayout<Format.Sample>.size
    let count = min(window.layout.width - Self.columns * strip, Self.columns)
    for y in rows.upperBound..<max(end, rows.upperBound) {
      let pixels = unsafe window.row(y) + Self.columns * strip * size
      let all: UInt64 = count == 64 ? .max : 1 << UInt64(count) - 1
      let isRepeat = y > rows.lowerBound && window.equalsAbove(y, strip) & all == all
      if !isRepeat { unsafe coordinates.write(pixels, count: count, to: planes.base, &memory, as: format) }
      let isShifted = unsafe gamut_add_row(vector.kernel, planes.base, least, above(y), above(y + 1))
      let (this, above) = (y % Self.count, (y + Self.count - 1) % Self.count)
      let isFirst = y == rows.lowerBound
      unsafe shifted.base[this] = isShifted != 0 ? y : isFirst ? .min / 2 : shifted.base[above]
      unsafe varied.base[this] = !isRepeat ? y : varied.base[above]
    }
    rows = max(rows.lowerBound, end - Self.count + 1)..<max(end, rows.upperBound)
  }
}

/// The sums along the last rows. Rows that repeat each other share them.
struct RowSums: ~Copyable, Sendable {
  /// The rows whose sums are kept.
  static let rows = 2 * Visibility.keptReach + 1
  /// Elements beyond the ends of a row, so that strips can be looked at as a whole.
  private static let margin = 192
  private let sums: Scratch<Int32>
  /// The number of the sums of each row.
  private var numbers = [Int](repeating: 0, count: RowSums.rows)
  private var number = 0
  /// The distance of two planes.
  private let stride: Int

  init(width: Int) {
    stride = (width + 63) / 64 * 64 + 2 * Self.margin + 64
    // Not filled: what is not written is not used, and a wide image without changed pixels touches none of it.
    sums = Scratch(count: Self.rows * Int(GAMUT_PLANES) * stride)
  }

  /// Begins a row; one that has the sums of the row above is complete.
  mutating func begin(_ y: Int, isRepeat: Bool) {
    if !isRepeat { number += 1 }
    numbers[y % Self.rows] = number
  }

  @unsafe
  private func row(_ y: Int) -> UnsafeMutablePointer<Int32> {
    unsafe sums.base + numbers[y % Self.rows] % Self.rows * Int(GAMUT_PLANES) * stride
  }

  /// Adds a strip of a row, to the sums of the strip before if it was added too.
  @unsafe
  func add(_ strip: Int, _ y: Int, _ columns: StripSums, continues: Bool, vector: VectorExtension) {
    let row = unsafe row(y) + Self.margin + 64 * strip
    if !continues { for plane in 0..<Int(GAMUT_PLANES) { unsafe row[plane * stride] = 0 } }
    unsafe gamut_sum_row(vector.kernel, columns.above(y), columns.above(y + 1), row, stride)
  }

  /// The sums along a row, from column `x` on.
  @unsafe
  func line(_ x: Int, _ y: Int) -> gamut_line {
    unsafe gamut_line(
      sums: row(y), start: Int32(Self.margin + x), count: Int32(stride), step: 1, plane: stride)
  }
}
