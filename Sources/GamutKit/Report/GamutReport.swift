public import Gamut
public import PNGCodec

/// The losses of one image in one destination, and the origin of the meaning of its codes.
public struct GamutReport: Sendable, Hashable {
  /// The image as its header describes it.
  public var image: ImageHeader
  /// Whether only a part was analysed: the other frames of an APNG were not.
  public var isPartial: Bool
  /// The meaning of the file's codes; its space is only identified as Display P3 or sRGB.
  public var source: DeclaredColor
  /// The space in which the image is shown.
  public var destination: Destination
  /// The losses of the image in the destination.
  public var loss: LossReport
  /// Irregularities of the file that did not prevent the report, in the order in which they were found: warnings.
  public var findings: [FileFinding]
  /// The number of times the file was read: more than once if its colours did not fit the allowed memory.
  public var passes = 1
  /// What the files beside the image say; nil for a report that is not in a row.
  package var beside: VariantAdvice?

  /// The destination of the rendition.
  public struct Destination: Sendable, Hashable {
    /// The space, if it is Display P3 or sRGB by its parameters, not by its name; nil for any other space.
    public var space: ReferenceSpace?
    /// The name of the space, or the profile's own description.
    public var description: String?
    /// Bits per channel, 8 or 16.
    public var bitDepth: Int
  }

  /// The verdict of `loss`.
  public var verdict: LossReport.Verdict { loss.verdict }
}
