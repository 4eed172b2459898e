/// The run of one destination code along a row that ends with the last added stretch.
struct RowRun {
  private var code = UInt64.max
  private var start = 0, end = -1
  private var isClipped = false, isVaried = false

  /// Adds the next stretch of equal surface pixels; its colour differs from that of an adjacent previous stretch.
  ///
  /// - Returns: the previous run, if it ends here and may lose something: it has several colours and a clipped pixel.
  @inline(__always)
  mutating func add(_ range: Range<Int>, _ surface: SurfaceCode) -> Range<Int>? {
    if range.lowerBound == end, surface.code == code {
      isVaried = true
      if surface.isClipped { isClipped = true }
      end = range.upperBound
      return nil
    }
    let before = ended
    code = surface.code
    (start, end) = (range.lowerBound, range.upperBound)
    (isClipped, isVaried) = (surface.isClipped, false)
    return before
  }

  /// The current run, if it may lose something.
  @inline(__always)
  var ended: Range<Int>? { isVaried && isClipped ? start..<end : nil }
}
