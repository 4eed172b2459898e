import ColorScience
import LibPNGReader
import PNGCodec

/// The complete result of reading a file to its end.
struct Decoded {
  var layout: PixelLayout
  /// Row by row, pixel by pixel, channel by channel.
  var samples: [UInt16]
  var findings: [Finding]
  var isAnimated: Bool
}

/// Reads a whole file with `rowsAtOnce` rows in each call.
func decode(
  _ source: consuming ByteSource, limits: Limits = Limits(), rowsAtOnce: Int = 1 << 20
) throws(PNGError) -> Decoded {
  let reader = try PNGReader(source, limits: limits)
  let isAnimated = reader.isAnimated
  var decoder = try PNGDecoder(reader)
  let layout = decoder.layout
  var samples: [UInt16] = []
  // Uninitialised, so that a huge image costs no memory before it fails.
  let rows = min(rowsAtOnce, layout.height, max(1, (1 << 22) / layout.bytesPerRow))
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: rows * layout.bytesPerRow, alignment: 16)
  defer { unsafe buffer.deallocate() }
  while true {
    let count = try unsafe decoder.readRows(into: buffer)
    if count == 0 { break }
    let bytes = unsafe buffer[..<(count * layout.bytesPerRow)]
    if layout.bytesPerSample == 1 {
      samples += unsafe bytes.map(UInt16.init)
    } else {
      unsafe samples += UnsafeMutableRawBufferPointer(rebasing: bytes).bindMemory(to: UInt16.self)
    }
  }
  return Decoded(layout: layout, samples: samples, findings: try decoder.finish(), isAnimated: isAnimated)
}

func decode(_ bytes: [UInt8], limits: Limits = Limits(), rowsAtOnce: Int = 1 << 20) throws(PNGError) -> Decoded {
  try decode(ByteSource(bytes: bytes), limits: limits, rowsAtOnce: rowsAtOnce)
}

/// Returns the error of reading a source to its end; nil if there is none.
func failure(_ source: consuming ByteSource, limits: Limits = Limits()) -> PNGError? {
  do throws(PNGError) {
    _ = try decode(source, limits: limits)
    return nil
  } catch {
    return error
  }
}

func failure(_ bytes: some Sequence<UInt8>, limits: Limits = Limits()) -> PNGError? {
  failure(ByteSource(bytes: Array(bytes)), limits: limits)
}

/// Returns the samples that libpng decodes of a file; nil if it refuses it.
func samples(byLibPNG file: [UInt8], like decoded: Decoded) -> [UInt16]? {
  var bytes = [UInt8](repeating: 0, count: decoded.layout.bytesPerRow * decoded.layout.height)
  guard unsafe libpng_decode(file, file.count, &bytes, bytes.count) == 0 else { return nil }
  guard decoded.layout.bytesPerSample == 2 else { return bytes.map(UInt16.init) }
  return unsafe bytes.withUnsafeBytes { unsafe Array($0.bindMemory(to: UInt16.self)) }
}
