/// The memory layout of the rows of an image: whole samples, straight alpha, native byte order.
public struct PixelLayout: Sendable, Hashable {
  /// The number of columns, and of rows.
  public var width, height: Int
  /// Bits of a sample in the file: samples of 1, 2, 4 and 8 bits take one byte, unscaled; 16 bits take two.
  public var depth: Int
  /// Whether there is one channel of grey instead of red, green and blue.
  public var isGrey: Bool
  /// Whether there is an additional channel of alpha, in which 0 is transparent.
  public var hasAlpha: Bool
  /// The colour that is transparent (PNG `tRNS` of a grey or RGB image), at the image's own depth.
  public var transparentColor: SIMD3<UInt16>?

  /// Creates a layout; the arguments are not checked against the ranges of the properties.
  public init(
    width: Int, height: Int, depth: Int, isGrey: Bool = false, hasAlpha: Bool = false,
    transparentColor: SIMD3<UInt16>? = nil
  ) {
    self.width = width
    self.height = height
    self.depth = depth
    self.isGrey = isGrey
    self.hasAlpha = hasAlpha
    self.transparentColor = transparentColor
  }

  /// Samples per pixel, 1 to 4, with alpha last.
  public var channels: Int { (isGrey ? 1 : 3) + (hasAlpha ? 1 : 0) }
  /// Bytes per sample in memory: 2 for a depth of 16, otherwise 1.
  public var bytesPerSample: Int { depth == 16 ? 2 : 1 }
  /// Bytes per row in memory, without padding.
  public var bytesPerRow: Int { width * channels * bytesPerSample }
}
