import Gamut
import PNGCodec

/// The transparent colour of a grey or RGB image (PNG `tRNS`) in a conversion: the result has a transparent colour too,
/// or alpha where other pixels would become transparent with it.
extension Recoding {
  /// - Parameters:
  ///   - reader: the file to convert.
  ///   - method: the conversion of its colours.
  ///   - dithering: the dithering of the result.
  ///   - depth: bits of the result.
  ///   - pixels: opens the pixels of the same file.
  init(
    _ reader: borrowing PNGReader, _ method: Method, _ dithering: Dithering?, depth: Int,
    pixels: () throws(PNGError) -> PNGDecoder
  ) throws(ConvertError) {
    let header = reader.header
    var key: SIMD3<UInt16>?
    if case .color(let color)? = reader.transparency { key = color }
    let input = PixelLayout(
      width: header.width, height: header.height, depth: header.bitDepth, isGrey: header.colorType.isGrey,
      hasAlpha: header.colorType.hasAlpha, transparentColor: key)
    // With dithering, the result of a colour depends on the position.
    var makesAlpha = key != nil && dithering != nil
    if let key, !makesAlpha {
      makesAlpha = try ConvertError.reading { () throws(PNGError) in
        try Self.isAmbiguous(key, input, method, try pixels())
      }
    }
    self.init(input, method, dithering, depth: depth, makesAlpha: makesAlpha)
  }

  private init(_ input: PixelLayout, _ method: Method, _ dithering: Dithering?, depth: Int, makesAlpha: Bool) {
    var isGrey = false
    if case .grey(let grey) = method { isGrey = grey.isGrey }
    let hasAlpha = input.hasAlpha || makesAlpha
    self.init(
      input: input,
      output: ImageHeader(
        width: input.width, height: input.height, bitDepth: depth,
        colorType: isGrey ? (hasAlpha ? .greyAlpha : .grey) : hasAlpha ? .rgba : .rgb),
      method: method, dithering: dithering, makesAlpha: makesAlpha)
  }

  /// Returns whether a pixel of another colour has the same result as the transparent colour.
  private static func isAmbiguous(
    _ key: SIMD3<UInt16>, _ input: PixelLayout, _ method: Method, _ pixels: consuming PNGDecoder
  ) throws(PNGError) -> Bool {
    let transparent = method.convert(key)
    let row = UnsafeMutableRawBufferPointer.allocate(byteCount: input.bytesPerRow, alignment: 16)
    defer { unsafe row.deallocate() }
    /// Colours that have been checked.
    var known: Set<SIMD3<UInt16>> = [key]
    var previous = key
    while try unsafe pixels.readRows(into: row) > 0 {
      for x in 0..<input.width {
        let color = unsafe input.color(row, x)
        if color == previous { continue }
        previous = color
        if known.contains(color) { continue }
        if method.convert(color) == transparent { return true }
        if known.count < 1 << 16 { known.insert(color) }
      }
    }
    return false
  }
}

extension PixelLayout {
  /// Returns the colour of a pixel in a row; for grey, all three channels are equal.
  fileprivate func color(_ row: UnsafeMutableRawBufferPointer, _ x: Int) -> SIMD3<UInt16> {
    func sample(_ channel: Int) -> UInt16 {
      let index = x * channels + channel
      return bytesPerSample == 2
        ? unsafe row.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self) : unsafe UInt16(row[index])
    }
    return isGrey ? SIMD3(repeating: sample(0)) : SIMD3(sample(0), sample(1), sample(2))
  }
}
