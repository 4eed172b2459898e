public import GamutKit

/// What an audit looks for. A rule is a file of its own and an entry of `allCases`.
public struct AuditRule: RawRepresentable, Sendable, Hashable {
  /// The name that policies, baselines and all outputs have for it.
  public var rawValue: String { definition.rawValue }
  /// What a policy that says nothing of the rule makes of it.
  public var defaultSeverity: Severity { definition.defaultSeverity }
  /// What a finding of the rule says, in a few words.
  public var title: String { definition.title }
  /// A paragraph for a person: what the rule finds, why that matters, what to do.
  public var explanation: String { definition.explanation }
  /// The command that fixes most files that break the rule, or shows what there is to fix; nil where only whoever made
  /// the file can. A finding may know a better one.
  var remedy: Remedy? { definition.remedy }
  var check: Check { definition.check }

  /// Determines whether a file breaks the rule, and if it does completes the finding. The finding comes with the severity
  /// in force and the remedy of the rule. A check does not depend on what others find.
  typealias Check = @Sendable (_ file: AuditSubject, _ finding: inout AuditFinding) -> Bool

  /// Shared, because findings and baselines hold rules by the hundred thousand.
  private final class Definition: Sendable {
    let rawValue: String
    let defaultSeverity: Severity
    let title, explanation: String
    let remedy: Remedy?
    let check: Check

    init(
      _ rawValue: String, _ severity: Severity, _ title: String, _ explanation: String, _ remedy: Remedy?,
      _ check: @escaping Check
    ) {
      self.rawValue = rawValue
      defaultSeverity = severity
      self.title = title
      self.explanation = explanation
      self.remedy = remedy
      self.check = check
    }
  }

  private let definition: Definition

  init(
    _ rawValue: String, severity: Severity, title: String, explanation: String, remedy: Remedy? = nil,
    check: @escaping Check
  ) {
    definition = Definition(rawValue, severity, title, explanation, remedy, check)
  }

  /// The rule of this name; nil where there is none.
  public init?(rawValue: String) {
    guard let rank = Self.ranks[rawValue] else { return nil }
    self = Self.allCases[rank]
  }

  /// The place among all rules.
  var rank: Int { Self.ranks[rawValue] ?? 0 }

  private static let ranks = Dictionary(uniqueKeysWithValues: zip(allCases.map(\.rawValue), 0...))
}

extension AuditRule: CustomStringConvertible {
  /// The name of the rule.
  public var description: String { rawValue }
}

extension AuditRule {
  /// `remedy` for some file.
  package var command: String? { remedy?.command(for: Self.example) }

  /// What stands for the file where a remedy names it.
  static let example = Pathname("FILE")
}
