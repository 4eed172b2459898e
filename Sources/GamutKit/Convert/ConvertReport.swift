public import LittleCMS
public import PNGCodec

/// The result of a conversion, or of a dry run.
public struct ConvertReport: WriteReport {
  /// The rendering requested for lookup tables.
  public struct Rendering: Sendable, Hashable {
    /// The rendering intent.
    public var intent: ConversionIntent
    /// Whether black point compensation is on.
    public var blackPointCompensation: Bool

    /// Creates a rendering.
    public init(intent: ConversionIntent, blackPointCompensation: Bool) {
      self.intent = intent
      self.blackPointCompensation = blackPointCompensation
    }
  }

  /// The image as its header describes it.
  public var image: ImageHeader
  /// The header of the result.
  public var result: ImageHeader
  /// The meaning of the original pixels.
  public var source: DeclaredColor
  /// The name of the space of the new pixels.
  public var destination: String
  /// The destination, if it is Display P3 or sRGB by its parameters, not by its name; nil for any other space.
  public var space: ReferenceSpace?
  /// The rendering; nil if both profiles are matrix and curves, with which conversions are relative colorimetric.
  public var rendering: Rendering?
  /// Whether no code changed, so that the image data was kept.
  public var keepsPixels = false
  /// Chunks that depend on the old pixels and were removed, other than those that declare their colours.
  public var dropped: [String] = []
  /// Irregularities of the file.
  public var findings: [FileFinding] = []
  /// The action for the output.
  public var action = WriteAction.unchanged
  /// The path of the result, as given; nil for standard output and for bytes.
  public var output: Pathname?
  /// Another name of the same file; the outcome applies to both.
  public var sameFile: Pathname?
  /// Temporary files of an earlier run beside the output that were removed.
  public var removedTemporaryFiles: [Pathname] = []
  /// The strength of `preserve`; nil for other mappings.
  public var preserve: PreserveStrength?
  /// The effect of the conversion on the image, if requested.
  public var effect: ConversionEffect?
  /// The size of the result in bytes; 0 if none was written.
  public var size = 0

  init(image: ImageHeader, source: DeclaredColor, destination: String, space: ReferenceSpace?) {
    self.image = image
    result = image
    self.source = source
    self.destination = destination
    self.space = space
  }
}
