/// The output location of a command, and its safety options.
public struct WriteOptions: Sendable, Hashable {
  /// The place where results are written.
  public enum Target: Sendable, Hashable {
    /// Each input file is replaced.
    case inPlace
    /// The only output of a single input.
    case file(Pathname)
    /// A new file beside each input: its sRGB variant, `X-srgb.png` for `X.png`.
    case variants
    /// Standard output, for a single input.
    case standardOutput
    /// A folder for the output, with the tree of the inputs.
    case tree(Pathname)
  }

  /// The place where results are written.
  public var target: Target
  /// Whether to replace an existing output, or a file whose mode forbids writing.
  public var overwrites: Bool
  /// Whether to replace a file with several hard links under one of its names.
  public var separatesHardLinks: Bool
  /// Whether to replace files in place that lie outside a walked folder, if links in the folder lead to them.
  public var followsLinksOutside: Bool
  /// Whether to write nothing.
  public var isDryRun: Bool

  /// Creates options; by default nothing that exists is replaced, except in place.
  public init(
    _ target: Target, overwrites: Bool = false, separatesHardLinks: Bool = false, followsLinksOutside: Bool = false,
    isDryRun: Bool = false
  ) {
    self.target = target
    self.overwrites = overwrites
    self.separatesHardLinks = separatesHardLinks
    self.followsLinksOutside = followsLinksOutside
    self.isDryRun = isDryRun
  }
}
