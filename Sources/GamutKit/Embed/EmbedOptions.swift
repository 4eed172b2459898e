public import PNGCodec

/// The declaration to write into files.
public struct EmbedOptions: Sendable, Hashable {
  /// The declaration that files have afterwards.
  public enum Label: Sendable, Hashable {
    /// A published space, by the project's own profile, or by the grey one for a grey image; or a given profile,
    /// unchanged.
    case space(SpaceChoice)
    /// No declaration: the chunks that declare colours are removed.
    case none
  }

  /// The declaration that the files have afterwards.
  public var label: Label
  /// Whether to add a cICP chunk.
  public var addsCICP = false
  /// Whether to write an sRGB chunk instead of a profile.
  public var usesSRGBChunk = false
  /// Whether to leave files unchanged that declare anything.
  public var onlyUntagged = false
  /// The meaning of the pixels, which overrides the files' declarations.
  public var assume: SpaceChoice?
  /// The resource limits for the files and profiles that are read.
  public var limits = Limits()

  /// Creates options that give files a label, with a profile alone.
  public init(_ label: Label) { self.label = label }
}
