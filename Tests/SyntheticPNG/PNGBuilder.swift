/// Builds PNG files of any kind, valid or damaged, byte for byte the same on every run.
///
/// `PNGBuilder(...).bytes` is a file; `chunks` are its parts, which can be changed, reordered and combined again with
/// `PNGBuilder.file`. Nothing here uses the code under test.
public struct PNGBuilder: Sendable {
  /// The filtering of scanlines.
  public enum Filter: Sendable {
    /// One filter type, 0 to 4; other numbers are written unchanged, before unfiltered bytes.
    case fixed(UInt8)
    /// For each scanline the type with the smallest sum of absolute differences.
    case adaptive
  }

  /// The eight bytes that begin every PNG file.
  public static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// Pixels per row.
  public var width: Int
  /// The number of rows.
  public var height: Int
  /// 1, 2, 4, 8 or 16.
  public var depth: Int
  /// The colour type of PNG: 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA.
  public var colorType: Int
  /// Whether the rows are stored in the seven passes of Adam7.
  public var isInterlaced = false
  /// Row by row, pixel by pixel, channel by channel; palette indices if the colour type is 3.
  public var samples: [UInt16]
  /// Red, green, blue of each entry.
  public var palette: [UInt8] = []
  /// The contents of tRNS.
  public var transparency: [UInt8]?
  /// Chunks between IHDR and PLTE.
  public var colorChunks: [PNGChunk] = []
  /// Chunks between PLTE (or tRNS) and IDAT.
  public var otherChunks: [PNGChunk] = []
  /// The filter types of the scanlines.
  public var filter = Filter.adaptive
  /// The compression level of zlib, 0 to 9.
  public var level: Int32 = 9
  /// The number of bytes in each IDAT except the last.
  public var imageDataSize = 1 << 20

  /// Creates an image from its samples, which must be `width` times `height` times the channels of the colour type.
  public init(width: Int, height: Int, depth: Int = 8, colorType: Int = 2, samples: [UInt16]) {
    self.width = width
    self.height = height
    self.depth = depth
    self.colorType = colorType
    self.samples = samples
    precondition(samples.count == width * height * channels, "samples do not match the size")
  }

  /// Creates an image whose samples are given by a function of x, y and channel.
  public init(
    width: Int, height: Int, depth: Int = 8, colorType: Int = 2, sample: (_ x: Int, _ y: Int, _ channel: Int) -> Int
  ) {
    var samples: [UInt16] = []
    let channels = Self.channels(colorType)
    let mask = (1 << depth) - 1
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<channels { samples.append(UInt16(sample(x, y, channel) & mask)) }
      }
    }
    self.init(width: width, height: height, depth: depth, colorType: colorType, samples: samples)
  }

  /// Samples per pixel, 1 to 4; 1 for an unknown colour type.
  public var channels: Int { Self.channels(colorType) }

  private static func channels(_ colorType: Int) -> Int {
    switch colorType {
    case 2: 3
    case 4: 2
    case 6: 4
    default: 1
    }
  }

  /// The file.
  public var bytes: [UInt8] { Self.file(chunks) }

  /// Returns the image with these colour chunks.
  public func declaring(_ chunks: [PNGChunk]) -> PNGBuilder {
    var builder = self
    builder.colorChunks = chunks
    return builder
  }

  /// Returns a file with the given chunks.
  public static func file(_ chunks: [PNGChunk]) -> [UInt8] { signature + chunks.flatMap(\.bytes) }

  /// The chunks of the file, in order.
  public var chunks: [PNGChunk] {
    var list = [header] + colorChunks
    if !palette.isEmpty { list.append(PNGChunk("PLTE", palette)) }
    if let transparency { list.append(PNGChunk("tRNS", transparency)) }
    return list + otherChunks + imageData(deflated(scanlines, level: level)) + [.end]
  }

  /// The IHDR chunk of the image.
  public var header: PNGChunk { Self.header(width, height, depth, colorType, isInterlaced: isInterlaced) }

  /// Returns an IHDR with any values.
  public static func header(
    _ width: Int, _ height: Int, _ depth: Int, _ colorType: Int, isInterlaced: Bool = false
  ) -> PNGChunk {
    let size = UInt32(width).bigEndianBytes + UInt32(height).bigEndianBytes
    return PNGChunk("IHDR", size + [UInt8(depth), UInt8(colorType), 0, 0, isInterlaced ? 1 : 0])
  }

  /// Returns a compressed stream split into IDAT chunks.
  public func imageData(_ stream: [UInt8]) -> [PNGChunk] {
    stride(from: 0, to: max(stream.count, 1), by: imageDataSize).map {
      PNGChunk("IDAT", Array(stream[$0..<min($0 + imageDataSize, stream.count)]))
    }
  }

  /// The filtered scanlines of all passes, before compression.
  public var scanlines: [UInt8] { Array(separateScanlines.joined()) }

  /// The filtered scanlines one by one, each with its filter type (PNG Third Edition, 8.1).
  public var separateScanlines: [[UInt8]] {
    // Column and row of the first pixel of each pass, and the steps between pixels.
    let adam7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    var output: [[UInt8]] = []
    for (x, y, dx, dy) in isInterlaced ? adam7 : [(0, 0, 1, 1)] where x < width && y < height {
      let count = (width - x + dx - 1) / dx
      var above = [UInt8](repeating: 0, count: (count * channels * depth + 7) / 8)
      for row in stride(from: y, to: height, by: dy) {
        let line = packed(row: row, columns: stride(from: x, to: width, by: dx))
        output.append(filtered(line, above: above))
        above = line
      }
    }
    return output
  }

  private func packed(row: Int, columns: StrideTo<Int>) -> [UInt8] {
    var values: [UInt16] = []
    for x in columns { values += samples[((row * width + x) * channels)...].prefix(channels) }
    var line: [UInt8] = []
    if depth == 16 {
      for value in values {
        line.append(UInt8(value >> 8))
        line.append(UInt8(value & 0xff))
      }
      return line
    }
    let perByte = 8 / depth
    for start in stride(from: 0, to: values.count, by: perByte) {
      var byte: UInt8 = 0
      for (index, value) in values[start...].prefix(perByte).enumerated() {
        byte |= UInt8(value) << UInt8(8 - depth * (index + 1))
      }
      line.append(byte)
    }
    return line
  }

  private func filtered(_ line: [UInt8], above: [UInt8]) -> [UInt8] {
    switch filter {
    case .fixed(let type): return [type] + apply(type, line, above)
    case .adaptive:
      var best: [UInt8] = []
      var least = Int.max
      for type in UInt8(0)...4 {
        let candidate = apply(type, line, above)
        let cost = candidate.reduce(0) { $0 + Int(Int8(bitPattern: $1).magnitude) }
        if cost < least { (best, least) = ([type] + candidate, cost) }
      }
      return best
    }
  }

  /// Applies a filter (PNG Third Edition, 9.2).
  private func apply(_ type: UInt8, _ line: [UInt8], _ above: [UInt8]) -> [UInt8] {
    let step = max(1, channels * depth / 8)
    return line.indices.map { index in
      let a = index >= step ? Int(line[index - step]) : 0
      let b = Int(above[index])
      let c = index >= step ? Int(above[index - step]) : 0
      let prediction =
        switch type {
        case 1: a
        case 2: b
        case 3: (a + b) / 2
        case 4: Self.paeth(a, b, c)
        default: 0
        }
      return line[index] &- UInt8(prediction)
    }
  }

  private static func paeth(_ a: Int, _ b: Int, _ c: Int) -> Int {
    let p = a + b - c
    let (pa, pb, pc) = (abs(p - a), abs(p - b), abs(p - c))
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c
  }
}
