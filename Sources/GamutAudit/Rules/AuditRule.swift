public import GamutKit

/// A rule of an audit. Each has a file of its own and an entry in `allCases`.
public struct AuditRule: RawRepresentable, Sendable, Hashable {
  /// The name in policies, baselines and all outputs.
  public var rawValue: String { definition.rawValue }
  /// The severity unless a policy changes it.
  public var defaultSeverity: Severity { definition.defaultSeverity }
  /// The meaning of a finding, in a few words.
  public var title: String { definition.title }
  /// A paragraph for people: the findings of the rule, their importance, and the remedies.
  public var explanation: String { definition.explanation }
  /// The command that fixes most files that violate the rule, or shows the details; nil if only the author of the file
  /// can fix it. A finding can have a more specific one.
  var remedy: Remedy? { definition.remedy }
  var checks: Checks { definition.checks }
  var traits: Traits { definition.traits }

  /// The properties of a rule that other parts of an audit depend on.
  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8
    /// The rule does not depend on the colours of an image, so it applies to templates too.
    static let ignoresColors = Traits(rawValue: 1)
    /// In an asset catalog, findings of the rule are notes unless the policy sets a severity.
    static let isNoteInCatalogs = Traits(rawValue: 2)
    /// The space in its remedy is a guess.
    static let guessesSpace = Traits(rawValue: 4)
    /// For a file that cannot be processed, the error may state the same problem. Formats whose lines are comments on a
    /// change leave the finding out then.
    static let repeatsError = Traits(rawValue: 8)
  }

  /// The checks of a rule, for each kind of subject that it is about. A check does not depend on the findings of other
  /// rules.
  struct Checks: Sendable {
    var file: FileCheck?
    var set: SetCheck?
    var palette: PaletteCheck?
  }

  /// Determines whether a file violates the rule, and if so completes the finding, which has the severity in force and
  /// the remedy of the rule.
  typealias FileCheck = @Sendable (_ file: AuditSubject, _ finding: inout AuditFinding) -> Bool
  /// Determines whether a set of a catalog violates the rule, and if so completes the finding; otherwise leaves it
  /// unchanged.
  typealias SetCheck = @Sendable (_ set: SetSubject, _ finding: inout AuditFinding) -> Bool
  /// Returns the places of a palette that violate the rule, in any order.
  typealias PaletteCheck = @Sendable (_ palette: PaletteSubject) -> PaletteFindings

  /// Shared, because findings and baselines store hundreds of thousands of rules.
  private final class Definition: Sendable {
    let rawValue: String
    let defaultSeverity: Severity
    let title, explanation: String
    let remedy: Remedy?
    let checks: Checks
    let traits: Traits

    init(
      _ rawValue: String, _ severity: Severity, _ title: String, _ explanation: String, _ remedy: Remedy?,
      _ checks: Checks, _ traits: Traits = []
    ) {
      self.rawValue = rawValue
      defaultSeverity = severity
      self.title = title
      self.explanation = explanation
      self.remedy = remedy
      self.checks = checks
      self.traits = traits
    }
  }

  private let definition: Definition

  /// Returns whether both are the same instance: each rule is created once.
  public static func == (a: AuditRule, b: AuditRule) -> Bool { a.definition === b.definition }

  /// Hashes which rule it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(definition)) }

  init(
    _ rawValue: String, severity: Severity, traits: Traits = [], title: String, explanation: String,
    remedy: Remedy? = nil, check: @escaping FileCheck
  ) {
    definition = Definition(rawValue, severity, title, explanation, remedy, Checks(file: check), traits)
  }

  /// A rule about the sets of asset catalogs, and perhaps about palettes.
  init(
    ofSets rawValue: String, severity: Severity, title: String, explanation: String, remedy: Remedy? = nil,
    palettes: PaletteCheck? = nil, check: @escaping SetCheck
  ) {
    definition = Definition(rawValue, severity, title, explanation, remedy, Checks(set: check, palette: palettes))
  }

  /// A rule about palettes.
  init(
    ofPalettes rawValue: String, severity: Severity, title: String, explanation: String,
    check: @escaping PaletteCheck
  ) {
    definition = Definition(rawValue, severity, title, explanation, nil, Checks(palette: check))
  }

  /// Returns the rule of this name; nil if there is none.
  public init?(rawValue: String) {
    guard let rank = Self.ranks[rawValue] else { return nil }
    self = Self.allCases[rank]
  }

  /// Whether the rule checks only palettes.
  var isOfPalettesOnly: Bool { checks.file == nil && checks.set == nil }

  /// The index among all rules.
  var rank: Int { Self.ranks[rawValue] ?? 0 }

  /// The rules about files, about sets and about palettes, each with its check, in the order of all rules.
  static let ofFiles = allCases.compactMap { rule in
    rule.checks.file.map { (rule: rule, check: $0) }
  }
  static let ofSets = allCases.compactMap { rule in
    rule.checks.set.map { (rule: rule, check: $0) }
  }
  static let ofPalettes = allCases.compactMap { rule in
    rule.checks.palette.map { (rule: rule, check: $0) }
  }

  private static let ranks = Dictionary(uniqueKeysWithValues: zip(allCases.map(\.rawValue), 0...))
}

extension AuditRule: CustomStringConvertible {
  /// The name of the rule.
  public var description: String { rawValue }
}

extension AuditRule {
  /// `remedy` with a placeholder for the file.
  package var command: String? { remedy?.command(for: Self.placeholder) }

  /// The placeholder for the file in a remedy.
  static let placeholder = Pathname("FILE")
}
