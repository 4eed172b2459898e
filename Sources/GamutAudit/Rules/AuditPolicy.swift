package import Gamut
public import GamutKit

/// The requirements of an audit for files, and the severities of its findings.
public struct AuditPolicy: Sendable, Hashable {
  /// The space in which images are shown; a profile must have a matrix and curves.
  public var destination = SpaceChoice.sRGB
  /// The name of the destination as written in the policy.
  public var destinationName = ReferenceSpace.sRGB.rawValue
  /// Bits per channel of the destination.
  public var depth = Depth.eight
  /// The just-noticeable difference (DIN99o), above 0.
  public var jnd = Rendition.defaultJND
  /// The tolerated amounts of loss; none by default.
  public var thresholds = Thresholds()
  /// The severities that differ from the rule's default; nil for a rule that is off.
  public var severities: [AuditRule: Severity?] = [:]
  /// Files and folders to exclude.
  public var excludes: [Glob] = []
  /// Requirements for files at certain paths. The last one that matches a path applies.
  public var expectations: [Expectation] = []

  /// The platforms that the palettes are for.
  public var platforms: Set<Platform> = []
  /// Files with palettes to check; asset catalogs among them are checked as palettes, too.
  public var palettes: [Glob] = []
  /// Files that are one palette, by the patterns of each list.
  public var joinedPalettes: [[Glob]] = []
  /// The required contrast between colours of palettes; if empty, the names of the colours determine the requirements.
  public var contrast: [ContrastRequirement] = []
  /// The folder that the paths of profiles are relative to: from the root of the audit, or absolute if it is not below.
  package var folder = Pathname.here
  /// The policies that apply instead to folders below the root, by the paths of these. They have no others.
  public var folders: [Pathname: AuditPolicy] = [:]
  package var vision = VisionLimits()

  package var renditions: [Viewing] = []

  /// Creates the policy that applies without a policy file.
  public init() {}

  /// The tolerated amounts of loss.
  public struct Thresholds: Sendable, Hashable {
    /// `clips` is reported if a larger share of the analysed pixels clips; 0 to 1.
    public var clipped = 0.0
    /// `collapses` is reported if a larger share of the analysed pixels is lost; 0 to 1.
    public var collapsed = 0.0
  }

  /// A requirement for files.
  public struct Expectation: Sendable, Hashable {
    /// The files that it applies to, relative to the root of the audit.
    public var files: Glob
    /// The declaration that they are expected to have; nil for any, or none.
    public var profile: ExpectedProfile?
    /// The minimum number of bits per channel.
    public var depth: Int?
    /// The appearances that sets of asset catalogs must have slots for.
    public var appearances: [ExpectedAppearance] = []

    /// Creates a requirement of nothing.
    public init(files: Glob) { self.files = files }

    func requires(_ space: ReferenceSpace) -> Bool {
      if case .space(let choice, _) = profile { choice.isSame(as: .known(space)) } else { false }
    }

    var isAboutFiles: Bool { profile != nil || depth != nil }
  }

  /// A requirement for the contrast of colours.
  public struct ContrastRequirement: Sendable, Hashable {
    /// The names of the colours of texts and signs.
    public var text: Glob
    /// The names of the backgrounds.
    public var background: Glob
    /// The least ratio, from 1 to 21.
    public var ratio: Double

    /// Creates a requirement.
    public init(text: Glob, background: Glob, ratio: Double = 4.5) {
      (self.text, self.background, self.ratio) = (text, background, ratio)
    }
  }

  /// A platform that a palette can be for.
  public enum Platform: String, Sendable, Hashable, CaseIterable {
    /// The systems of Apple, whose colours have names of their own.
    case apple
  }

  /// An appearance that a set of an asset catalog is expected to have a slot for.
  public enum ExpectedAppearance: String, Sendable, Hashable, CaseIterable {
    /// The dark appearance.
    case dark
    /// The light appearance, apart from the slot for any.
    case light
    /// The tinted appearance of app icons.
    case tinted
    /// The appearance with increased contrast.
    case highContrast = "high-contrast"
  }

  /// The declaration that a file is expected to have.
  public enum ExpectedProfile: Sendable, Hashable {
    /// Any declaration that defines the colours.
    case any
    /// No declaration.
    case none
    /// A space; the name is as written in the policy.
    case space(SpaceChoice, name: String)

    var name: String {
      switch self {
      case .any: "any"
      case .none: "none"
      case .space(_, let name): name
      }
    }
  }

  /// Returns the severity of a rule; nil if the rule is off.
  public func severity(of rule: AuditRule) -> Severity? { severities[rule] ?? rule.defaultSeverity }

  /// Changes the severity of a finding, unless the policy has one for its rule.
  func set(_ severity: Severity, of finding: inout AuditFinding) {
    if severities[finding.rule] == nil { finding.severity = severity }
  }

  func nameInRoot(_ name: String) -> String { SpaceChoice.profile(named: name, in: folder)?.text ?? name }

  package func isOn(_ rule: AuditRule) -> Bool {
    severity(of: rule) != nil || folders.values.contains { $0.isOn(rule) }
  }

  /// Returns the policy of the nearest folder of a path relative to the root.
  public func policy(for path: Pathname) -> AuditPolicy { folders.nearest(to: path) ?? self }

  func refuses(_ report: GamutReport) -> Bool {
    report.verdict == .collapses && report.loss.lostShare > thresholds.collapsed
  }

  /// Returns the index in `expectations` of the last one about files that matches a path relative to the root.
  func expectation(for path: Pathname) -> Int? {
    expectations.lastIndex { $0.isAboutFiles && $0.files.matches(path) }
  }

  func appearances(for path: Pathname) -> [ExpectedAppearance] {
    expectations.last { !$0.appearances.isEmpty && $0.files.matches(path) }?.appearances ?? []
  }

  package var namesPalettes: Bool { !palettes.isEmpty || !joinedPalettes.isEmpty }

  package func isPalette(_ path: Pathname) -> Bool {
    palettes.contains { $0.matches(path) } || joinedPalettes.contains { $0.contains { $0.matches(path) } }
  }

  /// Returns whether a path relative to the root is excluded.
  public func excludes(_ path: Pathname) -> Bool { excludes.contains { $0.matches(path) } }
}

/// Choices of rules for a single run. Each is stronger than the policy and than the choices before it.
extension AuditPolicy {
  /// Turns off all other rules, at all paths. A selected rule that the policy turns off, or that has to be asked for, has
  /// its default severity.
  public mutating func select(_ rules: Set<AuditRule>) {
    for folder in folders.keys { folders[folder]?.select(rules) }
    for rule in AuditRule.allCases {
      if !rules.contains(rule) {
        setSeverity(nil, of: rule)
      } else if severity(of: rule) == nil || rule == .p3EightBit {
        severities[rule] = .some(rule.defaultSeverity)
      }
    }
  }

  /// Turns rules off, at all paths.
  public mutating func ignore(_ rules: Set<AuditRule>) {
    for rule in rules { setSeverity(nil, of: rule) }
  }

  /// Gives a rule a severity at all paths; nil turns the rule off.
  public mutating func setSeverity(_ severity: Severity?, of rule: AuditRule) {
    for folder in folders.keys { folders[folder]?.setSeverity(severity, of: rule) }
    severities.updateValue(severity, forKey: rule)
  }
}

extension Dictionary where Key == Pathname {
  /// Returns the value of the nearest folder of a path relative to the root; nil if none of its folders has one.
  func nearest(to path: Pathname) -> Value? {
    guard !isEmpty, !path.isAbsolute else { return nil }
    var folder = path.folder
    while folder != .here {
      if let value = self[folder] { return value }
      folder = folder.folder
    }
    return nil
  }
}
