import ColorScience

/// The last condition of the clip test for packed colours: clamping moves the colour by at least one code of the file, as
/// `ColorModel/clampingMoves` defines it.
///
/// Colours of sRGB that an exporter rounded to 8-bit codes of Display P3 lie outside sRGB, but by less than a code.
struct ClampTest: Sendable {
  private let model: ColorModel
  private let toDestination, fromDestination: Matrix3
  private let decoding: ChannelTables<Double>
  private let lastCode: Int
  /// Whether the linear values of neighbouring codes decide; if not, each colour is encoded.
  private let codesDecide: Bool

  /// The distance of a linear value to that of a code below which rounding could decide.
  private static let margin = 1e-9

  /// Creates the test; nil if every colour outside the destination moves by a code. The tables must not be empty.
  init?(_ model: ColorModel, _ decoding: ChannelTables<Double>) {
    guard let fromDestination = model.fromDestination else { return nil }
    (self.model, self.decoding, self.fromDestination) = (model, decoding, fromDestination)
    toDestination = model.toDestination
    lastCode = Int(model.sourceMaximum)
    guard lastCode >= 255 else {
      codesDecide = false
      return
    }
    // The least and the largest rise of a curve from one code to the next.
    var (least, largest) = (Double.infinity, 0.0)
    for channel in 0..<3 {
      let first = decoding.offsets[channel]
      for index in (first + 1)...(first + lastCode) {
        let rise = decoding.elements[index] - decoding.elements[index - 1]
        (least, largest) = (min(least, rise), max(largest, rise))
      }
    }
    codesDecide = least > 4 * Self.margin
    // A channel that changes by the largest rise moves a code, and the change of the destination's values is at most the
    // matrix's norm times that of the source's, unless the clamped colour is outside the source.
    let corners = (0..<8).map { (corner: Int) -> SIMD3<Double> in
      fromDestination * SIMD3(Double(corner & 1), Double(corner >> 1 & 1), Double(corner >> 2))
    }
    let isInside = corners.allSatisfy { $0.min() >= -largest / 8 && $0.max() <= 1 + largest / 8 }
    guard codesDecide else { return }
    if isInside, ColorModel.linearTolerance > 1.25 * largest * toDestination.largestRowSum { return nil }
  }

  /// Returns whether clamping moves a colour, whose channels are outside the destination's range.
  func moves(_ source: UInt64) -> Bool {
    let color = PackedColor(bits: source).color
    guard codesDecide else {
      return model.clampingMoves(color, toDestination * model.sourceLinear(CollectionOfOne(color))[0])
    }
    let clamped = fromDestination * model.clamped(toDestination * decoding.linear(color))
    var isClose = false
    for channel in 0..<3 {
      let (code, value) = (Int(color[channel]), clamped[channel])
      let table = decoding.offsets[channel]
      let lower = code > 0 ? decoding.elements[table + code - 1] : -.infinity
      let upper = code < lastCode ? decoding.elements[table + code + 1] : .infinity
      if value < lower - Self.margin || value > upper + Self.margin { return true }
      isClose = isClose || value < lower + Self.margin || value > upper - Self.margin
    }
    return isClose && model.clampingMoves(color, toDestination * decoding.linear(color))
  }

  /// Removes the sides of classified pixels that clamping does not move.
  @unsafe
  func filter<Format: PixelFormat>(
    _ classified: inout ClassifiedRows, _ rows: UnsafeRawPointer, bytesPerRow: Int, as format: Format.Type
  ) {
    var entry = 0
    var (previous, moves) = (UInt64.max, true)
    for y in 0..<classified.rows {
      let end = unsafe classified.ends.base[y]
      while entry < end {
        let bits = unsafe classified.surface.base[entry]
        if bits != SurfaceCode.repeated, SurfaceCode(bits: bits).isClipped {
          let source = unsafe Format.packed(rows + y * bytesPerRow, Int(classified.positions.base[entry]))
          if source != previous { (previous, moves) = (source, self.moves(source)) }
          if !moves { unsafe classified.surface.base[entry] = bits & SurfaceCode.codeMask }
        }
        entry += 1
      }
    }
  }
}
