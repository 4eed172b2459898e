import ArgumentParser
import GamutAudit
import GamutKit

struct RuleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Check only these rules, separated by commas, or all. Can be repeated.",
      valueName: "rules"))
  var select: [RuleNames] = []

  @Option(
    help: ArgumentHelp("Skip these rules. Can be repeated.", valueName: "rules")
  )
  var ignore: [RuleNames] = []

  @Option(
    help: ArgumentHelp(
      "Set the severity of a rule: error, warning, note or off. Can be repeated.",
      valueName: "rule=severity"))
  var severity: [RuleSeverity] = []

  /// The severities as given, which decide about findings.
  var severityWords: [String] { severity.flatMap { ["--severity", $0.text] } }

  /// The choices of rules as given.
  var selectionWords: [String] {
    select.flatMap { ["--select", $0.text] } + ignore.flatMap { ["--ignore", $0.text] }
  }

  struct Choices {
    fileprivate var selected: Set<AuditRule>?
    fileprivate var ignored: Set<AuditRule> = []
    fileprivate var severities: [(rule: AuditRule, severity: Severity?)] = []

    /// Changes a policy by the choices, in the order select, ignore, severity.
    func apply(to policy: inout AuditPolicy) {
      if let selected { policy.select(selected) }
      policy.ignore(ignored)
      for (rule, severity) in severities { policy.setSeverity(severity, of: rule) }
    }

    /// The reason that selected rules find nothing: they replace findings of others, of which none is on; else nil.
    func pointlessSelection(in policy: AuditPolicy) -> String? {
      let replacing = [AuditRule.hasVariant, .tolerated].filter { selected?.contains($0) == true }
      guard !replacing.isEmpty, !policy.isOn(.collapses) else { return nil }
      return replacing.map { "'\($0)'" }.joined(separator: " and ") + " can only replace '\(AuditRule.collapses)'"
    }
  }

  func choices() throws -> Choices {
    var choices = Choices()
    if !select.isEmpty { choices.selected = try Set(select.flatMap { try $0.rules() }) }
    choices.ignored = try Set(ignore.flatMap { try $0.rules() })
    choices.severities = try severity.map { try $0.value() }
    return choices
  }
}

/// Rules separated by commas. An unknown name is found later, because its message needs more than the parser's.
struct RuleNames: ExpressibleByArgument {
  let text: String

  init(argument: String) { text = argument }

  private var names: [Substring] { text.split(separator: ",", omittingEmptySubsequences: false) }

  static var defaultCompletionKind: CompletionKind { .list(["all"] + RuleName.names) }

  func rules() throws -> [AuditRule] {
    try names.flatMap { $0 == "all" ? AuditRule.allCases : [try RuleName(argument: String($0)).rule()] }
  }
}

/// A rule and its severity: `untagged=error`.
struct RuleSeverity: ExpressibleByArgument {
  let text: String

  init(argument: String) { text = argument }

  private static let levels = Severity.allCases.map(\.rawValue) + ["off"]

  static var defaultCompletionKind: CompletionKind {
    .list(RuleName.names.flatMap { rule in levels.map { "\(rule)=\($0)" } })
  }

  func value() throws -> (rule: AuditRule, severity: Severity?) {
    guard let mark = text.firstIndex(of: "=") else {
      let meant = AuditRule.named(text).map { " Did you mean '\($0.rawValue)=error'?" } ?? ""
      throw ValidationError("--severity '\(text)': Give a rule and its severity, as in untagged=error.\(meant)")
    }
    let rule = try RuleName(argument: String(text[..<mark])).rule()
    let level = String(text[text.index(after: mark)...])
    if level == "off" { return (rule, nil) }
    guard let severity = Severity(rawValue: level) else {
      let nearest =
        Suggestion.nearest(to: level, among: Self.levels).map { " Did you mean '\(text[..<mark])=\($0)'?" } ?? ""
      throw ValidationError("--severity '\(text)': A severity is error, warning, note or off.\(nearest)")
    }
    return (rule, severity)
  }
}

struct RuleName: ExpressibleByArgument {
  private let name: String

  init(argument: String) { name = argument }

  static var names: [String] { AuditRule.allCases.map(\.rawValue) }
  static var defaultCompletionKind: CompletionKind { .list(names) }

  func rule() throws -> AuditRule {
    guard let rule = AuditRule.named(name) else { throw ValidationError(AuditRule.unknown(name)) }
    return rule
  }
}
