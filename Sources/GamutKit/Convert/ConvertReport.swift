public import LittleCMS
public import PNGCodec

/// What was done to a file, or would be.
public struct ConvertReport: WriteReport {
  /// How lookup tables were asked.
  public struct Rendering: Sendable, Hashable {
    public var intent: ConversionIntent
    public var blackPointCompensation: Bool

    public init(intent: ConversionIntent, blackPointCompensation: Bool) {
      self.intent = intent
      self.blackPointCompensation = blackPointCompensation
    }
  }

  /// The image as its header describes it, and the one that came of it.
  public var image: ImageHeader
  public var result: ImageHeader
  /// What its pixels meant.
  public var source: DeclaredColor
  /// What they mean now, for people, and by its numbers.
  public var destination: String
  public var space: KnownSpace?
  /// Nil where both profiles are matrix and curves: then it is relative colorimetric, and nothing else is there to choose.
  public var rendering: Rendering?
  /// Whether no code has changed, so that the image data stayed as it was.
  public var keepsPixels = false
  /// Chunks that say something of the old pixels and were left out, but for colour chunks.
  public var dropped: [String] = []
  /// What is irregular about the file.
  public var findings: [Finding] = []
  public var action = WriteAction.unchanged
  /// Where the result is, as it was named; nil for standard output and for bytes.
  public var output: Path?
  /// Another name of the same file, which stands for both.
  public var sameFile: Path?
  /// What was removed that an earlier run had left beside the output.
  public var removedTemporaries: [Path] = []
  /// How strong `preserve` was; nil for other mappings.
  public var preserve: PreserveStrength?
  /// What the conversion does to the image, where that was asked for.
  public var effect: ConversionEffect?
  /// Bytes of the result; 0 where none was written.
  public var size = 0

  init(image: ImageHeader, source: DeclaredColor, destination: String, space: KnownSpace?) {
    self.image = image
    result = image
    self.source = source
    self.destination = destination
    self.space = space
  }
}
