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
  private static let count = PixelWindow.rows + 1
  /// The distance of two planes. Those of one plane follow each other, because tests of one plane decide mostly.
  static let stride = count * columns
  /// For each row the last one, up to it, that differs from the row above it.
  private let varied = Scratch<Int>(count: StripSums.count)
  /// The next such row, as far as it was looked for.
  private var nextVaried = 0

  init() { sums = Scratch(count: Int(GAMUT_PLANES) * Self.stride) }

  /// The memory that the sums of an image of some height take.
  static func bytes(height: Int) -> Int {
    min(count, height + 1) * Int(GAMUT_PLANES) * columns * MemoryLayout<Int32>.size
  }

  /// The sums along the columns, from row `y` on.
  @unsafe
  func line(_ y: Int) -> gamut_line {
    unsafe gamut_line(
      sums: sums.base, start: Int32(y % Self.count), count: Int32(Self.count), before: Int32(y - rows.lowerBound),
      after: Int32(rows.upperBound - 1 - y), step: Self.columns, plane: Self.stride)
  }

  /// The largest length for which the boxes of all pixels of a row have one colour in their columns.
  func uniformDown(_ y: Int) -> Int {
    nextVaried = max(nextVaried, y + 1)
    while nextVaried < rows.upperBound, unsafe varied.base[nextVaried % Self.count] != nextVaried { nextVaried += 1 }
    return min(unsafe y - varied.base[y % Self.count], nextVaried - y - 1)
  }

  /// The sums of the rows above row `y`, which is one of `rows` or their end.
  @unsafe
  func above(_ y: Int) -> UnsafeMutablePointer<Int32> { unsafe sums.base + y % Self.count * Self.columns }

  /// Adds rows up to `end`, from `first` on if those before were not added.
  @unsafe
  func extend<Format: PixelFormat>(
    _ strip: Int, from first: Int, to end: Int, _ window: borrowing PixelWindow, _ coordinates: PixelCoordinates,
    _ memory: inout PixelCoordinates.Memory, vector: VectorExtension, as format: Format.Type
  ) {
    if rows.upperBound < first || rows.lowerBound > first {
      rows = first..<first
      for plane in 0..<Int(GAMUT_PLANES) {
        unsafe (above(first) + plane * Self.stride).update(repeating: 0, count: Self.columns)
      }
    }
    let size = Format.channels * MemoryLayout<Format.Sample>.size
    let count = min(window.layout.width - Self.columns * strip, Self.columns)
    for y in rows.upperBound..<max(end, rows.upperBound) {
      let pixels = unsafe window.row(y) + Self.columns * strip * size
      let all: UInt64 = count == 64 ? .max : 1 << UInt64(count) - 1
      let isRepeat = y > rows.lowerBound && window.equalsAbove(y, strip) & all == all
      if !isRepeat { unsafe coordinates.write(pixels, count: count, to: planes.base, &memory, as: format) }
      unsafe vector.kernels.add_row(planes.base, above(y), above(y + 1), Self.stride)
      unsafe varied.base[y % Self.count] = isRepeat ? varied.base[(y + Self.count - 1) % Self.count] : y
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
  private let strips: Int
  /// The distance of two planes.
  private let stride: Int

  init(strips: Int) {
    self.strips = strips
    stride = 64 * strips + 2 * Self.margin + 64
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
    unsafe vector.kernels.sum_row(columns.above(y), columns.above(y + 1), StripSums.stride, row, stride)
    // Nothing shifts beyond the ends.
    let shifts = unsafe row + Int(GAMUT_SHIFTS) * stride
    if strip == 0 { unsafe (shifts - Self.margin).update(repeating: shifts[0], count: Self.margin) }
    if strip == strips - 1 { unsafe (shifts + 65).update(repeating: shifts[64], count: Self.margin) }
  }

  /// The sums along a row, from column `x` on.
  @unsafe
  func line(_ x: Int, _ y: Int) -> gamut_line {
    unsafe gamut_line(
      sums: row(y), start: Int32(Self.margin + x), count: Int32(stride), before: Int32(Self.margin),
      after: Int32(Self.margin), step: 1, plane: stride)
  }
}
