/// The effort spent on compressing image data.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum Compression: String, Sendable, Hashable, CaseIterable {
  /// About the size of libpng's default for noisy pixels, at many times its speed.
  case fast
  /// Not larger than libpng's default.
  case `default`
  /// The smallest size that this encoder can achieve, slowly.
  case small
}
