public import GamutKit

/// A rule of an audit. Each has a file of its own and an entry in `allCases`.
public struct AuditRule: RawRepresentable, Sendable, Hashable {
  /// The name in policies, baselines and all outputs.
  public var rawValue: String { definition.rawValue }
  /// The severity unless a policy changes it.
  public var defaultSeverity: Severity { definition.defaultSeverity }
  /// The meaning of a finding, in a few words.
  public var title: String { definition.title }
  /// A paragraph for a person: what the rule finds, why that matters, and what to do.
  public var explanation: String { definition.explanation }
  /// The command that fixes most files that violate the rule, or shows the details; nil if only the author of the file
  /// can fix it. A finding can have a more specific one.
  var remedy: Remedy? { definition.remedy }
  var check: Check { definition.check }

  /// Determines whether a file or a set of a catalog violates the rule, and if so completes the finding, which has the
  /// severity in force and the remedy of the rule. A check does not depend on the findings of other rules.
  enum Check: Sendable {
    case file(FileCheck)
    case set(SetCheck)
  }

  typealias FileCheck = @Sendable (_ file: AuditSubject, _ finding: inout AuditFinding) -> Bool
  typealias SetCheck = @Sendable (_ set: SetSubject, _ finding: inout AuditFinding) -> Bool

  /// Shared, because findings and baselines store hundreds of thousands of rules.
  private final class Definition: Sendable {
    let rawValue: String
    let defaultSeverity: Severity
    let title, explanation: String
    let remedy: Remedy?
    let check: Check

    init(
      _ rawValue: String, _ severity: Severity, _ title: String, _ explanation: String, _ remedy: Remedy?,
      _ check: Check
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
    check: @escaping FileCheck
  ) {
    definition = Definition(rawValue, severity, title, explanation, remedy, .file(check))
  }

  /// A rule about the sets of asset catalogs.
  init(
    ofSets rawValue: String, severity: Severity, title: String, explanation: String, remedy: Remedy? = nil,
    check: @escaping SetCheck
  ) {
    definition = Definition(rawValue, severity, title, explanation, remedy, .set(check))
  }

  /// Returns the rule of this name; nil if there is none.
  public init?(rawValue: String) {
    guard let rank = Self.ranks[rawValue] else { return nil }
    self = Self.allCases[rank]
  }

  /// The index among all rules.
  var rank: Int { Self.ranks[rawValue] ?? 0 }

  /// The rules about files and those about sets, each with its check, in the order of all rules.
  static let ofFiles = allCases.compactMap { rule in
    if case .file(let check) = rule.check { (rule: rule, check: check) } else { nil }
  }
  static let ofSets = allCases.compactMap { rule in
    if case .set(let check) = rule.check { (rule: rule, check: check) } else { nil }
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
