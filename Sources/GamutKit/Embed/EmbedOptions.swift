public import PNGCodec

/// What files shall declare from now on.
public struct EmbedOptions: Sendable, Hashable {
  public enum Label: Sendable, Hashable {
    /// A known space, by the project's own profile, or by the grey one for a grey image; or a profile as it is.
    case space(SpaceChoice)
    /// Nothing: what says how colours are to be read is taken out.
    case none
  }

  public var label: Label
  /// Whether a cICP chunk says it too.
  public var addsCICP = false
  /// Whether an sRGB chunk says it instead of a profile.
  public var usesSRGBChunk = false
  /// What the pixels mean, whatever the files declare.
  public var assume: SpaceChoice?
  public var limits = Limits()

  public init(_ label: Label) { self.label = label }
}
