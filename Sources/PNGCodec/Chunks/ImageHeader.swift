/// The contents of IHDR (PNG Third Edition, 11.2.1).
public struct ImageHeader: Sendable, Hashable {
  /// Width in pixels, 1 to 2^31 - 1.
  public var width: Int
  /// Height in pixels, 1 to 2^31 - 1.
  public var height: Int
  /// Bits per sample, or per palette index: 1, 2, 4, 8 or 16.
  public var bitDepth: Int
  /// The channels of a pixel, or a palette index.
  public var colorType: ColorType
  /// Whether the rows are stored in the seven passes of Adam7.
  public var isInterlaced: Bool

  /// Creates a header from the given values without checks.
  public init(width: Int, height: Int, bitDepth: Int, colorType: ColorType, isInterlaced: Bool = false) {
    self.width = width
    self.height = height
    self.bitDepth = bitDepth
    self.colorType = colorType
    self.isInterlaced = isInterlaced
  }

  /// The number of bits of one pixel in the image data.
  public var bitsPerPixel: Int { bitDepth * colorType.channels }

  /// Parses and checks the 13 bytes of IHDR. `offset` is the offset of the chunk in the file.
  init(chunkData bytes: [UInt8], offset: Int) throws(PNGError) {
    guard bytes.count == 13 else {
      throw .chunkLength(chunk: .IHDR, offset: offset, length: bytes.count, rule: "13")
    }
    let width = bytes.bigEndian32(at: 0)
    let height = bytes.bigEndian32(at: 4)
    for (field, value) in [(PNGError.HeaderField.width, width), (.height, height)] {
      guard value >= 1, value <= 0x7fff_ffff else {
        throw .badHeader(field: field, value: Int(value), offset: offset)
      }
    }
    guard let colorType = ColorType(rawValue: Int(bytes[9])) else {
      throw .badHeader(field: .colorType, value: Int(bytes[9]), offset: offset)
    }
    guard colorType.allowedDepths.contains(Int(bytes[8])) else {
      throw .badHeader(field: .bitDepth(colorType), value: Int(bytes[8]), offset: offset)
    }
    guard bytes[10] == 0 else {
      throw .badHeader(field: .compressionMethod, value: Int(bytes[10]), offset: offset)
    }
    guard bytes[11] == 0 else {
      throw .badHeader(field: .filterMethod, value: Int(bytes[11]), offset: offset)
    }
    guard bytes[12] <= 1 else {
      throw .badHeader(field: .interlaceMethod, value: Int(bytes[12]), offset: offset)
    }
    self.init(
      width: Int(width), height: Int(height), bitDepth: Int(bytes[8]), colorType: colorType,
      isInterlaced: bytes[12] == 1)
  }
}
