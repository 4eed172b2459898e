public import Gamut
public import PNGCodec

/// What files shall be converted to, and how.
public struct ConvertOptions: Sendable, Hashable {
  /// Bits per sample of the result.
  public enum Depth: String, Sendable, Hashable, CaseIterable {
    /// Those of the file.
    case same
    case eight = "8"
    case sixteen = "16"
  }

  /// Where to.
  public var destination: SpaceChoice
  public var depth = Depth.same
  /// Instead of the nearest code, where 8-bit codes are made.
  public var dithering: Dithering?
  public var compression = Compression.default
  /// What files mean that declare nothing; without it they are read as sRGB.
  public var assume: SpaceChoice?
  /// What every file means, whatever it declares.
  public var override: SpaceChoice?
  public var limits = Limits()

  public init(to destination: SpaceChoice) { self.destination = destination }
}
