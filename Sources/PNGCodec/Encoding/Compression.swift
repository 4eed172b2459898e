/// How much work goes into making image data small.
public enum Compression: String, Sendable, Hashable, CaseIterable {
  /// About as small as libpng's default where pixels have noise, at many times its speed.
  case fast
  /// Not larger than libpng's default.
  case `default`
  /// As small as this encoder can make it, slowly.
  case small
}
