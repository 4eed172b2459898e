public import GamutKit

extension AuditPolicy {
  /// The values of a policy that differ for files at certain paths.
  public struct Override: Sendable, Hashable {
    /// The files that it applies to, relative to the root of the audit: those that one of the patterns matches.
    public var files: [Glob]
    /// The severities that differ; nil for a rule that is off.
    public var severities: [AuditRule: Severity?]
    /// The threshold of `clips`; nil if it does not differ.
    public var clipped: Double?
    /// The threshold of `collapses`; nil if it does not differ.
    public var collapsed: Double?

    /// Creates an override; values that are not given do not differ.
    public init(
      files: [Glob], severities: [AuditRule: Severity?] = [:], clipped: Double? = nil, collapsed: Double? = nil
    ) {
      self.files = files
      self.severities = severities
      self.clipped = clipped
      self.collapsed = collapsed
    }

    /// Whether the override changes nothing.
    var isEmpty: Bool { severities.isEmpty && clipped == nil && collapsed == nil }

    /// Returns whether it applies to a path relative to the root.
    public func matches(_ path: Pathname) -> Bool { files.contains { $0.matches(path) } }
  }

  /// Returns the policy for a path relative to the root: with the overrides that match, the later ones last,
  /// and without any others.
  public func policy(for path: Pathname) -> AuditPolicy {
    guard !overrides.isEmpty else { return self }
    var result = self
    result.overrides = []
    for override in overrides where override.matches(path) {
      result.severities.merge(override.severities) { $1 }
      if let clipped = override.clipped { result.thresholds.clipped = clipped }
      if let collapsed = override.collapsed { result.thresholds.collapsed = collapsed }
    }
    return result
  }
}
