import ArgumentParser
import GamutAudit
import GamutKit

struct AuditInputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "PNG files, folders with all *.png in them, or - for one PNG on standard input. (default: the current folder)",
      valueName: "paths"),
    completion: .file())
  var given: [ArgumentWords] = []

  /// The files and folders, without standard input.
  var paths: [Pathname] { given.flatMap(\.paths).filter { $0 != .standardInput } }
  var readsStandardInput: Bool { given.flatMap(\.paths).contains(.standardInput) }

  @OptionGroup var list: FileListOptions
  @OptionGroup var exclusion: ExcludeOption

  @Option(
    help: ArgumentHelp(
      "Audit only files that differ from a git commit, or whose variant does.", valueName: "commit"))
  var onlyChanged: String?

  @Option(
    help: ArgumentHelp(
      "Audit only the Ith of N parts of the files; 'gamut merge' joins them.", valueName: "i/n"),
    transform: { try Shard(given: $0) })
  var shard: Shard?

  @Flag(
    help: "Also audit what git ignores, and untracked folders of packages and builds (node_modules, Pods, build ...).")
  var noIgnore = false

  @Flag(help: "Exit with status 0, not 2, if the paths hold nothing to audit.")
  var allowEmpty = false

  @OptionGroup var jobs: JobsOption
  @OptionGroup var memory: MemoryOption

  func names() throws -> (paths: [Pathname], named: [NamedFile]) {
    let given = paths
    guard let list = try list.read(besides: readsStandardInput) else {
      return (given.isEmpty && !readsStandardInput ? [Pathname(".")] : given, [])
    }
    if onlyChanged != nil { try list.named.checkIsEmpty("--only-changed compares the paths of the files with git") }
    return (given + list.paths, list.named)
  }

  var isComplete: Bool { onlyChanged == nil && shard == nil && list.filesFrom == nil }

  func keepOnlyChanged(in selection: inout AuditSelection) throws {
    guard let onlyChanged else { return }
    do throws(AuditError) {
      try selection.keepOnlyChanged(since: onlyChanged)
    } catch {
      if !onlyChanged.canNameCommit { throw ValidationError("--only-changed: \(error.text)") }
      throw Message.unprocessed("--only-changed: \(error.text)")
    }
  }
}

extension Shard {
  fileprivate init(given text: String) throws {
    guard let shard = Shard(text) else {
      throw ValidationError("Give the number of a part and the number of parts, at most 10,000, as in 1/4.")
    }
    self = shard
  }
}

struct PolicyOptions: ParsableArguments {
  @Option(
    name: [.customShort("c"), .long],
    file: "Policy file for all paths. (default: for each path the nearest .gamut.yml, searching upward)")
  var policy: String?

  @Flag(help: "Ignore policy files.")
  var noPolicy = false

  @Option(
    folder: "Folder that paths are relative to. (default: that of the top policy, of the repository, or of the inputs)")
  var root: String?

  func validate() throws {
    if policy != nil, noPolicy { throw ValidationError("--policy and --no-policy exclude each other.") }
  }

  func policies(of names: [Pathname], _ rules: RuleOptions) throws -> RunPolicies {
    let change = try rules.change()
    let place = try orEnd { () throws(AuditError) in
      try AuditSelection.place(
        of: names, root: root.map { Pathname(argument: $0) }, policy: policy.map { Pathname(argument: $0) },
        searching: policy == nil && !noPolicy)
    }
    do throws(PolicyError) {
      return RunPolicies(place: place, tree: try place.policies(change: change))
    } catch {
      throw RunPolicies.failure(error, place)
    }
  }
}

struct RunPolicies {
  let place: AuditSelection.Place
  let tree: PolicyTree

  var baseline: Pathname? { tree.top.baseline.map(place.shown) }

  func known(_ baseline: Baseline?, _ policy: AuditPolicy) -> KnownFindings? {
    baseline.map {
      KnownFindings($0, root: place.root) { policy.policy(for: $1).severity(of: $0) != nil }
    }
  }

  func policy(of inputs: [AuditInput]) throws -> AuditPolicy {
    let policy = tree.policy(of: inputs)
    if let error = tree.failure { throw Self.failure(error, place) }
    return policy
  }

  fileprivate static func failure(_ error: PolicyError, _ place: AuditSelection.Place) -> ExitCode {
    Message.error(error.text, about: error.path.map(place.shown), line: error.line, column: error.column)
    return .unprocessed
  }

  func auditor(
    _ policy: AuditPolicy, memory: Int, assuming assumed: SpaceChoice? = nil, cache: RowCache? = nil
  ) throws -> Auditor {
    do throws(GamutError) {
      return try Auditor(policy, memory: memory, assuming: assumed, cache: cache)
    } catch {
      let folder = policy.folders.first { (try? Auditor($0.value)) == nil }?.key
      let path = folder.map { place.root.joined($0).appending(Array(PolicyFile.name.utf8)) } ?? place.policy
      throw Message.unprocessed(error.text, about: path.map(place.shown))
    }
  }
}

/// The choice of rules. Unknown names are found after parsing, because their messages need more than the parser's.
struct RuleOptions: ParsableArguments {
  static let names = AuditRule.allCases.map(\.rawValue)
  private static let levels = Severity.allCases.map(\.rawValue) + ["off"]

  @Option(
    help: ArgumentHelp("Check only these rules, separated by commas, or all. Can be repeated.", valueName: "rules"),
    completion: .list(["all"] + names))
  var select: [String] = []

  @Option(
    help: ArgumentHelp("Skip these rules. Can be repeated.", valueName: "rules"), completion: .list(["all"] + names))
  var ignore: [String] = []

  @Option(
    help: ArgumentHelp(
      "Set the severity of a rule: error, warning, note or off. Can be repeated.",
      valueName: "rule=severity"),
    completion: .list(names.flatMap { rule in levels.map { "\(rule)=\($0)" } }))
  var severity: [String] = []

  /// Returns what changes a policy by the choices, in the order select, ignore, severity.
  func change() throws -> (inout AuditPolicy) -> Void {
    let (selected, ignored) = (try Self.rules(select), try Self.rules(ignore))
    let severities = try severity.map(Self.severity)
    return { [select] policy in
      if !select.isEmpty { policy.select(selected) }
      policy.ignore(ignored)
      for (rule, severity) in severities { policy.setSeverity(severity, of: rule) }
    }
  }

  private static func rules(_ texts: [String]) throws -> Set<AuditRule> {
    let names = texts.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
    return try Set(names.flatMap { $0 == "all" ? AuditRule.allCases : [try AuditRule.given(String($0))] })
  }

  /// Returns a rule and its severity, as in `untagged=error`; nil for `off`.
  private static func severity(_ text: String) throws -> (AuditRule, Severity?) {
    guard let mark = text.firstIndex(of: "=") else {
      let meant = AuditRule.named(text).map { " Did you mean '\($0.rawValue)=error'?" } ?? ""
      throw ValidationError("--severity '\(text)': Give a rule and its severity, as in untagged=error.\(meant)")
    }
    let rule = try AuditRule.given(String(text[..<mark]))
    let level = String(text[text.index(after: mark)...])
    guard levels.contains(level) else {
      let nearest = Suggestion.nearest(to: level, among: levels).map { " Did you mean '\(rule.rawValue)=\($0)'?" } ?? ""
      throw ValidationError("--severity '\(text)': A severity is error, warning, note or off.\(nearest)")
    }
    return (rule, Severity(rawValue: level))
  }
}

extension AuditRule {
  static func given(_ name: String) throws -> AuditRule {
    guard let rule = named(name) else { throw ValidationError(unknown(name)) }
    return rule
  }
}

struct FixOptions: ParsableArguments {
  @Flag(
    help: "Do what the remedies say where that needs no guess and changes no pixel of a file, then audit the result.")
  var fix = false

  @Flag(name: [.customShort("n"), .long], help: "With --fix, show what would be done, and write nothing.")
  var dryRun = false

  @Option(space: "With --fix, the colour space of files without a declaration; without --assume they are left alone.")
  var assume: String?

  func validate() throws {
    if dryRun, !fix { throw ValidationError("--dry-run shows what --fix would do; add --fix.") }
    if assume != nil, !fix { throw ValidationError("--assume is for --fix; add --fix.") }
  }
}
