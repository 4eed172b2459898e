internal import CPNGFilters

/// The filter functions over a part of a scanline (PNG Third Edition, 9.2), and what they would leave of it.
///
/// Before both pointers lie as many zeros as a pixel has bytes, and both lines can be read for fifteen bytes beyond their
/// end.
@unsafe
struct FilterKernel {
  let line, above: UnsafePointer<UInt8>
  let bytesPerPixel: Int

  private func part(_ range: Range<Int>) -> gamut_scanline {
    unsafe gamut_scanline(
      line: line + range.lowerBound, above: above + range.lowerBound, bytes_per_pixel: bytesPerPixel, count: range.count
    )
  }

  /// Writes what the filter makes of these bytes.
  func apply(_ filter: FilterType, _ range: Range<Int>, into output: UnsafeMutablePointer<UInt8>) {
    var part = unsafe part(range)
    unsafe gamut_filter(UInt32(filter.rawValue), &part, output)
  }

  /// The filter that leaves least of these parts. Of several that do, the one above comes first, as it makes zeros of what
  /// costs nothing.
  func best(_ ranges: some Sequence<Range<Int>>) -> FilterType {
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 5) { costs in
      unsafe costs.initialize(repeating: 0)
      for range in ranges {
        var part = unsafe part(range)
        unsafe gamut_filter_costs(&part, costs.baseAddress)
      }
      var best = FilterType.up
      for filter in [FilterType.sub, .average, .paeth, .none]
      where unsafe costs[Int(filter.rawValue)] < costs[Int(best.rawValue)] { best = filter }
      return best
    }
  }
}
