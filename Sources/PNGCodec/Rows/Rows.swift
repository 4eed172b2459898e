/// The converter from scanlines to rows.
enum Rows: ~Copyable, Sendable {
  case unfilter(Unfilter)
  case libpng(RowReader)

  /// Writes the next `count` rows, `stride` bytes apart, to `output`, which must have room. `scanlines` must contain
  /// exactly their data. Returns libpng's message if it fails; no more rows can be read after that.
  mutating func read(
    _ scanlines: UnsafeRawBufferPointer, into output: UnsafeMutableRawPointer, stride: Int, count: Int
  ) -> String? {
    switch consume self {
    case .unfilter(var unfilter):
      let failure = unsafe unfilter.read(scanlines, into: output, count: count)
      self = .unfilter(unfilter)
      return failure
    case .libpng(var reader):
      let failure = unsafe reader.read(scanlines, into: output, stride: stride, count: count)
      self = .libpng(reader)
      return failure
    }
  }
}
