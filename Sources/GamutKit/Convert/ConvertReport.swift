public import Gamut
public import PNGCodec

/// The destination and the method of a conversion.
public struct ConvertOptions: Sendable, Hashable {
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
  /// The depth of the result per channel; nil is that of the file, and 8 bits for fewer.
  public var depth: Depth?
  /// Whether to drop the alpha channel, or tRNS. A file with a pixel that is not opaque is an error.
  public var dropsAlpha = false
  /// Whether an image with a palette keeps its 8 bits if 16 are requested; otherwise it is an error.
  public var palettesKeepDepth = false
  /// The treatment of colours outside the destination.
  public var mapping = Mapping.clip
  /// The just-noticeable difference of `preserve`, as a difference in DIN99o: finite and above 0.
  public var jnd = Rendition.defaultJND
  /// The memory limit in bytes of the rows that are converted at a time, and of the analysis by `preserve`.
  public var memory = ReportOptions.defaultMemory
  /// The effort spent on compressing the result. The smallest size may have fewer channels or bits, or a palette, where the
  /// pixels are the same.
  public var compression = Compression.default
  /// Whether the smallest size, too, has the channels and bits of the image.
  public var keepsColorType = false
  /// Whether a conversion to sRGB embeds a profile. Otherwise an sRGB chunk of 13 bytes declares the result.
  public var embedsProfile = false
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

/// The result of a conversion, or of a dry run.
public struct ConvertReport: WriteReport {
  public var image: ImageHeader
  /// The header of the result.
  public var result: ImageHeader
  /// The meaning of the original pixels.
  public var source: DeclaredColor
  /// The name of the space of the new pixels.
  public var destination: String
  /// The destination, if it is Display P3 or sRGB by its parameters, not by its name; nil for any other space.
  public var space: ReferenceSpace?
  /// Whether one of the profiles has lookup tables.
  public var usesTables = false
  /// Whether no code changed, so that the image data was kept.
  public var keepsPixels = false
  /// Chunks that depend on the old pixels and were removed, other than those that declare their colours.
  public var dropped: [String] = []
  public var findings: [FileFinding] = []
  public var metadata: [String] = []
  public var action = WriteAction.unchanged
  public var output: Pathname?
  public var sameFile: Pathname?
  public var removedTemporaryFiles: [Pathname] = []
  /// The strength of `preserve`; nil for other mappings.
  public var preserve: PreserveStrength?
  /// The colours of areas and what they become by `preserve`, at most 4,096.
  var areas: [LossReport.ChangedColor] = []
  public var size = 0
  public var sourceSize = 0

  init(image: ImageHeader, source: DeclaredColor, destination: String, space: ReferenceSpace?) {
    self.image = image
    result = image
    self.source = source
    self.destination = destination
    self.space = space
  }
}

/// The outcome for one input.
public typealias ConvertRow = WriteRow<ConvertReport, ConvertError>
