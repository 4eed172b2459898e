import LibC

/// The surface test for rows with fewer pixels than a block of the vector kernels: several rows are classified as one,
/// and its entries are then divided among them.
@unsafe
struct NarrowClassifier: ~Copyable {
  private var vector: VectorClassifier
  private let width, bytesPerRow: Int
  /// The number of rows classified as one.
  private let together: Int
  /// The entries of these rows.
  private let positions: Scratch<UInt32>
  private let surface: Scratch<UInt64>

  /// Creates a classifier; nil if the rows are wide enough, or if there is no kernel for the layout.
  init?(
    _ classifier: RowClassifier, _ decode: UnsafePointer<Float>, _ codes: UnsafePointer<UInt16>?, _ exact: ExactCoder
  ) {
    unsafe (width, bytesPerRow) = (classifier.layout.width, classifier.layout.bytesPerRow)
    let together = PixelLayout.rowsTogether(width: classifier.layout.width)
    guard together > 1 else { return nil }
    var layout = classifier.layout
    layout.width *= together
    let joined = RowClassifier(tables: classifier.tables, layout: layout, vector: classifier.vector)
    guard let vector = unsafe VectorClassifier(joined, decode, codes, exact) else { return nil }
    unsafe self.vector = vector
    unsafe self.together = together
    unsafe positions = Scratch(count: layout.width + 16)
    unsafe surface = Scratch(count: layout.width + 16)
  }

  /// Classifies whole rows into `result`, which has room for them.
  mutating func classify<Format: PixelFormat>(
    _ rows: UnsafeRawBufferPointer, as format: Format.Type, into result: inout ClassifiedRows
  ) {
    let count = unsafe rows.count / max(bytesPerRow, 1)
    result.rows = count
    result.transparent = 0
    guard let base = rows.baseAddress else { return }
    var (y, end) = (0, 0)
    while y < count {
      let next = unsafe min(y + together, count)
      for y in y..<next {
        let row = unsafe base + y * bytesPerRow
        unsafe result.repeats.base[y] = y > 0 && memcmp(row, row - bytesPerRow, bytesPerRow) == 0
      }
      unsafe vector.width = (next - y) * width
      let found = unsafe vector.classify(
        base + y * bytesPerRow, as: format, into: (positions.base, surface.base), &result)
      result.transparent += found.transparent
      end = unsafe divide(found.count, among: y..<next, from: end, into: &result)
      y = next
    }
  }

  /// Appends the entries to those of their rows, except for rows that equal the row above. Returns the end of the last
  /// row.
  private func divide(
    _ count: Int, among rows: Range<Int>, from start: Int, into result: inout ClassifiedRows
  ) -> Int {
    let (positions, surface) = unsafe (result.positions.base, result.surface.base)
    let (ends, repeats) = unsafe (result.ends.base, result.repeats.base)
    var (y, end) = (rows.lowerBound, start)
    // The pixels of the current row, counted from the first of `rows`.
    var (first, next) = unsafe (0, width)
    func add(_ place: Int, _ code: UInt64) {
      while place >= next {
        unsafe ends[y] = end
        y &+= 1
        unsafe (first, next) = (next, next &+ width)
      }
      if unsafe repeats[y] { return }
      unsafe positions[end] = UInt32(truncatingIfNeeded: place &- first)
      unsafe surface[end] = code
      end &+= 1
    }
    var last = 0
    for index in 0..<count {
      let place = unsafe Int(self.positions.base[index])
      let code = unsafe self.surface.base[index]
      if code == SurfaceCode.repeated {
        let repeated = unsafe self.surface.base[index - 1]
        for place in last &+ 1...place { add(place, repeated) }
      } else {
        add(place, code)
      }
      last = place
    }
    while y < rows.upperBound {
      unsafe ends[y] = end
      y += 1
    }
    return end
  }
}
