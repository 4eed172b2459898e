public import Gamut
public import LittleCMS
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

  /// What becomes of colours that the destination lacks.
  public enum Mapping: String, Sendable, Hashable, CaseIterable {
    /// Each channel goes to the end of its range: relative colorimetric.
    case clip
    /// CSS Color 4: less chroma until the colour fits.
    case css
    /// Room is made for them where colours would fall together, for each image as much as it needs.
    case preserve
  }

  /// Where to.
  public var destination: SpaceChoice
  public var depth = Depth.same
  /// Whether an image with a palette keeps its 8 bits where 16 are asked for; else it is refused.
  public var palettesKeepDepth = false
  public var mapping = Mapping.clip
  /// For profiles with lookup tables; matrices and curves know one intent, relative colorimetric, without black points.
  public var intent = ConversionIntent.relative
  public var blackPointCompensation = false
  /// Whether to say what the conversion does to the image, which takes analysing it too.
  public var tellsEffect = false
  /// Bytes that an analysis may take, which `preserve` and `tellsEffect` need.
  public var memory = 1 << 30
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
