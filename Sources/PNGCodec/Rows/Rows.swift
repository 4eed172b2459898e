/// The converter from scanlines to rows.
enum Rows: ~Copyable, Sendable {
  case unfilter(Unfilter)
  case passes(PassRows)
  case libpng(RowReader)

  /// Writes the part of a pass that is in the given rows of the image to `output`, which has room for these rows, `stride`
  /// bytes apart. The rows of a pass follow each other. `scanlines` must contain exactly their data. Returns libpng's
  /// message if it fails; no more rows can be read after that.
  mutating func read(
    _ scanlines: UnsafeRawBufferPointer, _ pass: Scanlines.Pass, rows: Range<Int>,
    into output: UnsafeMutableRawPointer, stride: Int
  ) -> String? {
    switch consume self {
    case .unfilter(var unfilter):
      let failure = unsafe unfilter.read(scanlines, into: output, count: rows.count)
      self = .unfilter(unfilter)
      return failure
    case .passes(var passes):
      let failure = unsafe passes.read(scanlines, pass, rows: rows, into: output, stride: stride)
      self = .passes(passes)
      return failure
    case .libpng(var reader):
      let failure = unsafe reader.read(scanlines, into: output, stride: stride, count: rows.count)
      self = .libpng(reader)
      return failure
    }
  }
}
