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
  /// The depth of the result per channel; nil is that of the file, and 8 bits for fewer. A palette keeps its 8 bits.
  public var depth: Depth?
  /// Whether to drop the alpha channel, or tRNS. A file with a pixel that is not opaque is an error.
  public var dropsAlpha = false
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
  /// Whether no code changed, so that the image data was kept.
  public var keepsPixels = false
  /// Chunks that depend on the old pixels and were removed, other than those that declare their colours.
  public var dropped: [String] = []
  public var findings: [FileFinding] = []
  public var metadata: [String] = []
  public var action = WriteAction.unchanged
  public var output: Pathname?
  public var sameFile: Pathname?
  /// The strength of `preserve`; nil for other mappings.
  public var preserve: PreserveStrength?
  /// The colours of areas and what they become by `preserve`, at most 4,096.
  var areas: [LossReport.ChangedColor] = []
  public var size = 0
  public var sourceSize = 0

  init(image: ImageHeader, source: DeclaredColor, destination: String, space: ReferenceSpace?) {
    (self.image, result, self.source) = (image, image, source)
    (self.destination, self.space) = (destination, space)
  }
}

/// The outcome for one input.
public typealias ConvertRow = WriteRow<ConvertReport, ConvertError>

/// The reasons that a file is not converted. The file remains unchanged.
public enum ConvertError: WritingError {
  /// The input cannot be read, or the meaning of its pixels cannot be determined.
  case input(GamutError)
  /// The profile cannot be used as a destination; `tables` with a gamut mapping, which needs matrix and curves.
  case destination(DeclarationFault)
  /// The file is an animation, of which only the first image could be converted.
  case animation
  /// The alpha channel was to be dropped, and this is the first pixel that is not opaque.
  case notOpaque(LossReport.Position)
  /// Several images are to have one mapping, and this one of them cannot be converted.
  case failureInSet(Pathname)
  /// The output cannot be written.
  case write(WriteError)

  public var code: String {
    switch self {
    case .input(let error): error.code
    case .destination: "destination-unusable"
    case .animation: "animation"
    case .notOpaque: "not-opaque"
    case .failureInSet: "set-failed"
    case .write(let error): error.code
    }
  }

  public var offset: Int? { if case .input(let error) = self { error.offset } else { nil } }

  public var message: String {
    switch self {
    case .input(let error): error.message
    case .destination(let fault): "The destination cannot be used: \(fault.messageAboutDestination)"
    case .animation:
      "This is an animation (APNG), and only its first image could be converted; the others would keep their old "
        + "colours."
    case .notOpaque(let position):
      "The pixel at \(position.x), \(position.y) is not opaque, so its colour depends on what is behind the image."
    case .failureInSet(let path):
      "The files of a set get one strength, and \(path.text.printable) cannot be converted, so none of them is."
    case .write(let error): error.message
    }
  }

  public var hint: String? {
    switch self {
    case .input(let error): error.hint
    case .destination(.tables): "Leave out --mapping, or choose another destination."
    case .destination: "Give a colour space (see 'gamut spaces'), or an RGB profile."
    case .animation: "Convert its frames as images of their own."
    case .notOpaque: "Export the image again on a background, or leave out --drop-alpha."
    case .failureInSet: "Repair that file, or leave it out with --exclude."
    case .write(let error): error.hint
    }
  }
}
