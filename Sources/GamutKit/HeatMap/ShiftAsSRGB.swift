import Gamut
import PNGCodec

extension Reporter {
  /// Returns the largest difference (DIN99o) that the pixels of an image make if their numbers, without the low bytes of
  /// 16 bits, are those of sRGB. Beyond some colours, the others are left out.
  package func shiftAsEightBitSRGB(_ input: OpenedInput) throws(GamutError) -> Double {
    var rows = try renditionRows(input)
    let layout = rows.layout
    var colors: Set<SIMD3<UInt16>> = []
    while colors.count < 1 << 16 {
      let bytes = try unsafe rows.next()
      if unsafe bytes.isEmpty { break }
      for start in stride(from: 0, to: bytes.count, by: layout.bytesPerRow) {
        let row = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<(start + layout.bytesPerRow)])
        for x in 0..<layout.width where unsafe !layout.isTransparent(row, x) {
          unsafe colors.insert(layout.color(row, x))
        }
      }
    }
    let list = Array(colors)
    let model = rows.tables.model
    let depth = layout.depth == 16 ? 8 : layout.depth
    let shown = ColorModel(Rendition(source: .rgb(.sRGB), destination: .sRGB), sourceDepth: depth)
    let shownLinear = shown.sourceLinear(list.map { layout.depth == 16 ? $0 &>> 8 : $0 })
    return zip(model.sourceLinear(list), shownLinear).reduce(0) { largest, pair in
      max(
        largest,
        DIN99o(linearSRGB: model.toSRGB * pair.0).difference(to: DIN99o(linearSRGB: shown.toSRGB * pair.1)))
    }
  }
}
