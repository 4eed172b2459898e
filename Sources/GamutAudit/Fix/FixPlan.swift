public import GamutKit

/// The steps that fix the findings of an audit, and the findings that are left to people. It follows from the rows
/// alone, so that two plans for the same files are equal.
public struct FixPlan: Sendable {
  /// The change of one file, or the new file beside it.
  public struct Step: Sendable, Hashable {
    /// The path of the file, relative to the root.
    public var path: Pathname
    /// The file to read.
    public var input: Pathname
    /// The change.
    public var action: FixAction
    /// The rules whose findings it fixes, in the order of all rules.
    public var rules: [AuditRule]

    /// The path of the file that is written, relative to the root.
    public var output: Pathname {
      switch action {
      case .embed: path
      case .writeVariant: path.variant ?? path
      }
    }

    /// The file to write.
    package var target: Pathname {
      switch action {
      case .embed: input
      case .writeVariant: input.variant ?? input
      }
    }
  }

  /// A finding that is not fixed.
  public struct Leftover: Sendable, Hashable {
    /// The path of the file, relative to the root.
    public var path: Pathname
    /// The finding.
    public var finding: AuditFinding
    /// The reason.
    public var obstacle: FixObstacle
  }

  /// The steps, in the order of the rows; for one file, the change of the file precedes the new file.
  public private(set) var steps: [Step] = []
  /// The findings that are not fixed, in the order of the rows.
  public private(set) var leftovers: [Leftover] = []
  /// The number of files with notes whose commands are not done.
  public private(set) var filesWithNotes = 0

  private let policy: AuditPolicy
  private let assumed: SpaceChoice?

  /// Creates a plan without steps.
  ///
  /// - Parameters:
  ///   - policy: the policy of the audit.
  ///   - assumed: the colour space of the files without a declaration, which the auditor of the rows assumes too; nil
  ///     if it is not known, and then these files are left.
  public init(_ policy: AuditPolicy, assuming assumed: SpaceChoice?) {
    self.policy = policy
    self.assumed = assumed
  }

  /// Adds the steps for the findings of a row.
  public mutating func add(_ row: AuditRow, of input: AuditInput) {
    guard !row.findings.isEmpty, case .file(let file) = input.input else { return }
    let expected = policy.expectation(for: row.path).flatMap { policy.expectations[$0].profile }
    var hasNotes = false
    var embeds: [(options: EmbedOptions, rule: AuditRule)] = []
    var variants: [(options: ConvertOptions, rule: AuditRule)] = []
    for finding in row.findings {
      switch finding.fix(in: row, expecting: expected, assuming: assumed) {
      case .act(.embed(let options)): embeds.append((options, finding.rule))
      case .act(.writeVariant(let options)): variants.append((options, finding.rule))
      case .leave(let obstacle): leftovers.append(Leftover(path: row.path, finding: finding, obstacle: obstacle))
      case .nothingToDo: hasNotes = hasNotes || finding.remedy?.changesFile == true
      }
    }
    if hasNotes { filesWithNotes += 1 }
    // A file gets one declaration: none at all if the policy says so, otherwise that for the worst finding, which also
    // replaces the faulty ones that the others are about.
    if let chosen = embeds.first(where: { $0.options.label == .none }) ?? embeds.first {
      add(row.path, file, .embed(chosen.options), embeds.map(\.rule))
    }
    // A variant of a file without a declaration would be made from colours that nobody has confirmed.
    if let chosen = variants.first, row.image?.declaration != nil || !embeds.isEmpty {
      add(row.path, file, .writeVariant(chosen.options), variants.map(\.rule))
    }
  }

  private mutating func add(_ path: Pathname, _ input: Pathname, _ action: FixAction, _ rules: [AuditRule]) {
    steps.append(Step(path: path, input: input, action: action, rules: rules.sorted { $0.rank < $1.rank }))
  }
}
