public import PNGCodec

/// What to report on: the destination, what counts as visible, and how files without a usable declaration are read.
public struct ReportOptions: Sendable, Hashable {
  /// The rendition's depth per channel.
  public enum Depth: Int, Sendable, Hashable, CaseIterable {
    case eight = 8
    case sixteen = 16
  }

  /// Where the image is rendered to; a profile must have a matrix and curves.
  public var destination = SpaceChoice.sRGB
  public var depth = Depth.eight
  /// The just-noticeable difference in ΔEOK, above 0.
  public var jnd = 0.015
  /// How many groups and regions are listed.
  public var top = 10
  /// What files mean that declare nothing; without it they are read as sRGB.
  public var assume: SpaceChoice?
  /// What every file means, whatever it declares.
  public var override: SpaceChoice?
  /// Bytes of memory that the analysis of one image may take; more passes over the file keep to it. 1 GiB.
  public var memory = 1 << 30
  public var limits = Limits()
  /// Which code decodes the pixels; the report is the same.
  public var decoder = DecoderChoice.automatic

  public init() {}
}
