public import Gamut
public import LittleCMS
public import PNGCodec

/// The destination and the method of a conversion.
public struct ConvertOptions: Sendable, Hashable {
  /// Bits per sample of the result.
  public enum Depth: String, Sendable, Hashable, CaseIterable {
    /// The depth of the file.
    case same
    /// 8 bits.
    case eight = "8"
    /// 16 bits.
    case sixteen = "16"
  }

  /// The treatment of colours outside the destination gamut.
  public enum Mapping: String, Sendable, Hashable, CaseIterable {
    /// Clamps each channel to its range: relative colorimetric.
    case clip
    /// CSS Color 4: reduces chroma until the colour fits.
    case css
    /// Makes room for these colours if something would be lost, as much as each image needs.
    case preserve
  }

  /// The space or the profile to convert to.
  public var destination: SpaceChoice
  /// The depth of the result per channel.
  public var depth = Depth.same
  /// Whether an image with a palette keeps its 8 bits if 16 are requested; otherwise it is an error.
  public var palettesKeepDepth = false
  /// The treatment of colours outside the destination.
  public var mapping = Mapping.clip
  /// The rendering intent for profiles with lookup tables; matrix and curves support only relative colorimetric,
  /// without black point compensation.
  public var intent = ConversionIntent.relative
  /// Whether the darkest colour of the source becomes that of the destination, for profiles with lookup tables.
  public var blackPointCompensation = false
  /// Whether to report the effect of the conversion on the image, which requires an analysis.
  public var measuresEffect = false
  /// The just-noticeable difference of `preserve` and `measuresEffect`, as a difference in DIN99o: finite and above 0.
  public var jnd = Rendition.defaultJND
  /// The memory limit in bytes of the rows that are converted at a time, and of an analysis, which `preserve` and
  /// `measuresEffect` need.
  public var memory = ReportOptions.defaultMemory
  /// The dithering of 8-bit results, instead of rounding to the nearest code.
  public var dithering: Dithering?
  /// The effort spent on compressing the result.
  public var compression = Compression.default
  /// The meaning of files without a declaration; nil reads them as sRGB.
  public var assume: SpaceChoice?
  /// The meaning of all files, which overrides their declarations.
  public var override: SpaceChoice?
  /// The resource limits for the files and profiles that are read.
  public var limits = Limits()

  /// The limits with the part of the memory that an interlaced image may take.
  var readLimits: Limits { limits.interlaced(within: memory) }

  /// Creates options for a destination, with the depth of each file, and clipping.
  public init(to destination: SpaceChoice) { self.destination = destination }
}
