/// The effort spent on compressing image data.
public enum Compression: String, Sendable, Hashable, CaseIterable {
  /// About the size of libpng's default for noisy pixels, at many times its speed.
  case fast
  /// Not larger than libpng's default for photographs, drawings and icons. Noise of a few levels, whose matches take most
  /// of libpng's time, may be larger.
  case `default`
  /// The smallest size that this encoder can achieve, slowly.
  case small
}
