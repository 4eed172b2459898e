extension AuditRule {
  /// The command that mends most files that break the rule, or shows what there is to mend; nil where only whoever made
  /// the file can. A finding may know a better one.
  var remedy: AuditRemedy? {
    switch self {
    case .collapses, .flattens:
      AuditRemedy("convert", "--variants", "--mapping", "preserve", "--output-dir", "Variants")
    case .profileUnreadable, .profileUnusable, .profileKind:
      AuditRemedy("embed", "--profile", "srgb", "--assume", "srgb", "--in-place")
    case .wideUntagged: AuditRemedy("embed", "--profile", "display-p3", "--in-place")
    case .untagged: AuditRemedy("embed", "--profile", "srgb", "--in-place")
    case .declarationsDisagree, .profileMisnamed, .chunkFault: AuditRemedy("inspect")
    case .gammaOnly: AuditRemedy("convert", "--to", "srgb", "--in-place")
    case .profileDevice: AuditRemedy("convert", "--to", "display-p3", "--in-place")
    case .clips: AuditRemedy("report")
    case .p3Unneeded: AuditRemedy("convert", "--to", "srgb", "--depth", "8", "--in-place")
    case .sRGBKnownBad: AuditRemedy("embed", "--profile", "srgb", "--srgb-chunk", "--in-place")
    case .unexpectedProfile, .trailingData, .apng, .p3EightBit: nil
    }
  }

  /// `remedy` for some file.
  public var command: String? { remedy?.command(for: Path("FILE")) }
}
