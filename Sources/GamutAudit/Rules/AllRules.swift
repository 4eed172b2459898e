extension AuditRule: CaseIterable {
  /// All rules. The worst comes first: that is the order of findings of one severity.
  public static let allCases: [AuditRule] = [
    .collapses,
    .flattens,
    .variantLoses,
    .declarationsDisagree,
    .profileUnreadable,
    .profileUnusable,
    .profileKind,
    .unexpectedProfile,
    .wideUntagged,
    .untagged,
    .gammaOnly,
    .profileMisnamed,
    .profileDevice,
    .chunkFault,
    .trailingData,
    .apng,
    .hasVariant,
    .tolerated,
    .clips,
    .p3Unneeded,
    .p3EightBit,
    .sRGBKnownBad,
  ]
}
