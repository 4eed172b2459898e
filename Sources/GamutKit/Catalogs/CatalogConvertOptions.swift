import Gamut
public import PNGCodec

/// The options that determine which images and colours of asset catalogs get slots for displays of sRGB, and how.
public struct CatalogConvertOptions: Sendable, Hashable {
  /// The images and colours that get a variant.
  public enum Selection: String, Sendable, Hashable, CaseIterable {
    /// Images that lose visible differences in sRGB, and colours outside sRGB that merge with those of other sets.
    case collapsing
    /// All images and colours that are not inside sRGB.
    case wide
    /// All images in another space than sRGB, and all colours in Display P3.
    case all
  }

  /// The images and colours that get a variant.
  public var selection = Selection.collapsing
  /// The treatment of colours outside sRGB.
  public var mapping = ConvertOptions.Mapping.preserve
  /// The just-noticeable difference (DIN99o) of images: finite and above 0.
  public var jnd = Rendition.defaultJND
  /// The memory limit of the analysis of one image, in bytes.
  public var memory = ReportOptions.defaultMemory
  /// The effort spent on compressing the variants.
  public var compression = Compression.default
  /// Whether to replace existing variants that belong to no slot, and files whose mode forbids writing.
  public var overwrites = false
  /// Whether to replace a file of a set that has several hard links, under one of its names.
  public var separatesHardLinks = false
  /// Whether to write nothing.
  public var isDryRun = false

  /// Creates options for images and colours that collapse.
  public init() {}
}
