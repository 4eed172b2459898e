public import SyntheticPNG

/// Images of 3 x 2 pixels, all of different colours, that declare nothing.
extension PNGBuilder {
  public static let rgb = PNGBuilder(width: 3, height: 2, depth: 8, colorType: 2) { x, y, channel in
    40 * x + y + channel
  }
  public static let rgb16 = PNGBuilder(width: 3, height: 2, depth: 16, colorType: 2) { x, y, channel in
    9000 * x + y + channel
  }
  public static let grey = PNGBuilder(width: 3, height: 2, depth: 8, colorType: 0) { x, y, _ in 40 * x + y }
}

/// The contents of cHRM for a space: x and y of white, red, green and blue, in units of 1/100,000.
extension PNGChunk {
  public static let sRGBPrimaries: [UInt32] = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000]
  public static let p3Primaries: [UInt32] = [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000]
}
