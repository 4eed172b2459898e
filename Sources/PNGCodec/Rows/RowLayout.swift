/// The memory layout of decoded rows: straight samples in native byte order, without padding, top row first.
public struct RowLayout: Sendable, Hashable {
  /// Pixels per row.
  public var width: Int
  /// Rows.
  public var height: Int
  /// Significant bits per sample: 1, 2, 4, 8 or 16. Samples of 1, 2 and 4 bits are not scaled: 0 to 2^depth - 1.
  public var depth: Int
  /// Whether there is one grey channel instead of red, green, blue.
  public var isGrey: Bool
  /// Whether the last channel is alpha, straight, of the same depth.
  public var hasAlpha: Bool
  /// The colour that tRNS declares transparent, at the file's own depth (all three equal for grey). Pixels of this
  /// colour are delivered unchanged.
  public var transparentColor: SIMD3<UInt16>?

  /// Creates a layout from its values without checks.
  public init(
    width: Int, height: Int, depth: Int, isGrey: Bool, hasAlpha: Bool, transparentColor: SIMD3<UInt16>? = nil
  ) {
    self.width = width
    self.height = height
    self.depth = depth
    self.isGrey = isGrey
    self.hasAlpha = hasAlpha
    self.transparentColor = transparentColor
  }

  /// Samples per pixel, 1 to 4.
  public var channels: Int { (isGrey ? 1 : 3) + (hasAlpha ? 1 : 0) }
  /// 2 at 16 bits, else 1.
  public var bytesPerSample: Int { depth == 16 ? 2 : 1 }
  /// Bytes per pixel, 1 to 8.
  public var bytesPerPixel: Int { channels * bytesPerSample }
  /// Bytes per row.
  public var bytesPerRow: Int { width * bytesPerPixel }
}
