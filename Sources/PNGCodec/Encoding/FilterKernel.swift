internal import CPNGFilters

/// The filter functions for a part of a scanline (PNG Third Edition, 9.2), and their costs.
///
/// Both pointers are preceded by as many zeros as a pixel has bytes, and both lines are readable for fifteen bytes
/// beyond their end.
@unsafe
struct FilterKernel {
  let line, above: UnsafePointer<UInt8>
  let bytesPerPixel: Int

  private func part(_ range: Range<Int>) -> gamut_scanline {
    unsafe gamut_scanline(
      line: line + range.lowerBound, above: above + range.lowerBound, bytes_per_pixel: bytesPerPixel, count: range.count
    )
  }

  /// Writes the result of a filter for the given bytes.
  func apply(_ filter: FilterType, _ range: Range<Int>, into output: UnsafeMutablePointer<UInt8>) {
    var part = unsafe part(range)
    unsafe gamut_filter(UInt32(filter.rawValue), &part, output)
  }

  /// Returns the filter with the lowest cost for the given parts. If several are equal, up is preferred, because it
  /// converts blocks without cost to zeros.
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
