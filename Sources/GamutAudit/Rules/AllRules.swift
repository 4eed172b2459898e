extension AuditRule: CaseIterable {
  /// All rules, worst first; findings of one severity have the same order.
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
