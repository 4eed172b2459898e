import Gamut
import Inputs
import PNGCodec

/// A picture of about four megapixels, decoded and as a file; made when first asked for.
final class Sample: Sendable {
  let name: String
  let layout: PixelLayout
  let file: [UInt8]
  private let decoded: [UInt8]

  var pixels: Int { layout.width * layout.height }

  private init(_ name: String, _ picture: some Picture) {
    self.name = name
    layout = PixelLayout(
      width: picture.width, height: picture.height, depth: picture.depth, isGrey: false, hasAlpha: picture.channels == 4
    )
    decoded = picture.decoded
    file = PNGEncoder(profile: []).encode(picture)
  }

  static let photo16 = Sample("photo16", Photo(width: 2448, height: 1632, seed: 1))
  static let photo8 = Sample("photo8", EightBit(Photo(width: 2448, height: 1632, seed: 1)))
  /// No pixel of it is on the surface: the test of each pixel alone.
  static let inside16 = Sample("inside16", Muted(Photo(width: 2448, height: 1632, seed: 1)))
  static let ui16 = Sample("ui16", Panels(width: 2048, height: 2048, seed: 1))
  static let random16 = Sample("random16", Scatter(width: 2048, height: 2048, spread: .everywhere))
  static let skew = Sample("skew", Scatter(width: 2048, height: 2048, spread: .oneDestination))

  /// The rows as the pipeline has them: in batches, none of them classified.
  func batches() -> [Batch] {
    var batches: [Batch] = []
    var start = 0
    while start < decoded.count {
      let batch = Batch(layout)
      start += batch.fill(decoded[start...])
      batches.append(batch)
    }
    return batches
  }
}

/// A batch of rows that an array can hold.
final class Batch {
  private let layout: PixelLayout
  var rows: RowBatch

  init(_ layout: PixelLayout) {
    self.layout = layout
    rows = RowBatch(layout)
  }

  /// Takes as many rows as there is room for; the number of bytes.
  func fill(_ bytes: ArraySlice<UInt8>) -> Int {
    unsafe rows.fill(bytes.span.bytes)
  }
}

extension Rendition {
  /// The common case: Display P3 in an sRGB of 8 bits.
  static let p3InSRGB = Rendition(source: .rgb(.displayP3), destination: .sRGB)
}
