import LittleCMS
import PNGCodec
import SyntheticPNG
import TestSupport

/// Files of which a fuzzer changes any byte, and what makes such changes reach the code behind the checksums.
enum PNGFiles {
  /// Returns the file with a correct CRC in each chunk, up to the first chunk that is cut off.
  static func repaired(_ file: [UInt8]) -> [UInt8] {
    guard file.starts(with: PNGBuilder.signature) else { return file }
    var bytes = file
    var position = PNGBuilder.signature.count
    while position + 12 <= bytes.count {
      let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= bytes.count - position - 12 else { break }
      let end = position + 8 + length
      bytes.replaceSubrange(end..<end + 4, with: checksum(Array(bytes[position + 4..<end])).bigEndianBytes)
      position = end + 4
    }
    return bytes
  }

  /// Returns the file, and the repaired file if it is another one.
  static func variants(_ file: [UInt8]) -> [[UInt8]] {
    let repaired = repaired(file)
    return repaired == file ? [file] : [repaired, file]
  }

  /// Returns the files that an input stands for, but for large ones: itself with right checksums, or those of its pixels.
  static func small(of bytes: [UInt8]) -> [[UInt8]] {
    let files = bytes.starts(with: PNGBuilder.signature) ? [repaired(bytes)] : PixelBytes.files(bytes)
    return files.filter { isSmall($0, atMost: 4096) }
  }

  /// Whether an image is so small that the reference path takes no time.
  static func isSmall(_ file: [UInt8], atMost pixels: Int) -> Bool {
    guard let header = try? PNGReader(ByteSource(bytes: file)).header else { return true }
    return header.width <= pixels / header.height
  }

  static let seeds: [[UInt8]] = {
    var files: [[UInt8]] = []
    for (type, depths) in [(0, [1, 2, 4, 8, 16]), (2, [8, 16]), (3, [1, 2, 4, 8]), (4, [8, 16]), (6, [8, 16])] {
      for depth in depths {
        for isInterlaced in [false, true] {
          var image = PNGBuilder(width: 7, height: 5, depth: depth, colorType: type) { x, y, channel in
            (channel == 0 ? 0xffff - x : y) * (channel + 1) & ((1 << depth) - 1)
          }
          image.isInterlaced = isInterlaced
          image.level = 1
          if type == 3 {
            image.palette = (0..<min(1 << depth, 12)).flatMap { [UInt8(255 - $0), UInt8($0), 0] }
            image.samples = image.samples.map { $0 % 12 }
            image.transparency = [0, 128, 255].dropLast(depth == 1 ? 1 : 0)
          } else if type < 3, depth == 8 {
            image.transparency = [UInt8](repeating: 0, count: type == 0 ? 2 : 6)
          }
          image.colorChunks = isInterlaced ? [.cICP(12, 13)] : [.iCCP(Profile.displayP3.bytes)]
          files.append(image.bytes)
        }
      }
    }
    return files + declarations
  }()

  /// The kinds of declarations, and other chunks.
  private static let declarations: [[UInt8]] = {
    let lists: [[PNGChunk]] = [
      [], [.sRGB()], [.gAMA(45455), .cHRM(PNGChunk.p3Primaries)], [.cICP(9, 16)], [.iCCP(Profile.sRGB.bytes), .sRGB()],
      [
        PNGChunk("sBIT", [8, 8, 8]), PNGChunk("mDCV", [UInt8](repeating: 9, count: 24)),
        PNGChunk("cLLI", [0, 0, 3, 0, 0, 0, 3, 0]),
      ],
      [PNGChunk("eXIf", Array("MM\0*\0\0\0\u{8}\0\u{1}\0\u{1}\0\u{3}\0\0\0\u{1}\0\u{1}\0\0\0\0\0\0".utf8))],
      [
        PNGChunk("tEXt", Array("Title\0text".utf8)), PNGChunk("bKGD", [0, 1, 0, 2, 0, 3]),
        PNGChunk("pHYs", [0, 0, 0, 1, 0, 0, 0, 1, 0]),
      ],
    ]
    var files = lists.map { list -> [UInt8] in
      var image = PNGBuilder.rgb
      image.colorChunks = list
      image.imageDataSize = 9
      return image.bytes
    }
    let animation = PNGBuilder.rgb.declaring([.cICP(12, 13)])
    files.append(PNGBuilder.file(animation.animated([animation.samples])) + [1, 2, 3])
    return files
  }()

  static let words: [[UInt8]] =
    [
      "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "mDCV", "cLLI", "tEXt",
      "zTXt", "iTXt", "bKGD", "hIST", "pHYs", "sPLT", "eXIf", "tIME", "acTL", "fcTL", "fdAT", "CgBI", "prVt",
    ].bytes + [
      [0, 0, 0, 0], [0, 0, 0, 1], [0x7f, 0xff, 0xff, 0xff], [0xff, 0xff, 0xff, 0xff], PNGBuilder.signature,
    ]
}
