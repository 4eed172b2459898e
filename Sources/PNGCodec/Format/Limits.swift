/// The resource limits for a file. Everything is checked before memory is allocated.
public struct Limits: Sendable, Hashable {
  /// Width times height. 512 megapixels.
  public var maximumPixels = 512_000_000
  /// Declared bytes of one ancillary chunk, which is read in windows and never as a whole. 64 MiB.
  public var maximumAncillaryChunk = 64 << 20
  /// Inflated bytes of an iCCP profile. 8 MiB. A larger one is an unusable declaration, not an error.
  public var maximumProfile = 8 << 20
  /// Decoded bytes of an interlaced image, which must be in memory until its last pass is read. 1 GiB.
  public var maximumInterlacedBytes = 1 << 30
  /// Decoded bytes of one row; reading needs several times as much. 64 MiB, or 8,388,608 pixels of 16-bit RGBA.
  public var maximumRowBytes = 64 << 20

  /// Creates the default limits.
  public init() {}
}

extension Limits {
  /// These limits, with three quarters of the memory at most for the decoded rows of an interlaced image.
  package func interlaced(within memory: Int) -> Limits {
    var limits = self
    limits.maximumInterlacedBytes = min(maximumInterlacedBytes, memory / 4 * 3)
    return limits
  }
}
