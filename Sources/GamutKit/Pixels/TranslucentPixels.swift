package import Gamut
package import PNGCodec

extension OpenedInput {
  func reader(_ limits: Limits) throws(PNGError) -> PNGReader { try PNGReader(open(), limits: limits) }
  func decoder(_ limits: Limits) throws(PNGError) -> PNGDecoder { try PNGDecoder(reader(limits)) }

  /// Returns the first pixel that is not opaque, whether the alpha of any is below one half, and the width and height of the
  /// part with an alpha of at least a twelfth; nil if all are opaque. The file is decoded only if it can have such pixels.
  package func translucency(
    _ limits: Limits = Limits()
  ) throws(PNGError) -> (first: LossReport.Position, showsThrough: Bool, visible: SIMD2<Int>)? {
    let reader = try reader(limits)
    guard reader.header.colorType.hasAlpha || reader.transparency != nil else { return nil }
    var decoder = try PNGDecoder(reader)
    let layout = decoder.layout
    guard layout.hasAlpha || layout.transparentColor != nil else { return nil }
    let row = UnsafeMutableRawBufferPointer.allocate(byteCount: max(layout.bytesPerRow, 1), alignment: 16)
    defer { unsafe row.deallocate() }
    let opaque = UInt16(truncatingIfNeeded: 1 << layout.depth - 1)
    var first: LossReport.Position?
    var least = opaque
    var (start, end) = (SIMD2(layout.width, layout.height), SIMD2<Int>())
    for y in 0..<layout.height {
      guard try unsafe decoder.readRows(into: row) > 0 else { break }
      for x in 0..<layout.width {
        let alpha = unsafe layout.alpha(UnsafeRawBufferPointer(row), x) ?? opaque
        if alpha >= opaque / 12 {
          start = pointwiseMin(start, SIMD2(x, y))
          end = pointwiseMax(end, SIMD2(x + 1, y + 1))
        }
        guard alpha < opaque else { continue }
        first = first ?? LossReport.Position(x: x, y: y)
        least = min(least, alpha)
      }
    }
    return first.map { ($0, least <= opaque / 2, pointwiseMax(end &- start, .zero)) }
  }
}

extension PixelLayout {
  /// Returns the alpha of a pixel in a row, 0 for the transparent colour; nil for any other pixel without alpha.
  fileprivate func alpha(_ row: UnsafeRawBufferPointer, _ x: Int) -> UInt16? {
    if hasAlpha { return unsafe sample(row, x, channels - 1) }
    return unsafe transparentColor == color(row, x) ? 0 : nil
  }

  func isTransparent(_ row: UnsafeRawBufferPointer, _ x: Int) -> Bool { unsafe alpha(row, x) == 0 }
}
