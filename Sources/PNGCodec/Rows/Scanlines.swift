/// The order of the scanlines of an image in its data (PNG Third Edition, 8.1 and 9.1).
struct Scanlines: Sendable, Hashable {
  /// The pixels of a pass: columns `x`, `x + dx`, ... of rows `y`, `y + dy`, ...
  struct Pass: Sendable, Hashable {
    var x, y, dx, dy: Int

    /// Returns the number of its rows within the rows of the image in `range`.
    func rows(in range: Range<Int>) -> Int { Self.count(range.upperBound, y, dy) - Self.count(range.lowerBound, y, dy) }

    /// Returns the row of the image for its row `index` within `range`.
    func row(_ index: Int, in range: Range<Int>) -> Int { y + dy * (Self.count(range.lowerBound, y, dy) + index) }

    /// Returns the number of its columns in an image of the given width.
    func columns(width: Int) -> Int { Self.count(width, x, dx) }

    private static func count(_ end: Int, _ start: Int, _ step: Int) -> Int { max(0, end - start + step - 1) / step }
  }

  static let adam7 = [
    Pass(x: 0, y: 0, dx: 8, dy: 8), Pass(x: 4, y: 0, dx: 8, dy: 8), Pass(x: 0, y: 4, dx: 4, dy: 8),
    Pass(x: 2, y: 0, dx: 4, dy: 4), Pass(x: 0, y: 2, dx: 2, dy: 4), Pass(x: 1, y: 0, dx: 2, dy: 2),
    Pass(x: 0, y: 1, dx: 1, dy: 2),
  ]

  let header: ImageHeader

  var passes: [Pass] { header.isInterlaced ? Self.adam7 : [Pass(x: 0, y: 0, dx: 1, dy: 1)] }

  /// Returns the bytes of one scanline of a pass with its filter byte; 0 if the pass has no columns and therefore no
  /// scanlines.
  func bytesPerLine(_ pass: Pass) -> Int {
    let columns = pass.columns(width: header.width)
    return columns == 0 ? 0 : 1 + (columns * header.bitsPerPixel + 7) / 8
  }

  /// Returns the bytes of scanlines of a pass for the given rows of the image.
  func bytes(_ pass: Pass, rows: Range<Int>) -> Int { pass.rows(in: rows) * bytesPerLine(pass) }

  /// The bytes of scanlines of the whole image.
  var total: Int { passes.reduce(0) { $0 + bytes($1, rows: 0..<header.height) } }
}
