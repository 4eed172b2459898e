import PNGCodec
import SyntheticPNG
import TestSupport

extension Property {
  /// A file gives the same samples, or is refused, for any number of rows at a time.
  static let decode = Property(
    "decode", atMost: 2048, seeds: { PNGFiles.seeds + PixelBytes.seeds }, words: { PNGFiles.words }
  ) { (bytes) throws(Violation) in
    let files = bytes.starts(with: PNGBuilder.signature) ? PNGFiles.variants(bytes) : PixelBytes.files(bytes)
    for file in files where PNGFiles.isSmall(file, atMost: 1 << 16) {
      try require(samples(of: file, 1 << 16) == samples(of: file, 1), "other samples row by row")
    }
  }

  /// Returns the samples of a file; nil if it is refused.
  private static func samples(of file: [UInt8], _ rowsAtOnce: Int) -> [UInt8]? {
    do throws(PNGError) {
      var decoder = try PNGDecoder(try PNGReader(ByteSource(bytes: file)))
      let samples = try decoder.samples(rowsAtOnce: rowsAtOnce)
      _ = try decoder.finish()
      return samples
    } catch {
      return nil
    }
  }
}

/// Bytes that are no file, but the contents of one: its header, and its image data.
enum PixelBytes {
  /// Returns files with the scanlines, or with the zlib stream, in the bytes.
  static func files(_ bytes: [UInt8]) -> [[UInt8]] {
    guard bytes.count > 4 else { return [] }
    let kinds = [
      (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (3, 1), (3, 2), (3, 4), (3, 8), (4, 8), (4, 16), (6, 8),
      (6, 16),
    ]
    let (type, depth) = kinds[Int(bytes[0]) % kinds.count]
    let header = PNGBuilder.header(
      1 + Int(bytes[1]) % 40, 1 + Int(bytes[2]) % 40, depth, type, isInterlaced: bytes[3] & 1 != 0)
    let palette = type == 3 ? [PNGChunk("PLTE", (0..<18).map { UInt8($0 * 9) })] : []
    let content = Array(bytes[4...])
    let stream =
      bytes[3] & 2 != 0
      ? deflated(content, level: 1) : inflated([0x78, 0x9c] + content)?.stream ?? [0x78, 0x9c] + content
    let middle = bytes[3] & 4 != 0 ? stream.count / 2 : 0
    let data = [stream[..<middle], stream[middle...]].map { PNGChunk("IDAT", Array($0)) }
    return [PNGBuilder.file([header] + palette + data + [.end])]
  }

  static let seeds: [[UInt8]] = (0..<15).flatMap { (kind: UInt8) -> [[UInt8]] in
    let lines = (0..<200).map { UInt8(truncatingIfNeeded: $0 % 25 == 0 ? $0 / 25 % 5 : $0 * 7) }
    return [
      [kind, 7, 5, 2] + lines, [kind, 7, 5, 0] + deflated(lines).dropFirst(2).dropLast(4), [kind, 4, 6, 7] + lines,
    ]
  }
}
