public import Gamut
public import PNGCodec

/// Bits per channel.
public enum Depth: Int, Sendable, Hashable, CaseIterable {
  case eight = 8
  case sixteen = 16
}

/// The options of a report: the destination, the visibility threshold, and the meaning of undeclared files.
public struct ReportOptions: Sendable, Hashable {
  /// The destination of the image; a profile must have a matrix and curves.
  public var destination = SpaceChoice.sRGB
  /// The depth of the destination per channel.
  public var depth = Depth.eight
  /// The just-noticeable difference (DIN99o), above 0.
  public var jnd = Rendition.defaultJND
  /// The maximum number of groups, of regions and of pairs in the lists.
  public var top = 10
  /// The other eyes and the other light whose renditions are judged, too.
  public var viewings: [Viewing] = []
  /// The meaning of files without a declaration; nil reads them as sRGB.
  public var assume: SpaceChoice?
  /// The meaning of all files, which overrides their declarations.
  public var override: SpaceChoice?
  /// The memory limit for the analysis of one image in bytes; with less, the analysis reads the file more often.
  public var memory = ReportOptions.defaultMemory
  /// The resource limits for the files and profiles that are read.
  public var limits = Limits()

  /// The default memory limit: 1 GiB.
  public static let defaultMemory = 1 << 30

  /// Creates options for sRGB at 8 bits per channel.
  public init() {}
}
