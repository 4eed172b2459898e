extension AuditRule {
  /// The command that fixes most files that break the rule, or shows what there is to fix; nil where only whoever made
  /// the file can. A finding may know a better one.
  var remedy: Remedy? {
    switch self {
    case .collapses, .flattens: .variant(of: Self.example)
    case .variantLoses: .variant(of: Self.example, replacing: true)
    case .profileUnreadable, .profileUnusable, .profileKind:
      Remedy("embed", "--profile", "srgb", "--assume", "srgb", "--in-place")
    case .wideUntagged: Remedy("embed", "--profile", "display-p3", "--in-place")
    case .untagged: Remedy("embed", "--profile", "srgb", "--in-place")
    case .declarationsDisagree, .profileMisnamed, .chunkFault: Remedy("inspect")
    case .gammaOnly: Remedy("convert", "--to", "srgb", "--in-place")
    case .profileDevice: Remedy("convert", "--to", "display-p3", "--in-place")
    case .clips: Remedy("report")
    case .p3Unneeded: Remedy("convert", "--to", "srgb", "--depth", "8", "--in-place")
    case .sRGBKnownBad: Remedy("embed", "--profile", "srgb", "--srgb-chunk", "--in-place")
    case .unexpectedProfile, .trailingData, .apng, .hasVariant, .tolerated, .p3EightBit: nil
    }
  }

  /// `remedy` for some file.
  public var command: String? { remedy?.command(for: Self.example) }

  private static let example = Path("FILE")
}
