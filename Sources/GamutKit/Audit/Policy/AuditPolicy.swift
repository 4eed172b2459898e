import Gamut

/// What an audit wants of files, and what it makes of what it finds.
public struct AuditPolicy: Sendable, Hashable {
  /// Where images are shown; a profile must have a matrix and curves.
  public var destination = SpaceChoice.sRGB
  /// As it was written.
  public var destinationName = KnownSpace.sRGB.rawValue
  /// Bits per channel where they are shown.
  public var depth = ReportOptions.Depth.eight
  /// The just-noticeable difference in ΔEOK, above 0.
  public var jnd = 0.015
  public var thresholds = Thresholds()
  /// Severities that are not the rule's own; nil for a rule that is off.
  public var severities: [AuditRule: Severity?] = [:]
  /// Files and folders that are not looked at.
  public var excludes: [Glob] = []
  /// What files of some places must be. The last one that matches a path counts.
  public var expectations: [Expectation] = []

  public init() {}

  /// How much loss is tolerated.
  public struct Thresholds: Sendable, Hashable {
    /// `clips` is reported if a larger share of the analysed pixels clips; 0 to 1.
    public var clipped = 0.0
    /// `collapses` and `flattens` are reported if a larger share of the analysed pixels is lost; 0 to 1.
    public var collapsed = 0.0
  }

  /// What files are expected to be.
  public struct Expectation: Sendable, Hashable {
    public var files: Glob
    public var profile: ExpectedProfile?
    /// The least bits per channel.
    public var depth: Int?
  }

  /// What a file is expected to declare.
  public enum ExpectedProfile: Sendable, Hashable {
    case any
    /// Nothing at all.
    case none
    /// A space; the name is as the policy has it.
    case space(SpaceChoice, name: String)

    var name: String {
      switch self {
      case .any: "any"
      case .none: "none"
      case .space(_, let name): name
      }
    }
  }

  /// Nil where the rule is off.
  public func severity(of rule: AuditRule) -> Severity? { severities[rule] ?? rule.defaultSeverity }

  /// Whether what an image loses is too much.
  func refuses(_ report: GamutReport) -> Bool {
    report.verdict == .collapses && report.loss.lostShare > thresholds.collapsed
  }

  /// Which of `expectations` holds for the file at a path below the policy's folder: the last that matches it.
  func expectation(for path: Path) -> Int? { expectations.lastIndex { $0.files.matches(path) } }

  /// Whether a path below the policy's folder is not to be looked at.
  public func excludes(_ path: Path) -> Bool { excludes.contains { $0.matches(path) } }
}
